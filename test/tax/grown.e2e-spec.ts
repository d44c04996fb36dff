import { DataSource } from 'typeorm';
import { PlanLookup } from '../../src/ports/access/plan-lookup';
import { account, call, type Account } from '../accounts/client';
import { startApp, type TestApp } from '../app.factory';
import { FakeClock } from '../fakes/fake-clock';
import { startExplorer, type Explorer } from '../support/explorer';
import { sendJson, startLocalUpstream, type LocalUpstream } from '../support/local-upstream';
import { until } from '../support/until';

const WALLET = '0x00000000000000000000000000000000000000f1';
const STRANGER = '0x00000000000000000000000000000000000000f2';
/** Explorers that know nothing of the wallet, and markets that know no price: the bundled closes count. */
const settings = (explorer: string, market: string) => ({
  ETHERSCAN_BASE_URL: explorer,
  ETHERSCAN_API_KEY: 'x',
  BLOCKSCOUT_BASE_URL: explorer,
  ROUTESCAN_BASE_URL: explorer,
  SQD_BASE_URL: 'off',
  EVM_NODE_URL: 'off',
  DEFILLAMA_COINS_BASE_URL: market,
  COINGECKO_BASE_URL: market,
  EVM_CHAINS: 'ethereum',
});

const HEADER = 'tx_hash,timestamp,from,to,quantity,fee';
const line = (n: number, day: string, way: 'in' | 'out', quantity: string): string => {
  const [from, to] = way === 'in' ? [STRANGER, WALLET] : [WALLET, STRANGER];
  return `0x${n.toString(16).padStart(64, '0')},${day}T12:00:00Z,${from},${to},${quantity},0.001`;
};
const UNTIL_2023 = [
  line(1, '2022-03-01', 'in', '2'),
  line(2, '2022-09-01', 'in', '1'),
  line(3, '2023-06-01', 'out', '0.5'),
  line(4, '2023-11-01', 'out', '1.25'),
];
const SINCE = [
  line(5, '2024-02-01', 'in', '3'),
  line(6, '2024-08-01', 'out', '2.5'),
  line(7, '2025-01-02', 'out', '1'),
];

/** What was reported for a year must not change because more happened after it. */
describe('the report of a year, after the history has grown', () => {
  let explorer: Explorer;
  let market: LocalUpstream;
  let app: TestApp;
  let ada: Account;
  const bytes = async (path: string): Promise<string> => {
    const answer = await call(app, 'GET', path, { token: ada.token });
    expect([path, answer.status]).toEqual([path, 200]);
    return answer.text;
  };
  const history = async (lines: readonly string[]): Promise<void> => {
    const form = new FormData();
    form.append('file', new Blob([[HEADER, ...lines].join('\n')]), 'history.csv');
    const response = await fetch(`${app.url}/api/v1/wallets/${WALLET}/import`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${ada.token}` },
      body: form,
    });
    const { data } = (await response.json()) as { data: { rows_accepted: number } };
    expect([response.status, data.rows_accepted]).toEqual([200, lines.length]);
  };
  const REPORTS = `/api/v1/tax-reports/${WALLET}`;
  const FILES = [
    ...['csv', 'txf', 'turbotax', 'json', 'pdf'].map(
      (format) => `form-8949/export?tax_year=2023&format=${format}`,
    ),
    ...['csv', 'json'].map((format) => `schedule-1/export?tax_year=2023&format=${format}`),
  ];
  const files = async (): Promise<string[]> => {
    const all: string[] = [];
    for (const file of FILES) all.push(await bytes(`${REPORTS}/${file}`));
    return all;
  };
  const frozen = async (): Promise<string> => {
    const body = { tax_year: 2023, include: ['summary', 'form_8949', 'schedule_1', 'lots'] };
    const started = await call(app, 'POST', `${REPORTS}/generate`, { token: ada.token, body });
    const id = started.body.data.job_id as string;
    const { data } = await until(
      async () => (await call(app, 'GET', `/api/v1/jobs/${id}`, { token: ada.token })).body,
      (job) => job.data.finished_at !== null,
    );
    if (data.status !== 'completed') throw new Error(JSON.stringify(data.error));
    return id;
  };
  /** Without the envelope, which is of the request. */
  const result = async (id: string): Promise<string> =>
    JSON.stringify((JSON.parse(await bytes(`/api/v1/jobs/${id}/result`)) as { data: unknown }).data);

  beforeAll(async () => {
    explorer = await startExplorer();
    market = await startLocalUpstream((_url, response) => sendJson(response, { coins: {} }));
    app = await startApp(settings(explorer.url, market.url), new FakeClock(Date.UTC(2026, 0, 31, 12)));
    ada = await account(app);
    await app.app.get(DataSource).query(`UPDATE users SET plan_name = 'defi' WHERE id = $1`, [ada.id]);
    app.app.get(PlanLookup, { strict: false }).changed(ada.id);
  });
  afterAll(async () => {
    await app?.close();
    await explorer?.close();
    await market?.close();
  });

  it('is the same, byte for byte', async () => {
    await history(UNTIL_2023);
    const [before, id] = [await files(), await frozen()];
    const kept = await result(id);
    const form = JSON.parse(before[FILES.findIndex((file) => file.endsWith('json'))] ?? '') as {
      row_count: number;
    };
    expect(form.row_count).toBeGreaterThanOrEqual(2);
    await history(SINCE);
    const grown = JSON.parse(await bytes(`${REPORTS}/form-8949?tax_year=2024`)) as {
      data: { row_count: number };
    };
    expect(grown.data.row_count).toBeGreaterThan(0);
    expect(await files()).toEqual(before);
    expect(await result(id)).toBe(kept);
    const again = JSON.parse(await result(await frozen())) as Record<string, unknown>;
    const first = JSON.parse(kept) as Record<string, unknown>;
    for (const part of ['summary', 'form_8949', 'schedule_1']) expect(again[part]).toEqual(first[part]);
    expect(again['input_hash']).not.toBe(first['input_hash']);
    expect(again['lots']).not.toEqual(first['lots']);
  });
});
