import type { RecordKind } from '../../record';

/**
 * KINDS: operation -> what it does to the units of the row. A send and a withdrawal contain the network fee.
 * A name that is not listed is read by its words, else kept as `unknown`.
 */
export const KINDS: Readonly<Record<string, RecordKind>> = {
  receive: 'deposit',
  send: 'withdrawal',
  deposit: 'deposit',
  withdrawal: 'withdrawal',
  'coinbase earn': 'airdrop',
  'learning reward': 'airdrop',
  'rewards income': 'reward',
  'staking income': 'reward',
  'inflation reward': 'reward',
  'reward income': 'interest',
  interest: 'interest',
  'interest income': 'interest',
  'usdc rewards': 'interest',
  'incentives rewards payout': 'rebate',
  'card buy back': 'rebate',
  'subscription rebate': 'rebate',
  'subscription rebates (24 hours)': 'rebate',
  'fork income': 'fork',
  'asset migration': 'migration',
  'wrap asset': 'wrap',
  'unwrap asset': 'wrap',
  wrap: 'wrap',
  unwrap: 'wrap',
  // ETH2 and ETH are one coin.
  'retail eth2 deprecation': 'internal',
  'exchange deposit': 'internal',
  'exchange withdrawal': 'internal',
  'pro deposit': 'internal',
  'pro withdrawal': 'internal',
  'retail staking transfer': 'internal',
  'retail unstaking transfer': 'internal',
  'vault withdrawal': 'internal',
  'vault deposit': 'internal',
  'staking transfer': 'internal',
  'unstaking transfer': 'internal',
  'admin debit': 'adjustment',
  'admin credit': 'adjustment',
  'transaction fee': 'fee',
};
/** LATER: operations that an earlier release stored without a known meaning -> kind. */
export const LATER: Readonly<Record<string, RecordKind>> = {
  'credit card reward': 'rebate',
  'interest payout': 'interest',
  'incentives shared clawback': 'rebate',
  'retail simple price improvement': 'rebate',
  'retail simple dust': 'dust',
  'credit card balance payment': 'spend',
  subscription: 'fee',
  donation: 'withdrawal',
  'fiat deposit': 'deposit',
  'fiat withdrawal': 'withdrawal',
  'onchain deposit': 'deposit',
  'cash to savings': 'internal',
  'savings to cash': 'internal',
  'eth2 deposit': 'internal',
  transfer: 'internal',
  'derivatives settlement': 'margin',
};
/** A payment for goods, which an earlier release stored as a withdrawal. */
export const PAYMENT = 'paid for an order';
/** Operations that take units although the row shows the amount without a sign. */
export const TAKES: ReadonlySet<string> = new Set([
  ...['send', 'withdrawal', 'paid for an order', 'admin debit', 'transaction fee'],
  ...['exchange deposit', 'pro deposit', 'retail staking transfer', 'vault deposit', 'staking transfer'],
  ...['credit card balance payment', 'subscription', 'donation', 'fiat withdrawal'],
  'incentives shared clawback',
]);

/** Coinbase Pro, which was named Coinbase Exchange later. */
export const PRO = /^(pro|exchange) (deposit|withdrawal)$/;

/** A movement to Coinbase Pro, whose first name was GDAX, or from there, by its notes. */
export const WITH_PRO = /\b(to|from) (coinbase (pro|exchange)|gdax)\b/i;

/** RECEIVED: who sent the units of a receipt, as the notes of 2020 and 2021 name it -> kind. The first that fits counts. */
const RECEIVED: readonly (readonly [RegExp, RecordKind])[] = [
  [WITH_PRO, 'internal'],
  [/from coinbase (earn|learn)|learning reward/i, 'airdrop'],
  [/from coinbase (referral|bonus|card|promotion|prize)|referral (reward|bonus)/i, 'rebate'],
  [/from coinbase rewards?\b/i, 'reward'],
  [/from coinbase (interest|yield|lend)/i, 'interest'],
  // The one thing that Coinbase sent in its own name: a reward for a lesson.
  [/from coinbase\s*\.?$/i, 'airdrop'],
];
/** Coins that are held at interest, not staked. */
const DOLLAR_COINS: ReadonlySet<string> = new Set(['USDC', 'DAI', 'USDT', 'PYUSD', 'GUSD', 'EURC']);

/** What a receipt is by its notes. Null: somebody outside of Coinbase sent the units. */
export function receivedKind(coin: string, ...texts: readonly string[]): RecordKind | null {
  const kind = RECEIVED.find(([pattern]) => texts.some((text) => pattern.test(text)))?.[1] ?? null;
  return kind === 'reward' && DOLLAR_COINS.has(coin) ? 'interest' : kind;
}
