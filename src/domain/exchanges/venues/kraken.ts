import { dec, type Decimal } from '../../kernel/decimal';
import type { RecordKind } from '../record';
import { incomeByWords } from '../rules/operation-words';
import { amountOf, amountOrZero, cell, dollarsIn, hashIn, textOrNull, timeIn, UnreadableRow } from '../cells';
import type { Cells } from '../cells';
import { isKnownCoin } from '../coins';
import { PENDING, type RowFormat, type RowReading } from '../row';

/** LONG_CODES: the first currencies have a letter before their code, X for coins and Z for cash. No later one has. */
const LONG_CODES: ReadonlySet<string> = new Set([
  ...['XXBT', 'XETH', 'XLTC', 'XXRP', 'XXLM', 'XXMR', 'XZEC', 'XXDG', 'XETC', 'XREP', 'XMLN'],
  ...['XICN', 'XNMC', 'XXVN', 'XDAO'],
  ...['ZUSD', 'ZEUR', 'ZGBP', 'ZCAD', 'ZJPY', 'ZAUD', 'ZKRW'],
]);
/** Staked, bonded, locked and held units, and opt-in rewards, are the same coin. */
const SUFFIX = /(\.(S|M|P|F|B|T|HOLD)|\d{2}\.S)$/;

/** `XXBT` -> BTC, `ZUSD` -> USD, `DOT28.S` -> DOT. */
export function krakenCoin(code: string): string {
  const plain = code.replace(SUFFIX, '');
  const bare = LONG_CODES.has(plain) ? plain.slice(1) : plain;
  if (bare === 'XBT') return 'BTC';
  if (bare === 'XDG') return 'DOGE';
  return bare === 'ETH2' ? 'ETH' : bare;
}

/**
 * TYPES: `type/subtype` -> kind, and `type` -> the kind of its other subtypes, unless its subtypes decide. Kraken writes a
 * move in the account as a transfer with a subtype.
 */
const TYPES: Readonly<Record<string, RecordKind>> = {
  trade: 'trade',
  spend: 'convert',
  receive: 'convert',
  conversion: 'convert',
  'spend/dustsweeping': 'dust',
  'receive/dustsweeping': 'dust',
  deposit: 'deposit',
  withdrawal: 'withdrawal',
  staking: 'reward',
  // Units of another coin that holders are given.
  dividend: 'airdrop',
  reward: 'reward',
  'invite bonus': 'rebate',
  invitebonus: 'rebate',
  custodytransfer: 'internal',
  sale: 'trade',
  'earn/reward': 'reward',
  'earn/bonusreward': 'reward',
  'earn/allocation': 'internal',
  'earn/deallocation': 'internal',
  'earn/autoallocation': 'internal',
  'earn/migration': 'internal',
  'earn/airdrop': 'airdrop',
  'earn/delistingconversion': 'migration',
  'transfer/spottostaking': 'internal',
  'transfer/stakingfromspot': 'internal',
  'transfer/spotfromstaking': 'internal',
  'transfer/stakingtospot': 'internal',
  'transfer/spottofutures': 'internal',
  'transfer/spotfromfutures': 'internal',
  'transfer/airdrop': 'airdrop',
  'transfer/delistingconversion': 'migration',
  airdrop: 'airdrop',
  'credit/airdrop': 'airdrop',
  margin: 'margin',
  // What it costs to keep a position open.
  rollover: 'margin',
  'margin trade': 'margin',
  // A position that is settled becomes units, for the price at which it was opened.
  settled: 'trade',
  adjustment: 'adjustment',
  nfttrade: 'trade',
  nftcreatorfee: 'fee',
  nftrebate: 'rebate',
};
/**
 * What the row is. A transfer without a subtype brings units of a fork or an airdrop. A subtype without a row in the
 * table is read by its words.
 */
function kindOf(type: string, subtype: string, amount: Decimal): RecordKind {
  const known = TYPES[`${type}/${subtype}`] ?? TYPES[type];
  if (known !== undefined) return known;
  if (type === 'transfer' && subtype === '') return amount.isNegative() ? 'unknown' : 'airdrop';
  return incomeByWords(`${type} ${subtype}`, amount) ?? 'unknown';
}

/** Kinds whose rows with one refid are one event. */
const JOINT: ReadonlySet<RecordKind> = new Set(['trade', 'convert', 'dust', 'migration']);

/** Kinds of rows with a fee alone: that of a trade, and that of a position. */
const KEEPS_KIND: ReadonlySet<RecordKind> = new Set([...JOINT, 'margin']);

/** The same fields in the file and in the API. The fee comes on top of the amount. */
function krakenLedgerRow(cells: Cells): RowReading {
  const id = textOrNull(cell(cells, 'txid'));
  if (id === null) return { skipped: 'The row is the notice of a movement that has its own settled row' };
  const nativeCoin = cell(cells, 'asset').toUpperCase();
  if (nativeCoin === '') throw new UnreadableRow('asset is empty');
  const coin = krakenCoin(nativeCoin);
  const amount = amountOf(cells, 'amount');
  const fee = amountOrZero(cells, 'fee');
  if (amount.isZero() && fee.isZero()) return { skipped: 'The amount is zero' };
  const [type, subtype] = [cell(cells, 'type').toLowerCase(), cell(cells, 'subtype').toLowerCase()];
  const isLabelled = SUFFIX.test(nativeCoin) && (type === 'deposit' || type === 'withdrawal');
  // Staked units do not leave the exchange.
  const kind = isLabelled ? 'internal' : kindOf(type, subtype, amount);
  const refid = textOrNull(cell(cells, 'refid'));
  const trade = refid === null ? null : `ref:${refid}`;
  const isPair = JOINT.has(kind) || kind === 'withdrawal' || kind === 'deposit';
  const isFutures = kind === 'internal' && subtype.endsWith('futures');
  return {
    drafts: [
      {
        id,
        ...(isFutures ? { place: 'futures' as const } : {}),
        group: isPair ? trade : null,
        about: trade,
        at: timeIn(cell(cells, 'time')),
        kind: amount.isZero() && !KEEPS_KIND.has(kind) ? 'fee' : kind,
        coin,
        nativeCoin,
        amount,
        valueUsd: dollarsIn(cell(cells, 'amountusd')),
        fee: { coin, amount: fee },
        txHash: hashIn(cell(cells, 'transactionhash')),
        address: textOrNull(cell(cells, 'address')),
        ...(kind === 'unknown' ? { unknownName: subtype === '' ? type : `${type}/${subtype}` } : {}),
      },
    ],
  };
}

/** Quote currencies: a pair has no separator in the file. */
const QUOTES = [
  ...['USD', 'EUR', 'GBP', 'CAD', 'JPY', 'AUD', 'CHF', 'XBT', 'ETH', 'BTC'],
  ...['USDT', 'USDC', 'PYUSD', 'DAI'],
];
const LONG_CODE = 4;

/** Ways to divide a pair. A long code is the quote of a pair of two codes of its length only. */
function divisions(pair: string): { base: string; quote: string }[] {
  const at = (end: number) => ({ base: pair.slice(0, -end), quote: pair.slice(-end) });
  const short = QUOTES.filter((quote) => pair.length > quote.length && pair.endsWith(quote))
    .sort((a, b) => b.length - a.length)
    .map(({ length }) => at(length));
  const long = pair.length === 2 * LONG_CODE && LONG_CODES.has(at(LONG_CODE).quote) ? [at(LONG_CODE)] : [];
  return [...short, ...long];
}

/** The base decides where several quote currencies fit: a code of the exchange, else a known coin. */
function krakenPair(pair: string): { base: string; quote: string } {
  const [left, right] = pair.toUpperCase().split('/');
  if (left && right) return { base: krakenCoin(left), quote: krakenCoin(right) };
  const found = divisions(pair.toUpperCase());
  const best =
    found.find(({ base }) => LONG_CODES.has(base)) ??
    found.find(({ base }) => isKnownCoin(krakenCoin(base))) ??
    found[0];
  if (best === undefined)
    throw new UnreadableRow(`The pair ${pair.slice(0, 20)} has an unknown quote currency`);
  return { base: krakenCoin(best.base), quote: krakenCoin(best.quote) };
}

/**
 * True for a trade that opens or closes a position. It moves no units: the ledger has its result. The trade that settles
 * a position does.
 */
const isOfPosition = (cells: Cells): boolean =>
  !/^settle/i.test(cell(cells, 'ordertype')) &&
  (amountOrZero(cells, 'margin').gt(0) || /initiated|closing|liquidated/i.test(cell(cells, 'misc')));

/** A trade. Its rows of the ledger have its id as refid, and count instead of it. */
function krakenTradeRow(cells: Cells): RowReading {
  const id = textOrNull(cell(cells, 'txid'));
  if (id === null) throw new UnreadableRow('txid is empty');
  if (isOfPosition(cells)) return { skipped: 'The trade is of a margin position: the ledger has its result' };
  const { base, quote } = krakenPair(cell(cells, 'pair'));
  const [volume, cost]: Decimal[] = [amountOf(cells, 'vol'), amountOf(cells, 'cost')];
  if (!volume || !cost) throw new UnreadableRow('The volume is empty');
  const sign = /^buy$/i.test(cell(cells, 'type')) ? 1 : -1;
  const shared = { id, group: `ref:${id}`, at: timeIn(cell(cells, 'time')), kind: 'trade' as const };
  return {
    drafts: [
      { ...shared, coin: base, amount: volume.mul(sign) },
      {
        ...shared,
        coin: quote,
        amount: cost.mul(-sign),
        fee: { coin: quote, amount: dec(amountOrZero(cells, 'fee')) },
      },
    ],
  };
}

export const KRAKEN_FORMATS: readonly RowFormat[] = [
  {
    name: 'kraken_ledgers',
    exchange: 'kraken',
    part: 'ledger',
    needs: ['txid', 'refid', 'time', 'type', 'asset', 'amount', 'fee'],
    read: krakenLedgerRow,
  },
  {
    name: 'kraken_trades',
    exchange: 'kraken',
    part: 'trades',
    needs: ['txid', 'pair', 'time', 'type', 'cost', 'fee', 'vol'],
    read: krakenTradeRow,
  },
  {
    name: 'kraken_api_ledgers',
    exchange: 'kraken',
    part: 'ledger',
    needs: null,
    api: { id: (cells) => cell(cells, 'txid'), at: (cells) => timeIn(cell(cells, 'time')) },
    read: krakenLedgerRow,
  },
  {
    name: 'kraken_api_trades',
    exchange: 'kraken',
    part: 'trades',
    needs: null,
    api: { id: (cells) => cell(cells, 'txid'), at: (cells) => timeIn(cell(cells, 'time')) },
    read: krakenTradeRow,
  },
  ...(['deposits', 'withdrawals'] as const).map((part): RowFormat => ({
    name: `kraken_api_${part}`,
    exchange: 'kraken',
    part,
    needs: null,
    api: {
      id: (cells) => cell(cells, 'refid'),
      at: (cells) => timeIn(cell(cells, 'time')),
      isOpen: (cells) => !/^(success|failure)$/i.test(cell(cells, 'status')),
    },
    read: (cells) => krakenFundingRow(cells, part),
  })),
];

/** The ledger has the amounts. This list has the transaction, and the address that the units went to. */
function krakenFundingRow(cells: Cells, part: 'deposits' | 'withdrawals'): RowReading {
  const status = cell(cells, 'status').toLowerCase();
  if (status === 'failure') return { skipped: 'The movement failed' };
  if (status !== 'success') return { skipped: PENDING };
  const target = textOrNull(cell(cells, 'info'));
  return {
    details: {
      group: `ref:${cell(cells, 'refid')}`,
      txHash: hashIn(cell(cells, 'txid')),
      address: part === 'withdrawals' ? target : null,
      depositAddress: part === 'deposits' ? target : null,
    },
  };
}
