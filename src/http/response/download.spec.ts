import { addressLabel, exportName, yearStem } from './download';

const FACTS = { isTruncated: false, isIncomplete: false, isLimited: false };

it('names a file after form, address, year and format', () => {
  expect(exportName(yearStem('form-8949', '0xAbC1', 2024), 'csv', FACTS)).toBe('form-8949-0xAbC1-2024.csv');
  expect(exportName(yearStem('form-8949', '0xAbC1', 2024), 'csv', { ...FACTS, isLimited: true })).toBe(
    'form-8949-0xAbC1-2024-incomplete.csv',
  );
});

it('has the fingerprint of an extended key, and no character that a file system refuses', () => {
  const key = `zpub${'6rFR7y4Q2AijBEqTUquhVz398htDFrtymD9xYYfG1m4w'.repeat(2)}`;
  const label = addressLabel(`wpkh([deadbeef/84h/0h/0h]${key}/<0;1>/*)#qwertyui`);
  expect(label).toMatch(/^wpkh-deadbeef-84h-0h-0h-zpub-[0-9a-f]{8}-0-1-qwertyui$/);
  expect(addressLabel('exchange:3f2b8c1e-6d4a-4f0b-9a57-1c2d3e4f5a6b')).toBe(
    'exchange-3f2b8c1e-6d4a-4f0b-9a57-1c2d3e4f5a6b',
  );
  expect(addressLabel('x'.repeat(500))).toHaveLength(80);
});
