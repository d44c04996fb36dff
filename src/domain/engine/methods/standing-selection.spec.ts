import { bought, coinOf, eventBase, FIFO, sold } from '../../../../test/support/engine-events';
import { formatMoney } from '../../kernel/units';
import {
  LedgerSession,
  replay,
  type Dispose,
  type Ledger,
  type LedgerEvent,
  type Move,
  type StandingSelection,
} from '../index';

/** Lots that the taxpayer names before the sale. @source tax-rules 4.3; 26 CFR 1.1012-1(j) */
const COIN = coinOf('COIN', 0);
const at = (day: string) => Date.parse(day);
const buy = (id: string, day: string, cost: string, quantity = 2n): LedgerEvent => ({
  ...eventBase(id, at(day), quantity, COIN),
  ...bought(cost),
});
const sell = (day: string, quantity = 1n): Dispose => ({
  ...eventBase(`sale ${day}`, at(day), quantity, COIN),
  ...sold('100'),
});
const send = (day: string, quantity: bigint, received = quantity): Move => ({
  ...eventBase(`move ${day}`, at(day), quantity, COIN),
  kind: 'move',
  relation: 'transfer',
  toWallet: 'cold',
  toAsset: COIN,
  received,
  feeValue: 0n,
});
const LOTS = [
  buy('first', '2025-01-01', '10'),
  buy('second', '2025-02-01', '70'),
  buy('third', '2025-03-01', '40'),
];
const order = (more: Partial<StandingSelection> = {}): StandingSelection => ({
  wallet: 'w',
  assetId: COIN.id,
  from: at('2025-04-01'),
  appliesTo: ['disposals'],
  lots: [{ lot: 'second', quantity: null }],
  ...more,
});
const SPECIFIC = { ...FIFO, method: 'specific_id' } as const;
const ledgerOf = (events: readonly LedgerEvent[], ...standing: StandingSelection[]): Ledger =>
  replay([...LOTS, ...events], { ...SPECIFIC, standing });
const nameOf = ({ lots }: Ledger, lotId: string) => lots.find(({ id }) => id === lotId)?.transactionId;
const sales = (ledger: Ledger): string[] =>
  ledger.disposals.map((one) =>
    [`${one.quantity} ${nameOf(ledger, one.lotId)} ${formatMoney(one.costBasis)}`, ...one.flags].join(' '),
  );
const moved = (ledger: Ledger): string[] =>
  ledger.lots
    .filter(({ wallet, remaining }) => wallet === 'cold' && remaining > 0n)
    .map((lot) => `${lot.remaining} ${lot.transactionId}`);

describe('a standing selection', () => {
  it('decides from its time on, until its units are gone', () => {
    const events = [sell('2025-03-31'), sell('2025-04-01'), sell('2025-05-01'), sell('2025-06-01')];
    expect(sales(ledgerOf(events))).toEqual(['1 first 5', '1 first 5', '1 second 35', '1 second 35']);
    expect(sales(ledgerOf(events, order()))).toEqual([
      '1 first 5',
      '1 second 35',
      '1 second 35',
      '1 first 5',
    ]);
  });

  it('names units of lots in an order; the method takes the rest and is flagged', () => {
    const lots = [
      { lot: 'third', quantity: 1n },
      { lot: 'second', quantity: 1n },
    ];
    expect(sales(ledgerOf([sell('2025-04-02', 4n), sell('2025-04-03', 2n)], order({ lots })))).toEqual([
      '1 third 20',
      '1 second 35',
      '2 first 10 selection_filled',
      '1 second 35',
      '1 third 20',
    ]);
  });

  it('is replaced by a later order, and ends without an effect on what it took', () => {
    const events = [sell('2025-04-01'), sell('2025-05-01'), sell('2025-06-01')];
    const later = order({ from: at('2025-05-01'), lots: [{ lot: 'third', quantity: null }] });
    expect(sales(ledgerOf(events, order(), later))).toEqual(['1 second 35', '1 third 20', '1 third 20']);
    expect(sales(ledgerOf(events, order({ until: at('2025-05-01') })))).toEqual([
      '1 second 35',
      '1 first 5',
      '1 first 5',
    ]);
    const ended = { ...later, until: at('2025-06-01') };
    expect(sales(ledgerOf(events, order(), ended))).toEqual(['1 second 35', '1 third 20', '1 first 5']);
  });

  it('takes what it applies to: transfers and fees where it names them', () => {
    const gas: LedgerEvent = { ...sell('2025-04-03'), ...sold('0'), type: 'fee' };
    const events = [send('2025-04-02', 1n), gas, sell('2025-04-04')];
    expect(moved(ledgerOf(events, order()))).toEqual(['1 first']);
    expect(sales(ledgerOf(events, order()))).toEqual(['1 first 5', '1 second 35']);
    const transfers = ledgerOf(events, order({ appliesTo: ['transfers'] }));
    expect([moved(transfers), sales(transfers)]).toEqual([['1 second'], ['1 first 5', '1 first 5']]);
    expect(sales(ledgerOf(events, order({ appliesTo: ['fees'] })))).toEqual(['1 second 35', '1 first 5']);
  });

  it('leaves a lot to a selection for one sale, and applies to its wallet and asset alone', () => {
    const chosen = { ...sell('2025-04-02', 2n), selections: [{ lot: 'third', quantity: null }] };
    expect(sales(ledgerOf([chosen, sell('2025-04-03')], order()))).toEqual(['2 third 40', '1 second 35']);
    const elsewhere = [order({ wallet: 'other' }), order({ assetId: 'x:OTHER' })];
    expect(sales(ledgerOf([sell('2025-04-02')], ...elsewhere))).toEqual(['1 first 5']);
  });

  it('is the same for events in any order of arrival', () => {
    const events = [...LOTS, sell('2025-04-01'), sell('2025-05-01'), sell('2025-06-01')];
    const session = new LedgerSession({ ...SPECIFIC, standing: [order()] });
    session.append(events.filter((_, i) => i % 2 === 0));
    const late = session.append(events.filter((_, i) => i % 2 === 1));
    expect(sales(late)).toEqual(['1 second 35', '1 second 35', '1 first 5']);
  });
});

it('identified units of a transfer inside a shared pool are not lost on the way', () => {
  const chosen = { ...send('2025-04-01', 4n, 2n), selections: [{ lot: 'first', quantity: 2n }] };
  const ledger = replay([...LOTS, chosen], {
    ...SPECIFIC,
    sharedPools: [{ assetId: COIN.id, wallets: ['w', 'cold'] }],
  });
  expect(sales(ledger)).toEqual(['2 second 70']);
});
