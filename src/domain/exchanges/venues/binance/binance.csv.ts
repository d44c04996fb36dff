import type { FarPlace, RecordKind } from '../../record';
import { isKnownCoin } from '../../coins';
import { incomeByWords } from '../../rules/operation-words';
import { amountOf, cell, momentIn, offsetOf, timeIn, UnreadableRow, type Cells } from '../../cells';
import { FILE_ZONE, type RowFormat, type RowReading } from '../../row';
import { SECOND } from './binance-seconds';

/**
 * OPERATIONS: operation of the statement -> kind. Rows of the same kind of event in one second are its legs. A name
 * that is not listed is read by its words, else kept as `unknown`.
 */
const OPERATIONS: Readonly<Record<string, RecordKind>> = {
  buy: 'trade',
  sell: 'trade',
  fee: 'trade',
  'transaction related': 'trade',
  'transaction buy': 'trade',
  'transaction spend': 'trade',
  'transaction sold': 'trade',
  'transaction revenue': 'trade',
  'transaction fee': 'trade',
  'large otc trading': 'trade',
  'strategy trading': 'trade',
  'buy crypto': 'trade',
  'buy crypto with fiat': 'trade',
  'sell crypto to fiat': 'trade',
  'fiat otc': 'trade',
  'p2p trading': 'deposit',
  'binance convert': 'convert',
  convert: 'convert',
  'auto-convert': 'convert',
  'stablecoins auto-conversion': 'convert',
  'small assets exchange bnb': 'dust',
  'small assets exchange bnb (spot)': 'dust',
  deposit: 'deposit',
  'fiat deposit': 'deposit',
  'fiat withdraw': 'withdrawal',
  withdraw: 'withdrawal',
  'withdrawal fee': 'fee',
  'crypto box': 'deposit',
  pay: 'withdrawal',
  'staking rewards': 'reward',
  'eth 2.0 staking rewards': 'reward',
  'sol staking rewards': 'reward',
  'defi staking interest': 'reward',
  'bnb vault rewards': 'reward',
  'launchpool interest': 'reward',
  'launchpool earnings withdrawal': 'reward',
  'launchpool airdrop': 'airdrop',
  'megadrop rewards': 'airdrop',
  'hodler airdrops distribution': 'airdrop',
  'airdrop assets': 'airdrop',
  distribution: 'airdrop',
  'token swap - distribution': 'migration',
  'token swap - redenomination/rebranding': 'migration',
  'eth 2.0 staking': 'migration',
  'eth 2.0 staking withdrawals': 'migration',
  'savings interest': 'interest',
  'simple earn flexible interest': 'interest',
  'simple earn locked rewards': 'interest',
  'flexible savings interest': 'interest',
  'locked savings interest': 'interest',
  'pool distribution': 'mining',
  'super bnb mining': 'reward',
  'commission history': 'rebate',
  'commission rebate': 'rebate',
  'commission fee shared with you': 'rebate',
  'referral kickback': 'rebate',
  'referral commission': 'rebate',
  'cash voucher': 'rebate',
  'cashback voucher': 'rebate',
  'card cashback': 'rebate',
  'savings purchase': 'internal',
  'savings principal redemption': 'internal',
  'simple earn flexible subscription': 'internal',
  'simple earn flexible redemption': 'internal',
  'simple earn locked subscription': 'internal',
  'simple earn locked redemption': 'internal',
  'staking purchase': 'internal',
  'staking redemption': 'internal',
  'pos savings purchase': 'internal',
  'pos savings redemption': 'internal',
  'pos savings interest': 'reward',
  'defi staking subscription': 'internal',
  'defi staking redemption': 'internal',
  'launchpool subscription/redemption': 'internal',
  'main and funding account transfer': 'internal',
  'transfer between main and funding wallet': 'internal',
  'transfer between spot account and um futures account': 'internal',
  'transfer between spot account and cm futures account': 'internal',
  'transfer between main account/futures and margin account': 'internal',
  'transfer between spot and strategy account': 'internal',
  transfer_in: 'internal',
  transfer_out: 'internal',
  'main/funding transfer': 'internal',
  'realized profit and loss': 'margin',
  realize_profit_and_loss: 'margin',
  'funding fee': 'margin',
  'insurance fund compensation': 'margin',
  'asset recovery': 'adjustment',
};
/**
 * LATER: operations that an earlier release stored without a known meaning -> kind. Collateral stays in the account:
 * `Collateral Spent` is what a new loan takes as collateral.
 */
const LATER: Readonly<Record<string, RecordKind>> = {
  borrow: 'loan',
  'collateral transfer': 'internal',
  'margin loan': 'loan',
  'margin repayment': 'loan',
  'isolated margin loan': 'loan',
  'isolated margin repayment': 'loan',
  'cross margin liquidation - repayment': 'loan',
  'cross margin liquidation - forced repayment': 'loan',
  'isolated margin liquidation - forced repayment': 'loan',
  'crypto loan - borrow': 'loan',
  'crypto loan - repayment': 'loan',
  'crypto loan - collateral added': 'internal',
  'crypto loan - collateral removed': 'internal',
  'crypto loan - collateral return': 'internal',
  'crypto loan - collateral return after liquidation': 'internal',
  'crypto loan - collateral spent': 'internal',
  'flexible loan - borrow': 'loan',
  'flexible loan - lending': 'loan',
  'flexible loan - repayment': 'loan',
  'flexible loan - collateral transfer': 'internal',
  'flexible loan - collateral added': 'internal',
  'flexible loan - collateral removed': 'internal',
  'flexible loan - collateral return': 'internal',
  'flexible loan - collateral return after liquidation': 'internal',
  'flexible loan - collateral spent': 'internal',
  'flexible loan - asset transfer': 'internal',
  'transfer between um futures and funding account': 'internal',
  'transfer between cm futures and funding account': 'internal',
  'transfer between um and cm account': 'internal',
  'transfer between futures contract accounts': 'internal',
  'transfer funds to spot': 'internal',
  'transfer funds to funding wallet': 'internal',
  'insurance fund refund': 'margin',
  'bnb fee deduction': 'fee',
  'margin fee': 'fee',
  'isolated margin liquidation - fee': 'fee',
  'cross margin liquidation - small assets takeover': 'trade',
  'buy crypto with card': 'trade',
  'convert fiat to crypto ocbs': 'trade',
  'rwusd - subscription': 'convert',
  'rwusd - redemption': 'convert',
  'bfusd subscription': 'convert',
  'bfusd redemption': 'convert',
  // A staking token of one coin.
  'wbeth2.0 - staking': 'migration',
  'beth to wbeth wrapping': 'migration',
  'sol staking - purchase': 'migration',
  'sol staking - redemption': 'migration',
  'rwusd - distribution': 'interest',
  'bfusd daily reward': 'interest',
  'simple earn flexible airdrop': 'airdrop',
  'launchpool airdrop - user claim distribution': 'airdrop',
  'launchpool airdrop - system distribution': 'airdrop',
  'hodler airdrops - distribution': 'airdrop',
  'campaign rewards': 'rebate',
  'savings distribution': 'interest',
  'liquid swap rewards': 'reward',
  'swap farming rewards': 'reward',
  'dot slot auction rewards': 'reward',
  'swap farming transaction': 'trade',
  'liquid swap sell': 'trade',
  'leverage token redemption': 'convert',
  'leveraged coin consolidation': 'migration',
  'launchpad subscribe': 'internal',
  'fiat ocbs - add fiat and fees': 'deposit',
  send: 'withdrawal',
  'futures referral rebate': 'rebate',
  'broker withdraw': 'withdrawal',
  'fiat withdrawal': 'withdrawal',
};
/** MEANT: operations that an earlier release stored with another meaning -> kind, and that meaning. */
const MEANT: Readonly<Record<string, readonly [RecordKind, RecordKind]>> = {
  'binance card spending': ['spend', 'withdrawal'],
};

/** Units in Earn have a label of their own: `LDBTC`. LDO is a coin. */
const EARN_LABEL = /^LD(?=[A-Z0-9]{2,}$)/;
const coinIn = (code: string): string => {
  const bare = code.replace(EARN_LABEL, '');
  return bare.length > 2 || isKnownCoin(bare) ? bare : code;
};

/** PLACES: moves whose other row is in the statement only when it has the rows of every account. */
const PLACES: readonly (readonly [RegExp, FarPlace])[] = [
  [/futures|^transfer_(in|out)$/, 'futures'],
  [/funding|funds to spot/, 'funding'],
  [/strategy/, 'strategy'],
];
const JOINT: ReadonlySet<RecordKind> = new Set(['trade', 'convert', 'dust', 'migration']);
const FEES: ReadonlySet<string> = new Set(['fee', 'transaction fee']);

/** Files of 2023 and later state years with two digits. */
const SHORT_YEAR = /^\d{2}-\d{2}-\d{2} /;
const wholeYear = (text: string): string => (SHORT_YEAR.test(text) ? `20${text}` : text);

/** Without a zone in the name of the file, times are UTC. */
function localMoment(cells: Cells): ReturnType<typeof momentIn> {
  const text = wholeYear(cell(cells, 'time'));
  const zone = cell(cells, FILE_ZONE);
  return zone === '' ? momentIn(text) : { at: timeIn(text, offsetOf(zone)) };
}

/** The statement has no ids. Legs of one event share the second, the account and the kind of the event. */
function statement(cells: Cells): RowReading {
  const operation = cell(cells, 'operation').toLowerCase();
  const nativeCoin = cell(cells, 'coin').toUpperCase();
  const coin = coinIn(nativeCoin);
  if (operation === '' || coin === '') throw new UnreadableRow('The row has no operation or no coin');
  const amount = amountOf(cells, 'change');
  if (amount.isZero()) return { skipped: 'The amount is zero' };
  const inUtc = cell(cells, 'utctime');
  const moment = inUtc === '' ? localMoment(cells) : { at: timeIn(wholeYear(inUtc)) };
  const account = cell(cells, 'account').toLowerCase();
  // What a position costs lowers its result.
  const isOfPosition = operation === 'fee' && account.includes('futures');
  const [meant, meantBefore] = MEANT[operation] ?? [];
  const known = OPERATIONS[operation] ?? meant;
  const later =
    known === undefined ? (LATER[operation] ?? incomeByWords(operation, amount) ?? undefined) : undefined;
  const kind = isOfPosition ? 'margin' : (known ?? later ?? 'unknown');
  const group = JOINT.has(kind) ? `${SECOND}${moment.at}:${account}:${kind}` : null;
  const shared = { id: null, group, ...moment, coin, nativeCoin };
  const keyKind =
    later !== undefined ? { keyKind: 'unknown' as const } : meantBefore ? { keyKind: meantBefore } : {};
  if (FEES.has(operation) || kind === 'fee') {
    const keyed =
      later === undefined ? { keyKind: OPERATIONS[operation] ?? kind } : { ...keyKind, keyAmount: amount };
    const fee = { coin, amount: amount.negated() };
    return { drafts: [{ ...shared, ...keyed, kind, amount: amount.mul(0), fee }] };
  }
  const place = kind === 'internal' ? PLACES.find(([name]) => name.test(operation))?.[1] : undefined;
  const unknownName = kind === 'unknown' ? { unknownName: operation } : {};
  return { drafts: [{ ...shared, kind, ...(place ? { place } : {}), amount, ...unknownName, ...keyKind }] };
}

/** Names of the columns in Spanish files -> those of English ones. The operations are in English. */
const SPANISH: Readonly<Record<string, string>> = {
  tiempo: 'time',
  cuenta: 'account',
  operacin: 'operation',
  moneda: 'coin',
  cambio: 'change',
};
const inEnglish = (cells: Cells): Cells =>
  Object.fromEntries(Object.entries(cells).map(([name, text]) => [SPANISH[name] ?? name, text]));

export const BINANCE_CSV: readonly RowFormat[] = [
  {
    name: 'binance_statement',
    exchange: 'binance',
    part: 'ledger',
    needs: ['utctime', 'account', 'operation', 'coin', 'change'],
    read: statement,
  },
  {
    name: 'binance_statement_2025',
    exchange: 'binance',
    part: 'ledger',
    needs: ['userid', 'time', 'account', 'operation', 'coin', 'change'],
    isZoned: true,
    read: statement,
  },
  {
    name: 'binance_statement_es',
    exchange: 'binance',
    part: 'ledger',
    needs: Object.keys(SPANISH),
    isZoned: true,
    read: (cells) => statement(inEnglish(cells)),
  },
];
