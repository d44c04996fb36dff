import { STAKE } from './solana.programs';

interface StakeCall {
  programId?: string | undefined;
  parsed?: unknown;
}

export interface StakeAccounts {
  /** Controlled by the wallet before or after the transaction. */
  stakes: string[];
  /** Stake accounts whose withdraw authority the transaction sets. */
  authorized: Handover[];
}

/** Who may withdraw after the transaction, and before it where the call names the party. */
export interface Handover {
  account: string;
  owner: string;
  from?: string;
}

/** Parts of a call that name who controls its stake accounts, before or after it. */
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
 * Finds the wallet's stake accounts among all that move: a stake pool splits units out of its account, and merges
 * units into it. A call without an authority counts for the wallet.
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

/** The destination of a withdrawal is a wallet. The destination of a merge or move is a stake account. */
const othersOf = (type: string, info: Record<string, unknown>): string[] =>
  (type === 'withdraw' ? ['newSplitAccount'] : ['newSplitAccount', 'source', 'destination']).map((name) =>
    textOf(info[name]),
  );

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
