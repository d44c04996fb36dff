import { expectedFields } from '../../../src/domain/forms';
import { acceptForm, identityOf } from '../../../src/adapters/pdf/official/accept';

import { testForm8949, testScheduleD } from './test-form';

let blank8949: Uint8Array;
let blankD: Uint8Array;
beforeAll(async () => {
  blank8949 = await testForm8949();
  blankD = await testScheduleD();
});

describe('the fields of the official forms', () => {
  it.each([
    [2024, 244],
    [2025, 202],
    [2026, 202],
  ])('of %i are %i on Form 8949, and 55 on Schedule D', async (year, count) => {
    const names = await acceptForm(await testForm8949({ year }), { form: 'f8949', year });
    expect(names).toHaveLength(count);
    expect(names).toEqual(
      expectedFields('f8949', year)
        ?.map(({ name }) => name)
        .sort(),
    );
    const schedule = await acceptForm(await testScheduleD({ year }), { form: 'f1040sd', year });
    expect(schedule).toHaveLength(55);
    expect(schedule).toEqual(
      expectedFields('f1040sd', year)
        ?.map(({ name }) => name)
        .sort(),
    );
  });

  it('are known for no other year', () => {
    expect([expectedFields('f8949', 2023), expectedFields('f1040sd', 2027)]).toEqual([null, null]);
  });
});

describe('a file that is offered as a form', () => {
  const F8949 = { form: 'f8949', year: 2025 } as const;

  it('is known by what is printed on it', async () => {
    expect(await identityOf(blank8949)).toEqual(F8949);
    expect(await identityOf(blankD)).toEqual({ form: 'f1040sd', year: 2025 });
  });

  it.each([
    ['with the year of another', { printed: 2024 }, 'The printed year is 2024 instead of 2025.'],
    ['with a draft mark', { mark: 'DRAFT' }, 'DRAFT mark'],
    ['with words of a draft in pieces', { mark: 'Do not file' }, 'DRAFT mark'],
    [
      'without a field',
      { without: 'topmostSubform[0].Page2[0].f2_95[0]' },
      'The field topmostSubform[0].Page2[0].f2_95[0] is missing.',
    ],
    [
      'with boxes of other letters',
      { letters: 'ABCIHGDEFJKL' },
      'The box topmostSubform[0].Page1[0].c1_1[3] is beside I instead of G.',
    ],
    [
      'with totals under other columns',
      { shift: 70 },
      'The total topmostSubform[0].Page1[0].f1_91[0] is not under column (d).',
    ],
  ])('%s is refused by name', async (_, options, message) => {
    await expect(acceptForm(await testForm8949(options), F8949)).rejects.toThrow(message);
  });

  it('is refused as another form, and as no PDF', async () => {
    await expect(acceptForm(blankD, F8949)).rejects.toThrow(
      'The file is Schedule D (Form 1040) instead of Form 8949.',
    );
    await expect(identityOf(new TextEncoder().encode('<html>404</html>'))).rejects.toThrow(
      'cannot be read as a PDF',
    );
  });
});
