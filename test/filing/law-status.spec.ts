import { LAW_AS_OF } from '../../src/domain/engine';
import { form8949 } from '../../src/domain/forms';
import { toAssumptions } from '../../src/presenters/assumptions.presenter';
import { toScheduleD } from '../../src/presenters/filing/schedule-d.presenter';
import { toForm8949 } from '../../src/presenters/forms/form-8949.presenter';
import { ledgerOf } from '../forms/ledgers';
import { POLICIES } from '../chain/policies';
import { FIFO } from '../support/engine-events';

const LAW_YEAR = Number(LAW_AS_OF.slice(0, 4));
const assumptions = toAssumptions(FIFO, POLICIES);

/** What both forms of a year state about the law, when they are read in another year. */
function statedOf(year: number, currentYear: number): [boolean, string] {
  const form = form8949(ledgerOf([]), { accounts: [], year, timezone: 'UTC' });
  const facts = { address: 'a', method: 'fifo' as const, assumptions, window: { limit: null, total: 0 } };
  const returned = {
    shortTermCarryover: 0n,
    longTermCarryover: 0n,
    isMarriedFilingSeparately: false,
    taxableIncome: null,
  };
  const schedule = toScheduleD(form, returned, {
    address: 'a',
    currentYear,
    question: { question: null, answer: 'no', receipts: 0, dispositions: 0 },
    officialForm: 'not_installed',
    notes: [],
    assumptions,
  });
  return [toForm8949(form, [], facts).is_preliminary, schedule.law_status];
}

describe('a year beyond the date of the law', () => {
  it('is preliminary on each form, also when it is over', () => {
    expect(statedOf(LAW_YEAR, LAW_YEAR + 1)).toEqual([true, 'PRELIMINARY']);
    expect(statedOf(LAW_YEAR - 1, LAW_YEAR)).toEqual([false, 'FINAL']);
  });

  it('is stated by every report, with the date', () => {
    expect(assumptions.law_as_of).toBe(LAW_AS_OF);
  });
});
