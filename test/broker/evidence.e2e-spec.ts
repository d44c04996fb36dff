import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { verifyArchive } from '../../src/commands/archives/verify';
import { account, call, codeOf, type Account, type Answer } from '../accounts/client';
import { startApp, type TestApp } from '../app.factory';
import { FakeClock } from '../fakes/fake-clock';
import { readTable, readZip } from '../forms/read-back';
import { onPlan } from '../portfolios/portfolio-client';
import { OFFLINE } from '../support/offline';
import { temporaryFolder } from '../support/temporary-folder';
import { until } from '../support/until';

/** The evidence for an accepted form, as a file. */
const FORMS = '/api/v1/broker-forms';
const HASH = `0x${'7d'.repeat(32)}`;
const HEAD = 'timestamp,kind,asset,amount,sent_asset,sent_amount,fee_asset,fee_amount,id,tx_hash\n';

let app: TestApp;
beforeAll(async () => {
  app = await startApp({ ...OFFLINE }, new FakeClock(Date.UTC(2027, 2, 1, 12)));
});
afterAll(() => app?.close());

interface Pack {
  bytes: Buffer;
  /** As the download states it. */
  digest: string;
  files: Map<string, Buffer>;
  json: Answer['body'];
  manifest: Answer['body'];
}

interface Customer {
  ask(method: string, path: string, body?: object): Promise<Answer>;
  /** @returns the id of the account */
  upload(rows: string, fields: Record<string, string>): Promise<string>;
  /** @returns the id of the accepted form */
  accepted(body: object): Promise<string>;
  ended(formId: string): Promise<Record<string, unknown>>;
  pack(formId: string): Promise<Pack>;
}

async function customer(): Promise<Customer> {
  const user: Account = await account(app);
  await onPlan(app, user, 'defi');
  const headers = { Authorization: `Bearer ${user.token}` };
  const ask = (method: string, path: string, body?: object) =>
    call(app, method, path, { token: user.token, body });
  const ended = async (formId: string) => {
    const started = await ask('POST', `${FORMS}/${formId}/evidence`);
    expect(started.status).toBe(202);
    const { body } = await until(
      () => ask('GET', `/api/v1/jobs/${started.body.data.job_id}`),
      ({ body: { data } }) => data.finished_at !== null,
    );
    return body.data;
  };
  return {
    ask,
    ended,
    upload: async (rows, fields) => {
      const form = new FormData();
      for (const [name, value] of Object.entries(fields)) form.set(name, value);
      form.append('file', new Blob([HEAD + rows]), 'rows.csv');
      const target = `${app.url}/api/v1/exchange-accounts/import`;
      const response = await fetch(target, { method: 'POST', headers, body: form });
      return ((await response.json()) as { data: { account_id: string } }).data.account_id;
    },
    accepted: async (body) => {
      const { own_sales: sales, ...form } = body as { own_sales?: object[] };
      const made = await ask('POST', FORMS, form);
      const path = `${FORMS}/${made.body.data.id}`;
      if (sales) await ask('PUT', `${path}/own-sales`, { own_sales: sales });
      expect((await ask('POST', `${path}/apply`)).status).toBe(200);
      return made.body.data.id as string;
    },
    pack: async (formId) => {
      const job = await ended(formId);
      if (job['status'] !== 'completed') throw new Error(JSON.stringify(job));
      const response = await fetch(`${app.url}${job['result_url'] as string}`, { headers });
      const bytes = Buffer.from(await response.arrayBuffer());
      const files = readZip(bytes);
      const read = (name: string) => JSON.parse(String(files.get(name)));
      const digest = response.headers.get('X-Input-Hash') ?? '';
      return { bytes, digest, files, json: read('rows.json'), manifest: read('manifest.json') };
    },
  };
}

const ROW = {
  symbol: 'ETH',
  box_1c: '1',
  box_1e: '2026-05-01',
  box_1f: '3000.00',
  box_3a: 'net',
  box_6: 'short',
};

it('shows the lot, both accounts and the transfer; twice the same bytes; another row gives another digest', async () => {
  const { upload, accepted, pack } = await customer();
  await upload(
    `2026-02-01T12:00:00Z,trade,ETH,1,USD,2000,,,a,\n2026-03-01T12:00:00Z,withdrawal,ETH,1,,,,,b,${HASH}\n`,
    { exchange: 'kraken' },
  );
  const id = await upload(
    `2026-03-01T12:05:00Z,deposit,ETH,1,,,,,c,${HASH}\n2026-05-01T12:00:00Z,trade,USD,3000,ETH,1,,,d,\n`,
    { exchange: 'coinbase' },
  );
  const form = await accepted({ tax_year: 2026, broker: 'Coinbase', account_id: id, rows: [ROW] });
  const first = await pack(form);
  expect(first.json).toMatchObject({ status: 'answered' });
  const [row] = first.json.rows;
  expect([row.key, row.page, row.verdict]).toEqual([`${form}/${id}/1`, 'row-001.pdf', 'different']);
  expect(row.lines).toEqual([
    expect.objectContaining({
      ...{ proceeds: '3000.00', cost_basis: '2000.00', gain_loss: '1000.00', box: 'H' },
      ...{ copy: 1, row: 1, schedule_d_line: '2' },
    }),
  ]);
  expect(row.reasons).toEqual([
    expect.objectContaining({
      reason: 'transferred_in_no_basis',
      amount: '2000.00',
      effect_on_gain: '-2000.00',
    }),
  ]);
  const [{ lot }] = row.own_sales;
  expect(lot).toMatchObject({ acquired_at: '2026-02-01T12:00:00.000Z', origin: 'purchase' });
  expect(lot.transfers).toHaveLength(1);
  expect(lot.transfers[0].from).toBe(lot.account);
  expect(lot.transfers[0].to).toBe(id);
  expect(first.manifest.files.map(({ name }: { name: string }) => name)).toEqual([
    ...['letter.pdf', 'letter.txt', 'rows.csv', 'rows.json', 'row-001.pdf'],
    ...['sources/form-1099-da.json', 'sources/transactions.json', 'sources/inputs.json'],
  ]);
  expect(String(first.files.get('letter.txt'))).toContain('overstated by 2000.00');
  expect(readTable(String(first.files.get('rows.csv')))).toMatchObject([
    { '(e)': '2000.00', '(h)': '1000.00' },
  ]);
  expect((await pack(form)).bytes.equals(first.bytes)).toBe(true);
  const archive = join(temporaryFolder('evidence-'), 'a.zip');
  writeFileSync(archive, first.bytes);
  expect(await verifyArchive(archive, first.digest)).toMatchObject({
    valid: true,
    digest: first.manifest.digest,
  });

  await upload(
    '2026-06-01T12:00:00Z,trade,ETH,1,USD,1000,,,e,\n2026-06-02T12:00:00Z,trade,USD,900,ETH,1,,,f,\n',
    {
      account_id: id,
    },
  );
  const next = await pack(form);
  expect(next.manifest.digest).not.toBe(first.manifest.digest);
  expect(
    next.json.rows.map(({ key, verdict }: Record<string, string>) => [key === row.key, verdict]),
  ).toEqual([
    [true, 'different'],
    [false, 'only_own'],
  ]);
});

it('names the costs of a purchase in the basis that the broker leaves out', async () => {
  const { upload, accepted, pack } = await customer();
  const id = await upload(
    '2026-02-01T12:00:00Z,trade,ETH,1,USD,2000,USD,150,a,\n2026-05-01T12:00:00Z,trade,USD,3000,ETH,1,,,d,\n',
    { exchange: 'coinbase' },
  );
  const reported = { ...ROW, box_1d: '2026-02-01', box_1g: '2000.00', box_2: true };
  const form = await accepted({ tax_year: 2026, broker: 'Coinbase', account_id: id, rows: [reported] });
  const { json } = await pack(form);
  expect(json.rows[0].lines).toMatchObject([
    {
      cost_basis: '2000.00',
      adjustment_code: 'B',
      adjustment_amount: '-150.00',
      gain_loss: '850.00',
      box: 'G',
    },
  ]);
  expect(json.rows[0].reasons).toMatchObject([{ reason: 'fee_in_basis', amount: '150.00' }]);
});

it('disputes nothing without an own sale, and shows no basis that is not known', async () => {
  const { upload, accepted, pack } = await customer();
  const alone = await accepted({ tax_year: 2026, broker: 'Some Broker', rows: [ROW] });
  const id = await upload('2026-05-01T12:00:00Z,trade,USD,3000,ETH,1,,,d,\n', { exchange: 'coinbase' });
  const untracked = await accepted({ tax_year: 2026, broker: 'Coinbase', account_id: id, rows: [ROW] });
  for (const form of [alone, untracked]) {
    const { json, files } = await pack(form);
    expect([json.status, json.rows.map(({ verdict }: { verdict: string }) => verdict)]).toEqual([
      'not_answered',
      ['not_answered'],
    ]);
    expect(String(files.get('letter.txt'))).not.toContain('I do not agree');
  }
  expect((await pack(untracked)).json.rows[0].lines[0].cost_basis).toBeNull();
});

it('is refused for a form that is not accepted, that another user has, or that was filed otherwise', async () => {
  const [ada, bob] = [await customer(), await customer()];
  const id = await ada.upload(
    '2026-02-01T12:00:00Z,trade,ETH,1,USD,2000,,,a,\n2026-05-01T12:00:00Z,trade,USD,3000,ETH,1,,,d,\n',
    { exchange: 'coinbase' },
  );
  const body = { tax_year: 2026, broker: 'Coinbase', account_id: id, rows: [{ ...ROW, box_1f: '3001.00' }] };
  const open = (await ada.ask('POST', FORMS, body)).body.data.id;
  expect(codeOf(await ada.ask('POST', `${FORMS}/${open}/evidence`))).toEqual([409, 'CONFLICT']);
  expect(codeOf(await bob.ask('POST', `${FORMS}/${open}/evidence`))).toEqual([404, 'RESOURCE_NOT_FOUND']);
  const made = await ada.ask('POST', `/api/v1/tax-reports/${id}/generate`, {
    tax_year: 2026,
    include: ['summary'],
  });
  const report = made.body.data.job_id;
  await until(
    () => ada.ask('GET', `/api/v1/jobs/${report}`),
    ({ body: { data } }) => data.finished_at !== null,
  );
  const frozen = await ada.ask('POST', '/api/v1/filed-years', { tax_year: 2026, report_id: report });
  expect(frozen.status).toBe(201);
  await ada.ask('POST', `${FORMS}/${open}/apply`);
  expect(await ada.ended(open)).toMatchObject({ status: 'failed', error: { code: 'CONFLICT' } });
  await ada.ask('DELETE', `/api/v1/filed-years/2026?address=${id}`);
  expect(await ada.ended(open)).toMatchObject({ status: 'completed' });
});
