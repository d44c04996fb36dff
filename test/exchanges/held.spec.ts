import { replay } from '../../src/domain/engine';
import { exchangeTransactions, type ExchangeRecord, type RecordKind } from '../../src/domain/exchanges';
import { accountWallet } from '../../src/domain/kernel/address';
import { formatMoney, formatUnits } from '../../src/domain/kernel/units';
import {
  choicesOf,
  ledgerEvents,
  statedRule,
  statementKey,
  unmatchedTransfers,
  valueTransactions,
  withStatements,
  type StatedTypeName,
} from '../../src/domain/chain';
import { heldUnits } from '../../src/domain/portfolio/needs/held-units';
import { POLICIES } from '../chain/policies';
import { FIFO } from '../support/engine-events';

const ACCOUNT = { id: '00000000-0000-4000-8000-0000000000aa', exchange: 'kraken' } as const;

/** `kind coin amount …`: the legs of one event, a day after the one before. */
const recordsOf = (events: readonly string[]): ExchangeRecord[] =>
  events.flatMap((event, day) => {
    const [kind, ...moved] = event.split(' ');
    return Array.from({ length: moved.length / 2 }, (_, leg): ExchangeRecord => ({
      id: `${day}.${leg}`,
      group: `${day}`,
      at: Date.UTC(2023, 0, 1 + day),
      kind: kind as RecordKind,
      coin: moved[2 * leg] ?? '',
      nativeCoin: moved[2 * leg] ?? '',
      amount: moved[2 * leg + 1] ?? '',
      fee: null,
      txHash: null,
      address: null,
      depositAddress: null,
    }));
  });

const booksOf = (...events: string[]) => decided(events);

/**
 * The market says 2000 USD for an ETH, and 1 for the rest.
 * @param stated what the owner says of the last event
 */
function decided(events: readonly string[], stated?: StatedTypeName) {
  const read = exchangeTransactions(ACCOUNT, recordsOf(events));
  const last = read.at(-1);
  const statements =
    stated && last
      ? [[statementKey(last.chain, last.hash), { type: stated, incomeType: incomeOf(stated) }] as const]
      : [];
  const transactions = valueTransactions(
    withStatements(read, { statements: new Map(statements), spam: new Map() }),
    (id, at) => ({ usd: id === 'ethereum:native' ? '2000' : '1', at, source: 'market' }),
  );
  const ledger = replay(ledgerEvents(transactions, { ...POLICIES, owned: new Set() }), FIFO);
  return {
    choices: last ? choicesOf(last) : [],
    rule: transactions.at(-1)?.rule,
    income: ledger.income.map(({ type, fairMarketValue }) => `${type} ${formatMoney(fairMarketValue)}`),
    gain: formatMoney(ledger.disposals.reduce((sum, one) => sum + one.gain, 0n)),
    types: transactions.map(({ type, flags }) => [type, ...flags].join(' ')),
    sold: ledger.disposals.map(({ type, asset }) => `${type} ${asset.symbol}`),
    lots: ledger.lots
      .filter(({ remaining }) => remaining > 0n)
      .map(
        ({ wallet, asset, remaining, cost, acquiredAt }) =>
          `${wallet.split('>')[1] ?? 'account'}: ${formatUnits(remaining, asset.decimals)} ${asset.symbol} ` +
          `${formatMoney(cost)} ${new Date(acquiredAt ?? NaN).toISOString().slice(0, 10)}`,
      ),
    unmatched: unmatchedTransfers(transactions, accountWallet(ACCOUNT.id), 9).count,
    held: heldUnits(ledger, transactions).map(
      ({ cause, leg }) =>
        `${cause} ${leg.direction} ${formatUnits(leg.quantity, leg.asset.decimals)} ${leg.asset.symbol} ` +
        (leg.valueUsd === null ? '?' : formatMoney(leg.valueUsd)),
    ),
  };
}

const incomeOf = (type: StatedTypeName) => (type === 'income' ? ('airdrop' as const) : null);

const BOUGHT = 'trade ETH 2 USD -3000';

describe('what left an exchange account', () => {
  it('without its other end is held with basis and date, and is no sale', () => {
    expect(booksOf(BOUGHT, 'withdrawal ETH -1.5')).toMatchObject({
      sold: [],
      lots: ['account: 0.5 ETH 750 2023-01-01', 'withdrawn: 1.5 ETH 2250 2023-01-01'],
      held: ['no_other_end out 1.5 ETH 3000'],
      unmatched: 1,
    });
  });

  it('by an operation that nobody classified is held in the same way', () => {
    for (const kind of ['unknown', 'adjustment', 'migration'])
      expect(booksOf(BOUGHT, `${kind} ETH -1.5`)).toMatchObject({
        sold: [],
        lots: ['account: 0.5 ETH 750 2023-01-01', 'unknown operation: 1.5 ETH 2250 2023-01-01'],
        held: ['unknown_operation out 1.5 ETH 3000'],
        unmatched: 0,
      });
  });

  it('as a fee is paid', () => {
    expect(booksOf(BOUGHT, 'fee ETH -0.1')).toMatchObject({ sold: ['spend ETH'], held: [] });
  });

  it('as cash needs no other end', () => {
    for (const event of ['withdrawal USD -500', 'deposit USD 500', 'unknown USD -5', 'unknown USD 5'])
      expect(booksOf(event)).toMatchObject({ sold: [], lots: [], held: [], unmatched: 0 });
  });
});

describe('an operation that nobody classified', () => {
  it('lists what it brought', () => {
    expect(booksOf('unknown ETH 1')).toMatchObject({
      lots: ['account: 1 ETH 0 2023-01-01'],
      held: ['unknown_operation in 1 ETH 2000'],
    });
    expect(booksOf('deposit ETH 1').held).toEqual([]);
  });

  it('with two currencies is a trade', () => {
    expect(
      booksOf('unknown ETH 2 USD -3000', 'unknown ETH -1 BTC 2000', 'unknown ETH -1 USD 2000'),
    ).toMatchObject({
      types: [
        'buy classification_uncertain',
        'swap classification_uncertain',
        'sell classification_uncertain',
      ],
      sold: ['swap ETH', 'sale ETH'],
      lots: ['account: 2000 BTC 2000 2023-01-02'],
      held: [],
    });
  });
});

/** @source coverage.md 2.15 */
describe('what its owner states', () => {
  const OUT: Partial<Record<StatedTypeName, [sold: string[], gain: string, lots: string[]]>> = {
    internal_transfer: [[], '0', ['own account: 1.5 ETH 2250 2023-01-01']],
    sell: [['sale ETH'], '750', []],
    spend: [['spend ETH'], '750', []],
    gift: [['gift ETH'], '0', []],
    donation: [['donation ETH'], '0', []],
    fee: [['fee ETH'], '750', []],
    lost: [['lost ETH'], '0', []],
    stolen: [['stolen ETH'], '0', []],
    deposit: [[], '0', ['deposit: 1.5 ETH 2250 2023-01-01']],
    repay: [['repayment ETH'], '750', []],
    liquidation: [['liquidation ETH'], '750', []],
  };

  it.each(['withdrawal', 'unknown', 'adjustment', 'migration'])('replaces the held state of a %s', (kind) => {
    const events = [BOUGHT, `${kind} ETH -1.5`];
    const { choices } = booksOf(...events);
    expect(choices).toEqual(Object.keys(OUT));
    for (const type of choices) {
      const { rule, sold, gain, lots, held, unmatched } = decided(events, type);
      const [expectedSold, expectedGain, others] = OUT[type] ?? [];
      expect({ type, rule, held, unmatched }).toEqual({
        type,
        rule: statedRule(type),
        held: [],
        unmatched: 0,
      });
      expect({ type, sold, gain, lots }).toEqual({
        type,
        sold: expectedSold,
        gain: expectedGain,
        lots: ['account: 0.5 ETH 750 2023-01-01', ...(others ?? [])],
      });
    }
  });

  const IN: Partial<Record<StatedTypeName, [cost: string, income: string[]]>> = {
    internal_transfer: ['0', []],
    buy: ['2000', []],
    income: ['2000', ['airdrop 2000']],
    transfer_in: ['0', []],
    withdrawal: ['0', []],
    borrow: ['2000', []],
  };

  it.each(['deposit', 'unknown'])('is what a %s brought', (kind) => {
    const events = [`${kind} ETH 1`];
    const { choices } = booksOf(...events);
    expect(choices).toEqual(Object.keys(IN));
    for (const type of choices) {
      const { rule, income, lots, held } = decided(events, type);
      const [cost, expectedIncome] = IN[type] ?? [];
      expect({ type, rule, held }).toEqual({ type, rule: statedRule(type), held: [] });
      expect({ type, income, lots }).toEqual({
        type,
        income: expectedIncome,
        lots: [`account: 1 ETH ${cost} 2023-01-01`],
      });
    }
    expect(booksOf(`${kind} SHIB 1`).choices).toContain('spam');
  });

  it('is a trade for cash, or for another coin', () => {
    const sale = ['unknown ETH 2 USD -3000', 'unknown ETH -1 USD 2000'];
    expect(booksOf(...sale).choices).toEqual(Object.keys(OUT));
    expect(decided(sale, 'sell')).toMatchObject({
      sold: ['sale ETH'],
      gain: '500',
      types: expect.arrayContaining(['sell manual']),
    });
    const swap = [BOUGHT, 'unknown ETH -1 BTC 2000'];
    expect(booksOf(...swap).choices).toEqual(['swap', 'wrap', 'lp_add', 'lp_remove', 'income', 'borrow']);
    expect(decided(swap, 'wrap').sold).toEqual([]);
  });

  it('is income in cash, or nothing', () => {
    expect(booksOf('unknown USD 5').choices).toEqual(['internal_transfer', 'income']);
    expect(booksOf('unknown USD -5').choices).toEqual(['internal_transfer', 'spend', 'gift', 'fee']);
    expect(decided(['unknown USD 5'], 'income')).toMatchObject({ income: ['airdrop 5'], lots: [] });
    expect(decided(['unknown USD -5'], 'fee')).toMatchObject({ rule: 'manual_fee', sold: [], lots: [] });
  });

  it('brings back what went to a wallet of its own', () => {
    const events = [BOUGHT, 'withdrawal ETH -1', 'deposit ETH 1'];
    const read = exchangeTransactions(ACCOUNT, recordsOf(events));
    const own = { type: 'internal_transfer', incomeType: null } as const;
    const statements = read.slice(1).map(({ chain, hash }) => [statementKey(chain, hash), own] as const);
    const txs = withStatements(read, { statements: new Map(statements), spam: new Map() });
    const ledger = replay(
      ledgerEvents(
        valueTransactions(txs, () => null),
        { ...POLICIES, owned: new Set() },
      ),
      FIFO,
    );
    const open = ledger.lots.filter(({ remaining }) => remaining > 0n);
    expect(open.map(({ isUntracked }) => isUntracked)).toEqual([false, false]);
    expect(open.every(({ wallet }) => !wallet.includes('>'))).toBe(true);
  });
});
