import {
  checkCase,
  checkGains,
  checkRows,
  FILES,
  isNotOurs,
  NOT_EXPRESSIBLE,
  takesFeeElsewhere,
} from './expectations';
import { casesOf, describeShared, replayCase } from './shared-cases';

describeShared('cases of the statute and of peers', () => {
  const cases = FILES.flatMap((file) => casesOf(file).cases);

  it('names only cases that exist as not expressible', () => {
    const ids = new Set(cases.map(({ id }) => id));
    expect(Object.keys(NOT_EXPRESSIBLE).filter((id) => !ids.has(id))).toEqual([]);
  });

  it.each(cases.filter(({ id }) => !(id in NOT_EXPRESSIBLE)).map((test) => [test.id, test] as const))(
    '%s',
    (_id, test) => {
      const expected = test.us_correct ?? test.expected;
      if (expected.error !== undefined) {
        expect(() => replayCase(test)).toThrow(expect.objectContaining({ code: 'VALIDATION_ERROR' }));
        return;
      }
      checkCase(replayCase(test), expected);
    },
  );
});

describeShared('holding period by the calendar', () => {
  it.each(casesOf('holding_period.json').cases.map((test) => [test.id, test] as const))('%s', (_id, test) => {
    const [disposal] = replayCase({ ...test, method: 'fifo' }).disposals;
    expect(disposal?.isLongTerm).toBe((test.us_correct ?? test.expected)['term'] === 'long');
  });
});

describeShared('golden ledgers of rp2', () => {
  const { cases, ledgers = {} } = casesOf('rp2_golden.json');

  it('leaves out only what is not a method of ours', () => {
    expect(cases.filter(isNotOurs).map(({ id }) => id)).toHaveLength(7);
  });

  it.each(cases.filter((test) => !isNotOurs(test)).map((test) => [test.id, test] as const))(
    '%s',
    (_id, test) => {
      const transactions = (ledgers[test.ledger ?? ''] ?? []).filter((tx) => !takesFeeElsewhere(tx, ledgers));
      const assets = new Set(transactions.map(({ asset }) => asset));
      const ledger = replayCase(test, transactions);
      const rows = (test.expected.disposals ?? []).filter(({ asset }) => assets.has(asset));
      checkRows(ledger, rows);
      checkGains(ledger, rows);
    },
  );
});
