import { taxSummary, type LedgerEvent } from '../../src/domain/engine';
import { dayText } from '../../src/domain/kernel/calendar';
import { checkFifoWash, checkIrsWash, checkPeerWash } from './wash-expectations';
import { casesOf, describeShared, eventsOf, replayCase, type CaseTx } from './shared-cases';

describeShared('wash sales of the statute and of publication 550', () => {
  it.each(casesOf('irs_wash_sales.json').cases.map((test) => [test.id, test] as const))('%s', (_id, test) => {
    checkIrsWash(replayCase(test), test.expected);
  });
});

describeShared('wash sales over first in, first out', () => {
  it.each(casesOf('wash_sales_crypto_fifo.json').cases.map((test) => [test.id, test] as const))(
    '%s',
    (_id, test) => {
      checkFifoWash(replayCase(test), test.expected);
    },
  );
});

/**
 * The peers split a loss row where its replacement ends; here a slice stays whole and the replacement is split.
 * So rows are compared by what both must agree on: per day of acquisition and sale the quantities, bases, proceeds and
 * gains, and per open lot its basis and time.
 *
 * Not expressible: a tie between replacements bought on one day is decided here by order of acquisition and then of
 * the events (tax-rules 11.4; 26 CFR 1.1091-1(d) is silent), in the peer by size; the case agrees in its totals.
 */
describeShared('wash sales of peers', () => {
  it.each(casesOf('wash_sales_peers.json').cases.map((test) => [test.id, test] as const))(
    '%s',
    (_id, test) => {
      checkPeerWash(replayCase(test), test.expected);
    },
  );
});

describeShared('the 61-day window', () => {
  const [test] = casesOf('exitbook.json').cases.filter(({ id }) => id === 'exitbook-wash-window-after-only');
  const table = test?.us_correct?.['reacquired'] as Record<string, boolean> | undefined;
  const sale = (test?.expected['disposal'] as string | undefined) ?? '1970-01-01';

  it.each(Object.entries(table ?? { [dayText(0)]: true }))('bought on %s', (day, isDisallowed) => {
    const rows: CaseTx[] = [
      tx('old', 'buy', '2023-01-01', { basis_usd: '200' }),
      tx('new', 'buy', day, { basis_usd: '100' }),
      tx('sale', 'sell', sale, { proceeds_usd: '100', lot_selection: ['old'] }),
    ];
    const ledger = replayCase({ id: day, method: 'specific_id', wash_sales: true, expected: {} }, rows);
    expect(taxSummary(ledger, { timezone: 'UTC' }).washSaleCount).toBe(isDisallowed ? 1 : 0);
    const events: LedgerEvent[] = eventsOf(rows);
    expect(events).toHaveLength(3);
  });
});

const tx = (id: string, type: string, timestamp: string, more: Partial<CaseTx>): CaseTx => ({
  id,
  type,
  timestamp,
  asset: 'A',
  quantity: '1',
  wallet: 'w',
  ...more,
});
