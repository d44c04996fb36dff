import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { EgressPolicy } from '../../../src/adapters/outbound/egress-policy';
import { InstalledForms } from '../../../src/adapters/pdf/official/installed-forms';
import { addForm, checkForms, fetchForms } from '../../../src/commands/forms/official-forms';
import { startLocalUpstream, type LocalUpstream } from '../../support/local-upstream';
import { temporaryFolder } from '../../support/temporary-folder';
import { testForm8949, testScheduleD } from './test-form';

const before = process.env['DATA_DIR'];
let dataDir: string;
let upstream: LocalUpstream;
/** Path -> what is served there. */
let files: Map<string, Uint8Array>;
let good: Map<string, Uint8Array>;

beforeAll(async () => {
  good = new Map([
    ['/f8949--2025.pdf', await testForm8949()],
    ['/f1040sd--2025.pdf', await testScheduleD()],
  ]);
  upstream = await startLocalUpstream((url, response) => {
    const file = files.get(url.pathname);
    if (file) response.writeHead(200, { 'content-type': 'application/pdf' }).end(file);
    else if (url.pathname.includes('moved')) response.writeHead(302, { location: '/f8949--2025.pdf' }).end();
    else response.writeHead(404).end();
  });
});
beforeEach(() => {
  files = new Map(good);
  process.env['DATA_DIR'] = dataDir = temporaryFolder('forms-');
});
afterEach(() => {
  if (before === undefined) delete process.env['DATA_DIR'];
  else process.env['DATA_DIR'] = before;
  rmSync(dataDir, { recursive: true, force: true });
});
afterAll(() => upstream.close());

const fetchAll = (year = '2025', path = '') =>
  fetchForms(year, { url: `${upstream.url}${path}`, policy: new EgressPolicy('allow-private') });
const installed = () => new InstalledForms(dataDir).all();

it('forms fetch installs both forms of a year with their SHA-256, which forms check compares', async () => {
  const { installed: results } = await fetchAll();
  expect(results.map(({ form, year, fields, changed_since }) => [form, year, fields, changed_since])).toEqual(
    [
      ['Form 8949', 2025, 202, null],
      ['Schedule D (Form 1040)', 2025, 55, null],
    ],
  );
  const lock = JSON.parse(readFileSync(join(dataDir, 'irs-forms/2025/lock.json'), 'utf8')) as object;
  expect(lock).toMatchObject({
    f8949: { file: 'f8949.pdf', sha256: results[0]?.sha256, source: `${upstream.url}/f8949--2025.pdf` },
    f1040sd: { sha256: results[1]?.sha256 },
  });
  expect(await checkForms()).toMatchObject({ valid: true, forms: [{ problem: null }, { problem: null }] });

  writeFileSync(join(dataDir, 'irs-forms/2025/f8949.pdf'), await testForm8949({ printed: 2024 }));
  expect(await checkForms()).toMatchObject({
    valid: false,
    forms: [{ problem: 'official_form_changed' }, { problem: null }],
  });
  await expect(new InstalledForms(dataDir).read({ form: 'f8949', year: 2025 })).rejects.toMatchObject({
    code: 'CONFIGURATION_ERROR',
    details: { reason: 'official_form_changed', form: 'f8949', tax_year: 2025 },
  });
});

it('forms check names a form in the folder of another year', async () => {
  const forms = new InstalledForms(dataDir);
  await forms.write(
    { form: 'f8949', year: 2026 },
    good.get('/f8949--2025.pdf') ?? new Uint8Array(),
    'by hand',
  );
  expect(await checkForms()).toMatchObject({
    valid: false,
    forms: [{ year: 2026, problem: 'The printed year is 2025 instead of 2026.' }],
  });
});

it.each([
  [
    'a form of another year',
    '/f1040sd--2025.pdf',
    () => testScheduleD({ printed: 2024 }),
    'printed year is 2024',
  ],
  ['a draft', '/f8949--2025.pdf', () => testForm8949({ mark: 'DRAFT' }), 'DRAFT mark'],
  ['no file', '/f1040sd--2025.pdf', () => null, 'the server answered 404'],
  ['a file that is too large', '/f1040sd--2025.pdf', () => new Uint8Array(9 * 1024 * 1024), 'larger than'],
])('forms fetch installs nothing when one of both is %s', async (_, path, make, message) => {
  const file = await make();
  if (file === null) files.delete(path);
  else files.set(path, file);
  await expect(fetchAll()).rejects.toThrow(message);
  expect(await installed()).toEqual([]);
});

it('forms fetch follows no redirect, and calls no address that is not public', async () => {
  await expect(fetchAll('2025', '/moved')).rejects.toThrow('the server answered 302');
  const asked = upstream.requests.length;
  const guarded = { url: upstream.url, policy: new EgressPolicy('public-only') };
  await expect(fetchForms('2025', guarded)).rejects.toThrow('not allowed');
  expect(upstream.requests).toHaveLength(asked);
});

it.each(['2023', '25', 'next'])('forms fetch refuses the year %s', async (year) => {
  await expect(fetchAll(year)).rejects.toThrow('Known years: 2024, 2025, 2026.');
});

it('forms add reads the form and the year from the file, and states what changed since the year before', async () => {
  const file = join(dataDir, 'from a stick.pdf');
  writeFileSync(file, await testForm8949({ year: 2024 }));
  expect(await addForm(file)).toMatchObject({ form: 'Form 8949', year: 2024, source: 'from a stick.pdf' });
  writeFileSync(file, good.get('/f8949--2025.pdf') ?? '');
  const { changed_since: changed } = await addForm(file);
  // The three boxes of each part that both years have keep their names.
  expect([changed?.year, changed?.added.length, changed?.absent.length]).toEqual([2024, 196, 238]);
  expect(await installed()).toEqual([
    { form: 'f8949', year: 2024 },
    { form: 'f8949', year: 2025 },
  ]);
  writeFileSync(file, 'no form');
  await expect(addForm(file)).rejects.toThrow('cannot be read as a PDF');
  await expect(addForm(join(dataDir, 'absent.pdf'))).rejects.toThrow('There is no file');
});
