import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FrozenReport } from '../../src/modules/tax/generate/generate.shapes.dto';
import { task as zipTask } from '../../src/common/files/zip.task';
import { account, call } from '../accounts/client';
import { startApp, type TestApp } from '../app.factory';
import { hasPython, readPdf, readTable, readTxf, readZip } from '../forms/read-back';
import { payment, startExplorer, WALLET, type Explorer } from '../support/explorer';
import { sendJson } from '../support/local-upstream';
import { OFFLINE } from '../support/offline';
import { until } from '../support/until';

const MAIN = '0xde300000000000000000000000000000000a11ce';
const DEMO_ONLY = { ...OFFLINE, DEMO_WALLETS: 'true' };

/** Waits for the job and asks for what it came to. */
async function generated(app: TestApp, wallet: string, body: unknown, headers: Record<string, string>) {
  const started = await call(app, 'POST', `/api/v1/tax-reports/${wallet}/generate`, { body, headers });
  expect(started.status).toBe(202);
  const { job_id: id } = started.body.data;
  const { data } = await until(
    async () => (await call(app, 'GET', `/api/v1/jobs/${id}`, { headers })).body,
    (body) => body.data.finished_at !== null,
  );
  if (data.status !== 'completed') throw new Error(JSON.stringify(data.error));
  const response = await fetch(`${app.url}/api/v1/jobs/${id}/result`, { headers });
  expect(response.status).toBe(200);
  return {
    id: id as string,
    headers: response.headers,
    bytes: new Uint8Array(await response.arrayBuffer()),
  };
}

const EXPORT_HEADERS = [
  'X-Export-Count',
  'X-Export-Status',
  'X-Export-Truncated',
  'X-Export-Incomplete',
  'X-Export-Limited',
  'X-Export-Approximate',
];
/** Suffix and extension of a file, where they are not those of its format. */
const NAMES: Partial<Record<string, readonly [string, string]>> = {
  turbotax: ['-turbotax', 'csv'],
  drake: ['-drake', 'csv'],
  taxact: ['-taxact', 'csv'],
  summary_csv: ['-summary', 'csv'],
  summary_pdf: ['-summary', 'pdf'],
  notes: ['-notes', 'txt'],
};
const exportHeaders = (headers: Headers) => EXPORT_HEADERS.map((name) => headers.get(name));
const fileName = (headers: Headers) => /filename="(.+)"/.exec(headers.get('Content-Disposition') ?? '')?.[1];

describe('a generated tax report', () => {
  let app: TestApp;
  let partner: Record<string, string>;
  const generate = (body: unknown, headers = partner) =>
    call(app, 'POST', `/api/v1/tax-reports/${MAIN}/generate`, { body, headers });
  const made = (body: unknown, headers = partner) => generated(app, MAIN, body, headers);
  const report = ({ bytes }: { bytes: Uint8Array }) =>
    (JSON.parse(new TextDecoder().decode(bytes)) as { data: FrozenReport }).data;

  beforeAll(async () => {
    app = await startApp(DEMO_ONLY);
    partner = { 'X-Partner-Key': app.partnerKey };
  });
  afterAll(() => app?.close());

  it('holds everything, as the other routes tell it', async () => {
    const answer = await made({ tax_year: 2024 });
    const frozen = report(answer);
    const get = async (path: string) => (await call(app, 'GET', path, { headers: partner })).body;
    const {
      tax_summary: summary,
      lots,
      wash_sales: sales,
    } = await get(`/api/calculate/tax-report/${MAIN}?tax_year=2024`);
    expect(frozen).toMatchObject({
      report_id: answer.id,
      address: MAIN,
      tax_year: 2024,
      summary,
      is_limited: false,
    });
    expect([frozen.lots, frozen.wash_sales]).toEqual([lots, sales]);
    // What is frozen does not change when an official form is installed.
    const { official_form: kind, ...form } = await get(
      `/api/v1/tax-reports/${MAIN}/form-8949/export?tax_year=2024&format=json`,
    );
    expect([frozen.form_8949, kind]).toEqual([form, 'not_installed']);
    expect(frozen.schedule_1).toEqual(
      await get(`/api/v1/tax-reports/${MAIN}/schedule-1/export?tax_year=2024&format=json`),
    );
    expect(frozen.input_hash).toMatch(/^[0-9a-f]{64}$/);
  });

  it('has the tax days and years of the zone of its order, and states the zone', async () => {
    const zone = { timezone: 'Asia/Tokyo' };
    const body = { tax_year: 2022, include: ['summary', 'form_8949', 'lots'] };
    const there = await made({ ...body, ...zone });
    const here = await made(body);
    expect(there.id).not.toBe(here.id);
    const get = async (path: string) =>
      (await call(app, 'GET', `${path}?tax_year=2022&timezone=Asia/Tokyo`, { headers: partner })).body;
    const frozen = report(there);
    const whole = await get(`/api/calculate/tax-report/${MAIN}`);
    expect(frozen.assumptions).toMatchObject(zone);
    expect(frozen.assumptions).toEqual(whole.assumptions);
    expect([frozen.summary, frozen.lots]).toEqual([whole.tax_summary, whole.lots]);
    const summary = await get(`/api/calculate/tax-summary/${MAIN}`);
    expect(summary).toMatchObject(frozen.summary ?? {});
    // 40 LINK were sold on 13 June at 15:10 UTC.
    const soldOn = ({ form_8949: form }: FrozenReport) =>
      form?.parts.flatMap(({ rows }) => rows).find(({ description }) => description === '40 LINK')?.date_sold;
    expect([soldOn(frozen), soldOn(report(here))]).toEqual(['2022-06-14', '2022-06-13']);
    expect(report(here).input_hash).not.toBe(frozen.input_hash);
    const { body: job } = await call(app, 'GET', `/api/v1/jobs/${there.id}`, { headers: partner });
    expect(job.data.params).toMatchObject(zone);
    expect((await generate({ ...body, timezone: 'Mars/Olympus' })).status).toBe(400);
    const wrong = await call(app, 'GET', `/api/calculate/tax-summary/${MAIN}?timezone=Mars/Olympus`);
    expect(wrong.status).toBe(422);
  });

  it('holds only what was asked for, and keeps it after a later run', async () => {
    const first = await made({ tax_year: 2024, include: ['summary', 'lots'] });
    const second = await made({ tax_year: 2024, include: ['lots', 'summary', 'lots'] });
    expect(second.id).not.toBe(first.id);
    expect(Object.keys(report(first)).sort()).toEqual(
      [
        'report_id',
        'input_hash',
        'engine_version',
        'address',
        'tax_year',
        'generated_at',
        'summary',
        'lots',
        'filing',
        'assumptions',
        'history',
        'is_limited',
        'tx_limit',
      ].sort(),
    );
    const again = await fetch(`${app.url}/api/v1/jobs/${first.id}/result`, { headers: partner });
    expect(((await again.json()) as { data: FrozenReport }).data).toEqual(report(first));
    const { data } = (await call(app, 'GET', `/api/v1/jobs/${first.id}`, { headers: partner })).body;
    expect([data.type, data.expires_at, data.params]).toEqual([
      'tax_report',
      null,
      { tax_year: 2024, format: 'json', include: ['summary', 'lots'], owned_wallets: [] },
    ]);
  });

  it('comes as a file', async () => {
    const csv = await made({ tax_year: 2024, format: 'csv' });
    expect(csv.headers.get('Content-Disposition')).toBe(`attachment; filename="form-8949-${MAIN}-2024.csv"`);
    expect(csv.headers.get('X-Report-Id')).toBe(csv.id);
    expect(readTable(new TextDecoder().decode(csv.bytes)).length).toBeGreaterThan(0);
    const income = await made({ tax_year: 2024, format: 'csv', include: ['schedule_1'] });
    expect(income.headers.get('Content-Disposition')).toBe(
      `attachment; filename="schedule-1-${MAIN}-2024.csv"`,
    );
    const pdf = await made({ tax_year: 2024, format: 'pdf' });
    expect(readPdf(pdf.bytes).length).toBeGreaterThan(1);
    const archive = await made({ tax_year: 2024, format: 'zip' });
    expect(archive.headers.get('Content-Type')).toBe('application/zip');
    const files = readZip(Buffer.from(archive.bytes));
    expect([...files.keys()]).toEqual([
      'METHOD.txt',
      `report-${MAIN}-2024.json`,
      `form-8949-${MAIN}-2024.csv`,
      `form-8949-${MAIN}-2024.txf`,
      ...['drake', 'taxact', 'summary'].map((kind) => `form-8949-${MAIN}-2024-${kind}.csv`),
      `form-8949-${MAIN}-2024-notes.txt`,
      ...['csv', 'pdf', 'json'].map((format) => `schedule-d-${MAIN}-2024.${format}`),
      `schedule-1-${MAIN}-2024.csv`,
      `tax-report-${MAIN}-2024.pdf`,
    ]);
    const method = files.get('METHOD.txt')?.toString() ?? '';
    expect(method).toContain('Lots leave first in, first out');
    const lastPage = readPdf(pdf.bytes).at(-1)?.join(' ') ?? '';
    for (const sentence of method.trim().split('\n').slice(0, 3)) expect(lastPage).toContain(sentence);
    expect(files.get(`form-8949-${MAIN}-2024.csv`)?.toString()).toBe(new TextDecoder().decode(csv.bytes));
    expect(
      (JSON.parse(files.get(`report-${MAIN}-2024.json`)?.toString() ?? '') as FrozenReport).report_id,
    ).toBe(archive.id);
  });

  it('shows a user what the plan shows', async () => {
    const { token } = await account(app);
    const frozen = report(
      await made({ tax_year: 2024, include: ['lots'] }, { Authorization: `Bearer ${token}` }),
    );
    expect([frozen.is_limited, frozen.tx_limit]).toEqual([true, 25]);
    expect(
      (await call(app, 'POST', `/api/v1/tax-reports/${MAIN}/generate`, { body: { tax_year: 2024 } })).status,
    ).toBe(401);
  });

  it('has the headers and the name of the direct export', async () => {
    const query = '?tax_year=2024&format=csv';
    const direct = await fetch(`${app.url}/api/v1/tax-reports/${MAIN}/form-8949/export${query}`, {
      headers: partner,
    });
    const job = await made({ tax_year: 2024, format: 'csv' });
    expect(exportHeaders(job.headers)).toEqual([
      expect.stringMatching(/^[1-9]\d*$/),
      'COMPLETE',
      'false',
      null,
      null,
      null,
    ]);
    expect(exportHeaders(job.headers)).toEqual(exportHeaders(direct.headers));
    expect(fileName(job.headers)).toBe(fileName(direct.headers));
  });

  it.each([
    ['no year', {}, 'tax_year'],
    ['a format of its own', { tax_year: 2024, format: 'docx' }, 'format'],
    ['nothing in it', { tax_year: 2024, include: [] }, 'include'],
    ['an unknown part', { tax_year: 2024, include: ['all'] }, 'include.0'],
    ['a form without a form', { tax_year: 2024, format: 'pdf', include: ['lots'] }, 'include'],
  ])('with %s is refused', async (_name, body, field) => {
    const answer = await generate(body);
    expect([answer.status, answer.body.error.field]).toEqual([400, field]);
  });
});

describe('tax files of a history that could not be read on every chain', () => {
  const UNREAD = 'The history of base could not be read.';
  const unavailable = [{ chain: 'base', code: expect.any(String) }];
  let explorer: Explorer;
  let app: TestApp;
  let headers: Record<string, string>;

  beforeAll(async () => {
    explorer = await startExplorer();
    explorer.rows = { txlist: [payment(1, 10)] };
    explorer.intercept = (params, response) => {
      const isBase = params.get('chainid') === '8453';
      if (isBase) sendJson(response, { status: '0', message: 'NOTOK', result: 'Invalid API Key' });
      return isBase;
    };
    app = await startApp({
      ...OFFLINE,
      ETHERSCAN_BASE_URL: explorer.url,
      ETHERSCAN_API_KEY: 'x',
      EVM_CHAINS: 'ethereum,base',
      DEMO_WALLETS: 'false',
    });
    headers = { 'X-Partner-Key': app.partnerKey };
  });
  afterAll(async () => {
    await app?.close();
    await explorer?.close();
  });

  const direct = async (form: string, format: string) => {
    const path = `/api/v1/tax-reports/${WALLET}/${form}/export?tax_year=2020&format=${format}`;
    const response = await fetch(app.url + path, { headers });
    expect([path, response.status]).toEqual([path, 200]);
    return { headers: response.headers, bytes: new Uint8Array(await response.arrayBuffer()) };
  };
  const isMarked = (pdf: Uint8Array): boolean =>
    readPdf(pdf).every(
      (page) => page.includes('INCOMPLETE') && page.join(' ').includes(`INCOMPLETE: ${UNREAD} Do not file.`),
    );

  it('from a job state it in headers, name and content', async () => {
    for (const [format, name] of [
      ['csv', `form-8949-${WALLET}-2020-incomplete.csv`],
      ['pdf', `tax-report-${WALLET}-2020-incomplete.pdf`],
      ['zip', `tax-report-${WALLET}-2020-incomplete.zip`],
    ] as const) {
      const file = await generated(app, WALLET, { tax_year: 2020, format }, headers);
      expect([format, ...exportHeaders(file.headers)]).toEqual([
        format,
        ...['0', 'INCOMPLETE', 'false', 'true', null, null],
      ]);
      expect(fileName(file.headers)).toBe(name);
      if (format === 'pdf') expect(isMarked(file.bytes)).toBe(true);
      if (format !== 'zip') continue;
      const files = readZip(Buffer.from(file.bytes));
      expect([...files.keys()]).toEqual([
        'INCOMPLETE.txt',
        'METHOD.txt',
        `report-${WALLET}-2020-incomplete.json`,
        `form-8949-${WALLET}-2020-incomplete.csv`,
        `form-8949-${WALLET}-2020-incomplete.txf`,
        ...['drake', 'taxact', 'summary'].map((kind) => `form-8949-${WALLET}-2020-${kind}-incomplete.csv`),
        `form-8949-${WALLET}-2020-notes-incomplete.txt`,
        ...['csv', 'pdf', 'json'].map((format) => `schedule-d-${WALLET}-2020-incomplete.${format}`),
        `schedule-1-${WALLET}-2020-incomplete.csv`,
        `tax-report-${WALLET}-2020-incomplete.pdf`,
      ]);
      const note = files.get('INCOMPLETE.txt')?.toString();
      expect(note).toContain('Do not file');
      for (const form of ['Form 8949', 'Schedule D', 'Schedule 1'])
        expect(note).toContain(`- ${form}: ${UNREAD}`);
    }
  });

  it('exported directly state it in headers, name and content', async () => {
    for (const [form, formats] of [
      [
        'form-8949',
        ['csv', 'turbotax', 'drake', 'taxact', 'txf', 'pdf', 'json', 'notes', 'summary_csv', 'summary_pdf'],
      ],
      ['schedule-1', ['csv', 'pdf', 'json']],
    ] as const)
      for (const format of formats) {
        const file = await direct(form, format);
        const text = new TextDecoder().decode(file.bytes);
        expect([form, format, file.headers.get('X-Export-Incomplete')]).toEqual([form, format, 'true']);
        const [suffix, extension] = NAMES[format] ?? ['', format];
        expect(fileName(file.headers)).toBe(`${form}-${WALLET}-2020${suffix}-incomplete.${extension}`);
        if (extension === 'pdf') expect(isMarked(file.bytes)).toBe(true);
        if (format === 'json') expect(JSON.parse(text).unavailable_chains).toEqual(unavailable);
        if (format === 'txf') expect(readTxf(text).records).toEqual([]);
        if (format === 'csv' || format === 'summary_csv') expect(readTable(text)).toHaveLength(1);
        // A program reads every line as a sale.
        if (['turbotax', 'drake', 'taxact'].includes(format)) expect(readTable(text)).toEqual([]);
        if (format === 'csv' || format === 'txf') expect(text).toContain(`INCOMPLETE: ${UNREAD}`);
        if (format === 'notes') expect(text).toContain(`INCOMPLETE\r\n- ${UNREAD}`);
        if (form === 'form-8949' && format === 'json') expect(JSON.parse(text).status).toBe('INCOMPLETE');
      }
  });
});

it('the document describes the export headers of every route that sends a form', async () => {
  const app = await startApp(DEMO_ONLY);
  try {
    const { paths } = (await call(app, 'GET', '/api/docs-json')).body;
    for (const path of [
      '/api/v1/jobs/{job_id}/result',
      '/api/v1/portfolios/{portfolio_id}/form-8949',
      '/api/v1/tax-reports/{address}/form-8949/export',
    ])
      expect([path, Object.keys(paths[path].get.responses['200'].headers ?? {})]).toEqual([
        path,
        expect.arrayContaining(['Content-Disposition', ...EXPORT_HEADERS]),
      ]);
  } finally {
    await app.close();
  }
});

describe('an archive', () => {
  const entries = [
    { name: 'a.txt', content: Buffer.from('hello '.repeat(1000)) },
    { name: 'empty', content: Buffer.alloc(0) },
    { name: 'b.bin', content: Buffer.from(Uint8Array.from({ length: 70_000 }, (_, i) => (i * 31) % 251)) },
  ];
  let archive: Buffer;
  beforeAll(async () => {
    archive = Buffer.from(await zipTask.run({ entries, at: Date.UTC(2026, 0, 31, 12, 30, 8) }));
  });

  it('is read back', () => {
    expect([...readZip(archive)]).toEqual(entries.map(({ name, content }) => [name, content]));
  });

  (hasPython ? it : it.skip)('is whole to another reader', () => {
    const folder = mkdtempSync(join(tmpdir(), 'zip-'));
    try {
      writeFileSync(join(folder, 'a.zip'), archive);
      const script =
        'import sys,zipfile;z=zipfile.ZipFile(sys.argv[1]);print(z.testzip(),[(i.filename,i.file_size,i.date_time) for i in z.infolist()])';
      expect(
        spawnSync('python3', ['-c', script, join(folder, 'a.zip')], { encoding: 'utf8' }).stdout.trim(),
      ).toBe(
        "None [('a.txt', 6000, (2026, 1, 31, 12, 30, 8)), ('empty', 0, (2026, 1, 31, 12, 30, 8)), ('b.bin', 70000, (2026, 1, 31, 12, 30, 8))]",
      );
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});
