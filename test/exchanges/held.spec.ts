import { replay } from '../../src/domain/engine';
import { exchangeTransactions, type ExchangeRecord, type RecordKind } from '../../src/domain/exchanges';
import { accountWallet } from '../../src/domain/kernel/address';
import { formatMoney, formatUnits } from '../../src/domain/kernel/units';
import { ledgerEvents, unmatchedTransfers, valueTransactions } from '../../src/domain/normalise';
import { heldUnits } from '../../src/domain/portfolio/needs/held-units';
import { POLICIES } from '../normalise/policies';
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

/** The market says 2000 USD for an ETH, and 1 for the rest. */
function booksOf(...events: string[]) {
  const transactions = valueTransactions(exchangeTransactions(ACCOUNT, recordsOf(events)), (id, at) => ({
    usd: id === 'ethereum:native' ? '2000' : '1',
    at,
    source: 'market',
  }));
  const ledger = replay(ledgerEvents(transactions, { ...POLICIES, owned: new Set() }), FIFO);
  return {
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
