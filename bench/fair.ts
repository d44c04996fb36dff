import { setTimeout as pause } from 'node:timers/promises';
import { PartnerKeysService } from '../src/modules/auth/partner-keys/partner-keys.service';
import { payment, startExplorer } from '../test/support/explorer';
import { sendJson } from '../test/support/local-upstream';
import { OFFLINE } from '../test/support/offline';
import { besideALargeWallet } from './fair-large';
import { startService } from './service';

/**
 * How long a caller with a credential waits for a new wallet, on a quiet service and while callers without one order
 * the most they may, from many networks. The explorer answers each call after 50 ms. One JSON line; about a minute.
 * Run: npm run -s bench:fair
 * `--large`: how long others wait while one large wallet is read (fair-large.ts); six minutes.
 */

const ANSWER_MS = 50;
const WALLETS = 20;
const NETWORKS = 20;
const OWNED = 5;

let made = 0;
const wallet = (): string => `0xa${(++made).toString(16).padStart(39, '0')}`;

async function besideStrangers(): Promise<void> {
  const explorer = await startExplorer();
  explorer.intercept = (params, response) => {
    const row = { ...payment(1, 1_000), to: params.get('address')?.toLowerCase() ?? '' };
    const result = params.get('action') === 'txlist' && params.get('startblock') === '0' ? [row] : [];
    const body = result.length
      ? { status: '1', message: 'OK', result }
      : { status: '0', message: 'No transactions found', result };
    setTimeout(() => sendJson(response, body), ANSWER_MS);
    return true;
  };
  const service = await startService({
    ...OFFLINE,
    ETHERSCAN_BASE_URL: explorer.url,
    ETHERSCAN_API_KEY: 'x',
    EVM_CHAINS: 'ethereum,base',
    TRUST_PROXY: 'true',
    DEMO_WALLETS: 'false',
  });
  try {
    const { key } = await service.part(PartnerKeysService).create('bench');
    const mine = async (): Promise<number> => {
      const began = performance.now();
      const answer = await fetch(`${service.url}/api/v1/wallets/${wallet()}/transactions`, {
        headers: { 'X-Partner-Key': key },
      });
      await answer.arrayBuffer();
      if (answer.status !== 200) throw new Error(`answered ${answer.status}`);
      return performance.now() - began;
    };
    const series = async (): Promise<number[]> => {
      const times: number[] = [];
      for (let i = 0; i < WALLETS; i++) times.push(await mine().then(async (ms) => (await pause(200), ms)));
      return times.sort((a, b) => a - b);
    };
    await series();
    const quiet = await series();
    const strangers = new AbortController();
    const statuses = new Map<number, number>();
    const ordering = Array.from({ length: NETWORKS }, (_, i) =>
      order(service.url, `198.51.100.${i + 1}`, strangers.signal, statuses),
    );
    await pause(3_000);
    const busy = await series();
    const [{ orders = 0 } = {}] = await service.query<{ orders: number }>(
      `SELECT count(*)::int AS orders FROM jobs WHERE type = 'index_wallet' AND status IN ('queued', 'running')`,
    );
    strangers.abort();
    await Promise.all(ordering);
    process.stdout.write(
      `${JSON.stringify({
        wallets: WALLETS,
        quiet_p50_ms: at(quiet, 0.5),
        quiet_p95_ms: at(quiet, 0.95),
        busy_p50_ms: at(busy, 0.5),
        busy_p95_ms: at(busy, 0.95),
        ratio_p50: Number((at(busy, 0.5) / at(quiet, 0.5)).toFixed(2)),
        ratio_p95: Number((at(busy, 0.95) / at(quiet, 0.95)).toFixed(2)),
        queued_at_the_end: orders,
        answers_to_strangers: Object.fromEntries(statuses),
      })}\n`,
    );
  } finally {
    await service.stop();
    await explorer.close();
  }
}

/** One network that orders without pause. A refused request costs it nothing. */
async function order(
  url: string,
  network: string,
  signal: AbortSignal,
  statuses: Map<number, number>,
): Promise<void> {
  while (!signal.aborted) {
    const owned = Array.from({ length: OWNED }, wallet).join(',');
    const target = `${url}/api/wallets/${wallet()}/positions?owned_wallets=${owned}`;
    const status = await fetch(target, { headers: { 'X-Forwarded-For': network }, signal }).then(
      async (answer) => (await answer.arrayBuffer(), answer.status),
      () => 0,
    );
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
    await pause(status === 429 ? 500 : 50);
  }
}

const at = (sorted: readonly number[], share: number): number =>
  Math.round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0);

const isLarge = process.argv.includes('--large');
const run = isLarge
  ? besideALargeWallet().then((figures) => process.stdout.write(`${JSON.stringify(figures)}\n`))
  : besideStrangers();
run.then(
  () => process.exit(0),
  (error: unknown) => {
    process.stderr.write(`${String(error)}\n`);
    process.exit(1);
  },
);
