import { LaunchError } from '../../src/bootstrap/launch-error';
import { verifyArchive } from '../../src/commands/archives/verify';
import { acceptedRows, emptyBrokerRow, type BrokerRow, type OwnSale } from '../../src/domain/broker';
import { ENGINE_VERSION } from '../../src/domain/engine';
import { formOf, withRows } from '../../src/domain/forms';
import { writeEvidence } from '../../src/modules/broker-forms/evidence/evidence.task';
import { digestOf, fileOf, INPUTS, MANIFEST, ROWS } from '../../src/modules/broker-forms/evidence/manifest';
import { NoPack, verifyPack } from '../../src/modules/broker-forms/evidence/verify-pack';

const rowAt = (day: string): BrokerRow => ({
  ...emptyBrokerRow({ box1c: '1', box1e: day, box1f: '3000.00' }),
  symbol: 'ETH',
});
const saleAt = (day: string): OwnSale => ({
  ...{ id: day, asset: 'ETH', units: '1', acquiredOn: '2026-01-01', soldOn: day, proceeds: 300_000n },
  ...{ fees: 0n, basis: 123_456n, term: 'short', isTransferredIn: false },
});
const DAYS = ['2026-03-01', '2026-04-01'];

function pack(engine = ENGINE_VERSION): Map<string, Uint8Array> {
  const [rows, sales] = [DAYS.map(rowAt), DAYS.map(saleAt)];
  const request = { accounts: [], year: 2026, timezone: 'UTC' };
  const accepted = acceptedRows(new Map(), [{ year: 2026, wallet: 'B', rows, ownSales: sales }], 2026);
  const filed = formOf(
    withRows({ rows: [], omitted: [], excluded: [], isApproximate: false }, accepted, request),
    request,
  );
  const letter = { year: 2026, broker: 'B', formId: 'f', account: 'B' };
  const { json, inputs } = writeEvidence({ letter, rowsOfForm: 2, rows, sales, facts: [], lots: [], filed });
  const files = new Map([
    [ROWS, Buffer.from(json)],
    [INPUTS, Buffer.from(inputs)],
  ]);
  const listed = [...files].map(([name, content]) => fileOf({ name, content }));
  const manifest = {
    form_id: 'f',
    tax_year: 2026,
    engine_version: engine,
    digest: digestOf(listed),
    files: listed,
  };
  return files.set(MANIFEST, Buffer.from(JSON.stringify(manifest)));
}

const edited = (name: string, edit: (text: string) => string, files = pack()): Map<string, Uint8Array> =>
  files.set(name, Buffer.from(edit(String(files.get(name)))));

it('gives the same digest and the same rows', () => {
  const { digest } = JSON.parse(String(pack().get(MANIFEST)));
  expect(verifyPack(pack(), digest)).toEqual({
    ...{ valid: true, digest, engine_version: ENGINE_VERSION, cause: null, changed_files: [] },
    ...{ first_row: null, differences: [] },
  });
});

it('names the file, the first row and the amount that a changed input gives', () => {
  // The basis of the later sale.
  const changed = edited(INPUTS, (text) => {
    const at = text.lastIndexOf('"123456"', text.indexOf('"facts"'));
    return `${text.slice(0, at)}"123457"${text.slice(at + 8)}`;
  });
  const verdict = verifyPack(changed, null);
  expect(verdict).toMatchObject({
    valid: false,
    cause: 'files_changed',
    changed_files: [INPUTS],
    first_row: 'f/B/2',
  });
  expect(verdict.differences).toContainEqual({
    field: 'own_sales.0.cost_basis',
    archived: '1234.56',
    computed: '1234.57',
  });
});

it('names the first row of a table that was changed, and its field', () => {
  const verdict = verifyPack(
    edited(ROWS, (text) => text.replace('"proposed_gain": "3000.00"', '"proposed_gain": "2000.00"')),
    null,
  );
  expect(verdict).toMatchObject({
    ...{ valid: false, cause: 'files_changed', changed_files: [ROWS], first_row: 'f/B/1' },
    differences: [{ field: 'proposed_gain', archived: '2000.00', computed: '3000.00' }],
  });
});

it.each([
  ['a new manifest for changed files', pack(), '0'.repeat(64), 'other_digest', []],
  ['inputs that are no JSON', edited(INPUTS, () => '{'), null, 'files_changed', [INPUTS]],
  ['a file that was added', edited('a.txt', () => 'a'), null, 'files_changed', ['a.txt']],
] as const)('refuses %s', (_name, files, known, cause, changed) => {
  expect(verifyPack(files, known)).toMatchObject({ valid: false, cause, changed_files: changed });
});

it('says when another release of the engine made the archive, if its rows are others', () => {
  expect(verifyPack(pack('0.1'), null)).toMatchObject({ valid: true, engine_version: '0.1' });
});

it('refuses what is no archive', async () => {
  expect(() => verifyPack(new Map(), null)).toThrow(NoPack);
  await expect(verifyArchive(__filename, null)).rejects.toThrow(LaunchError);
  await expect(verifyArchive(`${__filename}.none`, null)).rejects.toThrow(LaunchError);
});
