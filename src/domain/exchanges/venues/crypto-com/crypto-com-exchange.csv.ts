import { amountOf, cell, textOrNull, timeIn, UnreadableRow, type Cells } from '../../cells';
import type { RecordKind } from '../../record';
import type { RowFormat, RowReading } from '../../row';
import { movement, named } from '../moves';

/** TYPES: `Journal Type` -> kind and sign. `OFFCHAIN` is a move between the Exchange and the app. */
const TYPES: Readonly<Record<string, readonly [kind: RecordKind, sign: 1 | -1]>> = {
  ONCHAIN_DEPOSIT: ['deposit', 1],
  DEPOSIT: ['deposit', 1],
  ONCHAIN_WITHDRAWAL: ['withdrawal', -1],
  WITHDRAW: ['withdrawal', -1],
  WITHDRAW_FEE: ['fee', -1],
  OFFCHAIN_DEPOSIT: ['internal', 1],
  OFFCHAIN_WITHDRAWAL: ['internal', -1],
  SOFT_STAKE_REWARD: ['reward', 1],
  CORRECTION_REWARD: ['reward', 1],
};

/** The bundle of stablecoins, which can be withdrawn as one of them. */
const COINS: Readonly<Record<string, string>> = { USD_STABLE_COIN: 'USDC' };

/** A row is one leg; the rows of a trade have its id. @source cryptoTax, R/format_CDC_exchange.R */
function row(cells: Cells): RowReading {
  const type = cell(cells, 'journaltype').toUpperCase();
  const code = cell(cells, 'instrument').toUpperCase();
  const coin = COINS[code] ?? code;
  const amount = amountOf(cells, 'transactionquantity').abs();
  const trade = textOrNull(cell(cells, 'tradeid'));
  const shared = { id: null, at: timeIn(cell(cells, 'timeutc')) };
  const group = trade === null ? null : `trade:${trade}`;
  if (type === 'TRADING') {
    const side = cell(cells, 'side').toUpperCase();
    if (side !== 'BUY' && side !== 'SELL')
      throw new UnreadableRow(`"${side.slice(0, 40)}" is no side of a trade`);
    return movement({ ...shared, group }, 'trade', type, {
      coin,
      amount: side === 'BUY' ? amount : amount.negated(),
    });
  }
  if (type === 'TRADE_FEE')
    return movement({ ...shared, group }, 'trade', type, { coin, amount: amount.mul(0) }, { coin, amount });
  const known = Object.hasOwn(TYPES, type) ? TYPES[type] : undefined;
  const [kind, sign] = known ?? [undefined, amountOf(cells, 'transactionquantity').isNegative() ? -1 : 1];
  return movement(
    { ...shared, ...(kind === 'internal' ? { place: 'exchange' as const } : {}) },
    kind,
    type.toLowerCase(),
    { coin, amount: amount.mul(sign) },
  );
}

export const CRYPTO_COM_EXCHANGE_CSV: readonly RowFormat[] = [
  {
    name: 'cryptocom_exchange',
    exchange: 'cryptocom',
    part: 'ledger',
    needs: named(['Time (UTC)', 'Journal Type', 'Instrument', 'Side', 'Transaction Quantity', 'Trade ID']),
    read: row,
  },
];
