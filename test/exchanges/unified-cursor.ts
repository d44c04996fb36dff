import { CostBasisClient } from '../../clients/typescript/src/index';
import { DEMO_EXCHANGE } from '../../src/adapters/providers/demo/demo.exchange';
import { account } from '../accounts/client';
import type { TestApp } from '../app.factory';
import { onPlan } from '../portfolios/portfolio-client';

/** Pages while the rows are read. */
const PAGES = 10;

/** A user reads the transactions of an account by cursor, and a file brings more after three tenths of them. */
export async function eachShownOnce(
  app: TestApp,
  { stable, arriving }: { stable: number; arriving: number },
): Promise<void> {
  const eve = await account(app);
  await onPlan(app, eve, 'defi');
  const client = new CostBasisClient({ baseUrl: app.url, accessToken: eve.token });
  const header = 'timestamp,kind,asset,amount,sent_asset,sent_amount,id\n';
  const trade = (i: number, seconds: number, name: string) =>
    `${new Date(Date.UTC(2024, 0, 1) + seconds * 1_000).toISOString()},trade,LTC,1,USD,70,${name}${i}\n`;
  const first = Array.from({ length: stable }, (_, i) => trade(i, i * 5_000, 'old')).join('');
  // Times before, between and after those of the first rows, and the same.
  const apart = Math.ceil((stable * 5_250) / arriving / 10) * 10;
  const later = Array.from({ length: arriving }, (_, i) =>
    trade(i, ((i * 7_919) % arriving) * apart, 'new'),
  ).join('');
  const file = (text: string) => new File([header + text], 'all.csv');
  await client.importExchangeFiles({ body: { exchange: DEMO_EXCHANGE, file: [file(first)] } });
  const read = async (afterEach: (count: number) => Promise<void>): Promise<string[]> => {
    const ids: string[] = [];
    const pages = client.iterate('getUnifiedTransactions', { per_page: stable / PAGES });
    for await (const { transaction_id } of pages) {
      ids.push(transaction_id);
      await afterEach(ids.length);
    }
    return ids;
  };
  const before = await read(async () => undefined);
  expect(new Set(before).size).toBe(stable);
  const seen = await read(async (count) => {
    if (count !== (stable * 3) / PAGES) return;
    await client.importExchangeFiles({ body: { exchange: DEMO_EXCHANGE, file: [file(later)] } });
  });
  const known = new Set(before);
  expect(seen.filter((id) => known.has(id))).toEqual(before);
  expect(seen.length).toBeGreaterThan(stable);
  expect(new Set(seen).size).toBe(seen.length);
}
