import type { Cells } from '../../cells';
import { incomeByWords } from '../../rules/operation-words';
import { amountOf, amountOrZero, cell, momentIn, textOrNull, UnreadableRow } from '../../cells';
import { tradeDrafts, type RowFormat, type RowReading } from '../../row';

/** Fills of Coinbase Pro and Coinbase Advanced: one row is one trade. The fee is in the quote currency. */
function fill(cells: Cells): RowReading {
  const [base, quote] = cell(cells, 'product').toUpperCase().split('-');
  if (!base || !quote) throw new UnreadableRow('product is not a pair');
  const size = amountOf(cells, 'size').abs();
  if (size.isZero()) return { skipped: 'The amount is zero' };
  const cost = amountOf(cells, 'price').mul(size);
  const fee = { coin: quote, amount: amountOrZero(cells, 'fee').abs() };
  const isBuy = /^buy$/i.test(cell(cells, 'side'));
  // A fill has its own id at the exchange; the trade id counts per product.
  const shared = { id: `${base}-${quote}:${cell(cells, 'tradeid')}`, ...momentIn(cell(cells, 'createdat')) };
  const units = { coin: base, amount: size };
  const paid = { coin: quote, amount: cost };
  return { drafts: isBuy ? tradeDrafts(shared, paid, units, fee) : tradeDrafts(shared, units, paid, fee) };
}

/** Account statement of Coinbase Pro: one row per effect. The two rows of a match share the trade id. */
function statement(cells: Cells): RowReading {
  const coin = cell(cells, 'amountbalanceunit').toUpperCase();
  const type = cell(cells, 'type').toLowerCase();
  const amount = amountOf(cells, 'amount');
  if (amount.isZero()) return { skipped: 'The amount is zero' };
  const shared = { id: null, ...momentIn(cell(cells, 'time')), coin };
  const trade = textOrNull(cell(cells, 'tradeid'));
  const group = trade === null ? null : `match:${cell(cells, 'orderid')}:${trade}`;
  switch (type) {
    case 'match':
      return { drafts: [{ ...shared, group, kind: 'trade', amount }] };
    case 'fee':
      return {
        drafts: [
          { ...shared, group, kind: 'trade', amount: amount.mul(0), fee: { coin, amount: amount.negated() } },
        ],
      };
    case 'conversion':
      return { drafts: [{ ...shared, group: `conversion:${shared.at}`, kind: 'convert', amount }] };
    case 'rebate':
      return { drafts: [{ ...shared, kind: 'rebate', amount }] };
    // Between Coinbase and Coinbase Pro, which are one account here, where its rows show the other end. Else on a chain.
    case 'deposit':
    case 'withdrawal':
      return { drafts: [{ ...shared, kind: 'internal', place: 'main', amount }] };
    default: {
      const kind = incomeByWords(type, amount);
      return {
        drafts: [
          kind === null
            ? { ...shared, kind: 'unknown', amount, unknownName: type }
            : { ...shared, kind, keyKind: 'unknown', amount },
        ],
      };
    }
  }
}

export const COINBASE_ADVANCED_CSV: readonly RowFormat[] = [
  {
    name: 'coinbase_advanced_fills',
    exchange: 'coinbase',
    part: 'trades',
    needs: ['tradeid', 'product', 'side', 'createdat', 'size', 'sizeunit', 'price', 'fee', 'total'],
    read: fill,
  },
  {
    name: 'coinbase_pro_account',
    exchange: 'coinbase',
    part: 'ledger',
    needs: ['portfolio', 'type', 'time', 'amount', 'balance', 'amountbalanceunit', 'tradeid', 'orderid'],
    read: statement,
  },
];
