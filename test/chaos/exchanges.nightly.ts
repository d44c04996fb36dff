import { account, call, type Account } from '../accounts/client';
import { FakeKraken, type LedgerRow } from '../fakes/fake-kraken';
import { StartedService } from './started-service';
import { seeded } from '../support/seeded';

/** Full size: minutes. `KILLS`: number of processes that end in a sync. */
const KILLS = Number(process.env['KILLS'] ?? 20);
const TRADES = 1_000;
const LIST = '/api/v1/exchange-accounts';
const START = Date.UTC(2024, 0, 2) / 1_000;
const pause = (ms: number) => new Promise((wake) => setTimeout(wake, ms));

const history = (): LedgerRow[] =>
  Array.from({ length: TRADES }, (_, n) => {
    const shared = { refid: `T${n}`, time: String(START + n * 600), type: 'trade' };
    const units = n % 3 === 2 ? '-0.005' : '0.01';
    return [
      { id: `A${n}`, ...shared, asset: 'ZUSD', amount: n % 3 === 2 ? '210.5' : '-400.25', fee: '0.4' },
      { id: `B${n}`, ...shared, asset: 'XXBT', amount: units, fee: '0' },
    ];
  }).flat();

describe('a sync that is killed', () => {
  const kraken = new FakeKraken();
  let service: StartedService;

  beforeAll(async () => {
    await kraken.start();
    kraken.ledger = history();
    kraken.balances = { XXBT: '5' };
    service = await new StartedService({ EXCHANGE_KRAKEN_BASE_URL: kraken.url }).start();
  });
  afterAll(async () => {
    await service.stop();
    await kraken.close();
  });

  async function connect(): Promise<{ who: Account; id: string }> {
    const who = await account(service);
    await service.upgrade(who);
    const { apiKey, apiSecret } = kraken.key(undefined, `AA00 ${who.email}`);
    const body = { exchange: 'kraken', api_key: apiKey, api_secret: apiSecret };
    const answer = await call(service, 'POST', LIST, { token: who.token, body });
    if (answer.status !== 201) throw new Error(answer.text);
    return { who, id: answer.body.data.id };
  }

  const sync = (who: Account, id: string) =>
    call(service, 'POST', `${LIST}/${id}/sync`, { token: who.token, body: { full: true } });

  async function synced(who: Account, id: string): Promise<string> {
    for (;;) {
      const { body } = await call(service, 'GET', `${LIST}/${id}/sync-status`, { token: who.token });
      if (!['queued', 'running', 'never'].includes(body.data.status)) return body.data.status;
      await pause(50);
    }
  }

  /** Rows and lots, without the ids of the account. */
  async function booksOf(who: Account, id: string): Promise<string> {
    const { rows } = await service.sql.query<{ row: string }>(
      `SELECT (to_jsonb(r) - 'account_id')::text AS row FROM exchange_rows r WHERE account_id = $1 ORDER BY key`,
      [id],
    );
    const lots: unknown[] = [];
    for (let page = 1; ; page++) {
      const path = `/api/v1/wallets/${id}/lots?per_page=100&page=${page}`;
      const { body } = await call(service, 'GET', path, { token: who.token });
      for (const lot of body.data)
        lots.push([
          lot.symbol,
          lot.acquisition_date,
          lot.original_quantity,
          lot.remaining_quantity,
          lot.cost_basis,
        ]);
      if (!body.pagination.has_more) break;
    }
    return JSON.stringify([rows, lots]);
  }

  const countOf = async (id: string): Promise<number> =>
    Number(
      (await service.sql.query(`SELECT count(*) FROM exchange_rows WHERE account_id = $1`, [id])).rows[0]
        .count,
    );

  it(`${KILLS} times at a random moment has the books of one that was not`, async () => {
    const calm = await connect();
    const began = performance.now();
    expect(await synced(calm.who, calm.id)).toBe('ok');
    const duration = performance.now() - began;
    const expected = await booksOf(calm.who, calm.id);
    const { who, id } = await connect();
    const seen: string[] = [];
    const chance = seeded('kills');
    for (let i = 0; i < KILLS; i++) {
      if (i > 0) await sync(who, id);
      const moment = Math.round(chance() * duration);
      await pause(moment);
      await service.kill();
      const stored = await countOf(id);
      seen.push(`${moment} ms: ${stored}`);
      expect([0, 2 * TRADES]).toContain(stored);
      await service.begin();
    }
    await sync(who, id);
    expect(await synced(who, id)).toBe('ok');
    expect(await booksOf(who, id)).toBe(expected);
    process.stdout.write(`${JSON.stringify({ kills: KILLS, sync_ms: Math.round(duration), seen })}\n`);
  });
});
