/**
 * What a row of an exchange did to the account. `spend`: units that paid for something. `migration`: a coin has a new name or contract. `wrap`: a coin becomes
 * its wrapped form, or comes out of it. `loan`: units that the exchange lends, or that pay a loan back. `internal`: units change their place inside the account (staking, earn,
 * futures, vault).
 */
export type RecordKind =
  | 'trade'
  | 'convert'
  | 'dust'
  | 'deposit'
  | 'withdrawal'
  | 'spend'
  | 'fee'
  | 'reward'
  | 'mining'
  | 'interest'
  | 'airdrop'
  | 'fork'
  | 'rebate'
  | 'margin'
  | 'loan'
  | 'migration'
  | 'wrap'
  | 'internal'
  | 'adjustment'
  | 'unknown';

/**
 * The place at the other end of an `internal` move whose row the file of the account need not have: the exchange of an
 * app, an account of the owner below or above this one, Coinbase Pro, and for Coinbase Pro the main account or a chain.
 * `unstated`: the file does not state which part of this account or which other account it is.
 */
export type FarPlace =
  'futures' | 'earn' | 'funding' | 'strategy' | 'exchange' | 'sub_account' | 'pro' | 'main' | 'unstated';

/** One effect on the balance of one coin in an exchange account. Amounts are exact decimal text. */
export interface ExchangeRecord {
  /** Unique in the account, and the same in a file and in the API where the exchange has ids. */
  id: string;
  /** Records with one group are the legs of one event. */
  group: string;
  /** Milliseconds UTC. */
  at: number;
  /** True: the file states a day, and `at` is its start in UTC. */
  isDay?: true;
  kind: RecordKind;
  /** Only of an `internal` move, and of a movement at Coinbase Pro that is none. */
  place?: FarPlace;
  /** Code of the coin without the prefixes and suffixes of the exchange. */
  coin: string;
  /** The code as the exchange writes it. */
  nativeCoin: string;
  /** Signed change of the balance, without the fee. */
  amount: string;
  /** What the row states `amount` to be worth in dollars, above zero. */
  valueUsd?: string;
  /** Taken from the balance besides `amount`. Negative: given back. */
  fee: { coin: string; amount: string; valueUsd?: string } | null;
  txHash: string | null;
  /** The address outside of the account: target of a withdrawal. */
  address: string | null;
  /** The address of the account at which a deposit arrived. */
  depositAddress: string | null;
  /** The name that the exchange gives an operation without a known meaning. */
  unknownName?: string;
}
