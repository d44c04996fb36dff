import { monitorEventLoopDelay } from 'node:perf_hooks';
import { startReplay, type ReplayRequest } from '../test/support/replay';
import { tryParseAddress } from '../src/domain/kernel/address';
import { HistorySource } from '../src/ports/upstream/history-source';
import { LedgerStore } from '../src/ports/storage/ledger-store';
import { PartnerKeysService } from '../src/modules/auth/partner-keys/partner-keys.service';
import { startService } from './service';

/**
 * A wallet of 100,000 transactions from the first page asked for to a dashboard that is complete: upstream rows read,
 * stored, normalised, priced and booked per second, by the service as it runs without Redis.
 */
const WALLET = '0x00000000000000000000000000000000000b1601';
const TRANSACTIONS = Number(process.env['BENCH_TRANSACTIONS'] ?? 100_000);

/** Number of calls per provider and kind: the `action` of an explorer, else the first parts of the path. */
function byKind(requests: readonly ReplayRequest[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { provider, path } of requests) {
    const [place = '', query = ''] = path.split('?');
    const kind = new URLSearchParams(query).get('action') ?? place.split('/').slice(1, 3).join('/');
    const name = `${provider} ${kind}`;
    counts[name] = (counts[name] ?? 0) + 1;
  }
  return counts;
}

async function main(): Promise<void> {
  const replay = await startReplay();
  const { rows } = await replay.big({ address: WALLET, transactions: TRANSACTIONS });
  const service = await startService({ ...replay.env, EVM_CHAINS: 'ethereum' });
  const { key } = await service.part(PartnerKeysService).create('bench');
  const dashboard = `${service.url}/api/v1/wallets/${WALLET}/dashboard`;
  const pauses = monitorEventLoopDelay({ resolution: 5 });
  pauses.enable();
  const start = performance.now();
  let firstMs: number | null = null;
  for (;;) {
    const response = await fetch(dashboard, { headers: { 'X-Partner-Key': key } });
    const { data } = (await response.json()) as { data?: { partial: boolean } };
    firstMs ??= performance.now() - start;
    if (data?.partial === false) break;
    await new Promise((resolve) => setTimeout(resolve, 1_000));
  }
  const wholeMs = performance.now() - start;
  pauses.disable();
  const address = tryParseAddress(WALLET);
  if (!address) throw new Error('the wallet of the bench is no address');
  const stored = await service.part(LedgerStore).rows('ethereum', WALLET);
  const before = performance.now();
  service.part(HistorySource).interpret('ethereum', address, stored);
  const interpretMs = performance.now() - before;
  const requests = await replay.requests();
  console.log(
    JSON.stringify({
      transactions: TRANSACTIONS,
      rows: rows.txlist + rows.txlistinternal + rows.tokentx,
      first_answer_ms: Math.round(firstMs),
      whole_ms: Math.round(wholeMs),
      rows_per_s: Math.round(stored.length / (wholeMs / 1000)),
      interpret_ms: Math.round(interpretMs),
      // How long others had to wait for their turn while the wallet was read.
      pause_p99_ms: Math.round(pauses.percentile(99) / 1e6),
      longest_pause_ms: Math.round(pauses.max / 1e6),
      upstream_calls: requests.length,
      upstream_calls_by_kind: byKind(requests),
      rss_mb: Math.round(process.memoryUsage().rss / 1e6),
    }),
  );
  await service.stop();
  await replay.close();
}

void main();
