import { STAKE } from './solana.programs';

/** A call of the stake program as the node parses it. */
interface StakeCall {
  programId?: string | undefined;
  parsed?: unknown;
}

export interface StakeAccounts {
  /** Stake accounts that the wallet controls before or after the transaction. */
  stakes: string[];
  /** Those of them whose authority for withdrawals the transaction sets. */
  authorized: Handover[];
}

/** A stake account, who may withdraw after the transaction, and before it where the call names it. */
export interface Handover {
  account: string;
  owner: string;
  from?: string;
}

/** Parts of a call that name who controls its stake accounts, before it or after it. */
const AUTHORITIES = [
  'stakeAuthority',
  'withdrawAuthority',
  'authority',
  'newAuthority',
  'authorityBase',
  'newAuthorized',
  'staker',
  'withdrawer',
] as const;

/**
 * The stake accounts of the wallet, among all that a transaction moves: a stake pool splits units out of its own
 * account, and merges units into it. A call without an authority counts for the wallet.
 * @param calls in the order in which they ran
 * @source instructions of the Solana stake program
 */
export function stakesOf(calls: readonly StakeCall[], wallet: string): StakeAccounts {
  const stakes = new Set<string>();
  const owners = new Map<string, Handover>();
  for (const { programId, parsed } of calls) {
    if (programId !== STAKE || !isRecord(parsed) || !isRecord(parsed['info'])) continue;
    const { info } = parsed;
    const type = textOf(parsed['type']);
    const { authorized } = info;
    const named = [info, authorized].flatMap((part) =>
      isRecord(part) ? AUTHORITIES.map((name) => textOf(part[name])).filter(Boolean) : [],
    );
    const account = textOf(info['stakeAccount']);
    if (named.length === 0 || named.includes(wallet))
      for (const own of [account, ...othersOf(type, info)]) if (own !== '') stakes.add(own);
    if (type.startsWith('authorize') && info['authorityType'] === 'Withdrawer')
      owners.set(account, handoverOf(account, info, owners.get(account)));
  }
  return {
    stakes: [...stakes],
    authorized: [...owners.values()].filter(({ account }) => stakes.has(account)),
  };
}

function handoverOf(account: string, info: Record<string, unknown>, first: Handover | undefined): Handover {
  const owner = textOf(info['newAuthority']) || textOf(info['newAuthorized']);
  const from = first ? first.from : textOf(info['authority']) || undefined;
  return { account, owner, ...(from !== undefined && { from }) };
}

/** The destination of a withdrawal is a wallet. That of a merge or of a move is a stake account. */
const othersOf = (type: string, info: Record<string, unknown>): string[] =>
  (type === 'withdraw' ? ['newSplitAccount'] : ['newSplitAccount', 'source', 'destination']).map((name) =>
    textOf(info[name]),
  );

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
