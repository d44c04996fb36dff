import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FrozenReport } from '../../src/modules/tax/reports/generate.shapes.dto';
import { zip } from '../../src/modules/tax/reports/zip';
import { account, call } from '../accounts/client';
import { startApp, type TestApp } from '../app.factory';
import { hasPython, readPdf, readTable, readZip } from '../forms/read-back';

const MAIN = '0xde300000000000000000000000000000000a11ce';
const NOWHERE = 'http://127.0.0.1:9';
const OFFLINE = {
  ETHERSCAN_BASE_URL: NOWHERE,
  BLOCKSCOUT_BASE_URL: NOWHERE,
  ROUTESCAN_BASE_URL: NOWHERE,
  DEFILLAMA_COINS_BASE_URL: NOWHERE,
  COINGECKO_BASE_URL: NOWHERE,
  DEMO_WALLETS: 'true',
};

describe('a generated tax report', () => {
  let app: TestApp;
  let partner: Record<string, string>;
  const generate = (body: unknown, headers = partner) =>
    call(app, 'POST', `/api/v1/tax-reports/${MAIN}/generate`, { body, headers });
  /** Waits for the job and asks for what it came to. */
  const made = async (body: unknown, headers = partner) => {
    const started = await generate(body, headers);
    expect(started.status).toBe(202);
    const { job_id: id } = started.body.data;
    for (let i = 0; i < 300; i++) {
      const { data } = (await call(app, 'GET', `/api/v1/jobs/${id}`, { headers })).body;
      if (data.status === 'failed') throw new Error(JSON.stringify(data.error));
      if (data.status === 'completed') break;
      await new Promise((wake) => setTimeout(wake, 50));
    }
    const response = await fetch(`${app.url}/api/v1/jobs/${id}/result`, { headers });
    expect(response.status).toBe(200);
    return {
      id: id as string,
      headers: response.headers,
      bytes: new Uint8Array(await response.arrayBuffer()),
    };
  };
  const report = ({ bytes }: { bytes: Uint8Array }) =>
    (JSON.parse(new TextDecoder().decode(bytes)) as { data: FrozenReport }).data;

  beforeAll(async () => {
    app = await startApp(OFFLINE);
    partner = { 'X-Partner-Key': app.partnerKey };
  }, 60_000);
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
    expect(frozen.form_8949).toEqual(
      await get(`/api/v1/tax-reports/${MAIN}/form-8949/export?tax_year=2024&format=json`),
    );
    expect(frozen.schedule_1).toEqual(
      await get(`/api/v1/tax-reports/${MAIN}/schedule-1/export?tax_year=2024&format=json`),
    );
    expect(frozen.input_hash).toMatch(/^[0-9a-f]{64}$/);
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
    expect(csv.headers.get('Content-Disposition')).toBe('attachment; filename="form-8949-2024.csv"');
    expect(csv.headers.get('X-Report-Id')).toBe(csv.id);
    expect(readTable(new TextDecoder().decode(csv.bytes)).length).toBeGreaterThan(0);
    const income = await made({ tax_year: 2024, format: 'csv', include: ['schedule_1'] });
    expect(income.headers.get('Content-Disposition')).toBe('attachment; filename="schedule-1-2024.csv"');
    const pdf = await made({ tax_year: 2024, format: 'pdf' });
    expect(readPdf(pdf.bytes).length).toBeGreaterThan(1);
    const archive = await made({ tax_year: 2024, format: 'zip' });
    expect(archive.headers.get('Content-Type')).toBe('application/zip');
    const files = readZip(Buffer.from(archive.bytes));
    expect([...files.keys()]).toEqual([
      'report-2024.json',
      'form-8949-2024.csv',
      'form-8949-2024.txf',
      'schedule-1-2024.csv',
      'tax-report-2024.pdf',
    ]);
    expect(files.get('form-8949-2024.csv')?.toString()).toBe(new TextDecoder().decode(csv.bytes));
    expect((JSON.parse(files.get('report-2024.json')?.toString() ?? '') as FrozenReport).report_id).toBe(
      archive.id,
    );
  }, 30_000);

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

describe('an archive', () => {
  const entries = [
    { name: 'a.txt', content: Buffer.from('hello '.repeat(1000)) },
    { name: 'empty', content: Buffer.alloc(0) },
    { name: 'b.bin', content: Buffer.from(Uint8Array.from({ length: 70_000 }, (_, i) => (i * 31) % 251)) },
  ];
  const archive = zip(entries, Date.UTC(2026, 0, 31, 12, 30, 8));

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
