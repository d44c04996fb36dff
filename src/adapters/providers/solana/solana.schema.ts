import { z } from 'zod';
import { LAST_BLOCK_SECONDS } from '../../upstream/block-time';
import { type LiquidityCall, type LiquidityChange, liquidityOf } from './solana.liquidity';
import { isNative, isPlumbing, SYSTEM, TOKEN_PROGRAMS } from './solana.programs';
import { type Handover, stakesOf } from './solana.stakes';
import {
  type OpenedAccount,
  mayHaveMoved,
  openedBy,
  transferOf,
  type TokenTransfer,
} from './rows/solana.transfers';

/**
 * A transaction of `getTransaction` in either encoding, and its stored shape: balances before and after, and the
 * calls. Amounts are base units as text.
 * @source providers.md 1.3
 */
const amount = z.union([z.string().regex(/^\d{1,20}$/), z.number().int().nonnegative().transform(String)]);
const index = amount.transform(Number);
const seconds = index.pipe(z.number().max(LAST_BLOCK_SECONDS));
const MAX_NAME = 64;

const tokenBalance = z.object({
  accountIndex: index,
  mint: z.string(),
  /** Absent in transactions before 2021. */
  owner: z.string().nullish(),
  uiTokenAmount: z.object({ amount, decimals: index }),
});
type TokenBalance = z.infer<typeof tokenBalance>;

const instruction = z.object({
  programId: z.string().optional(),
  programIdIndex: index.optional(),
  /** Addresses, or places among the accounts of the transaction. Absent when the node parses the call. */
  accounts: z.array(z.union([index, z.string()])).nullish(),
  data: z.string().nullish(),
  /** Text for memos. */
  parsed: z
    .union([z.string(), z.object({ type: z.string(), info: z.record(z.string(), z.unknown()).nullish() })])
    .nullish(),
});
type Instruction = z.infer<typeof instruction>;

const key = z.union([z.string(), z.object({ pubkey: z.string(), signer: z.boolean() })]);

export const rpcTransaction = z.object({
  slot: index,
  blockTime: seconds.nullish(),
  meta: z.object({
    err: z.unknown(),
    fee: amount,
    preBalances: z.array(amount),
    postBalances: z.array(amount),
    preTokenBalances: z.array(tokenBalance).nullish(),
    postTokenBalances: z.array(tokenBalance).nullish(),
    innerInstructions: z
      .array(z.object({ index: index.optional(), instructions: z.array(instruction) }))
      .nullish(),
    logMessages: z.array(z.string()).nullish(),
    loadedAddresses: z.object({ writable: z.array(z.string()), readonly: z.array(z.string()) }).nullish(),
  }),
  transaction: z.object({
    signatures: z.array(z.string()).min(1),
    message: z.object({
      header: z.object({ numRequiredSignatures: index }).nullish(),
      accountKeys: z.array(key).min(1),
      instructions: z.array(instruction),
    }),
  }),
});
export type RpcTransaction = z.infer<typeof rpcTransaction>;

export interface SolanaRow {
  signature: string;
  slot: number;
  /** Seconds UTC. */
  time: number;
  isFailed: boolean;
  /** Lamports, paid by the first account. */
  fee: string;
  signers: string[];
  /** Fee payer, wallet, changed accounts and those in `authorized`, in transaction order, with lamports. */
  accounts: { address: string; before: string; after: string }[];
  /** Changed token accounts, and those of the wallet. An account with a new owner is listed once per owner. */
  tokens: {
    account: string;
    mint: string;
    owner: string | null;
    decimals: number;
    before: string;
    after: string;
  }[];
  /** Outer calls. The node or the program logs the names. */
  calls: { program: string; name: string | null }[];
  created: { account: string; payer: string; owner: string; lamports: string; space: string }[];
  /** Controlled by the wallet before or after the transaction. */
  stakes: string[];
  /** Stake accounts with a new holder, who may withdraw after the transaction. Absent in older rows. */
  authorized?: Handover[];
  /** Concentrated positions of the wallet. Absent in older rows. */
  positions?: LiquidityChange[];
  /** Moves and openings from calls of the token programs, where no token balances are recorded. */
  transfers?: TokenTransfer[];
  opened?: OpenedAccount[];
  /** Neither balances nor calls show what a program moved. */
  isUnread?: true;
}

/**
 * @param ownAccounts the wallet's token accounts, for old transactions that do not name owners
 * @returns null when the node does not return the time
 */
export function toSolanaRow(
  tx: RpcTransaction,
  wallet: string,
  ownAccounts: ReadonlySet<string> = new Set(),
): SolanaRow | null {
  const { meta, transaction, slot, blockTime } = tx;
  if (blockTime === null || blockTime === undefined) return null;
  const keys = keysOf(tx);
  const every = everyCallOf(tx);
  const { stakes, authorized } = stakesOf(every, wallet);
  const turned = new Set(authorized.map(({ account }) => account));
  const accounts = accountsOf(tx, keys);
  const changed = new Set(
    accounts.filter(({ before, after }) => before !== after).map(({ address }) => address),
  );
  const tokens = tokensOf(tx, keys, (account) => (ownAccounts.has(account) ? wallet : null));
  const positions = positionsOf(tx, every, keys, tokens, wallet);
  return {
    signature: transaction.signatures[0] ?? '',
    slot,
    time: blockTime,
    isFailed: meta.err !== null && meta.err !== undefined,
    fee: meta.fee,
    signers: signersOf(tx),
    accounts: accounts.filter(
      ({ address }, i) => i === 0 || address === wallet || changed.has(address) || turned.has(address),
    ),
    tokens: tokens.filter(
      ({ account, owner, before, after }) => before !== after || owner === wallet || changed.has(account),
    ),
    calls: callsOf(tx, keys),
    created: every.flatMap(creationOf),
    stakes,
    ...(authorized.length > 0 && { authorized }),
    ...(positions.length > 0 && { positions }),
    ...(tokens.length === 0 && unrecordedOf(tx, every, keys)),
  };
}

function unrecordedOf(
  { meta, blockTime }: RpcTransaction,
  every: readonly Instruction[],
  keys: readonly string[],
): Pick<SolanaRow, 'transfers' | 'opened' | 'isUnread'> {
  const calls = every.map((call) => callOf(call, keys));
  const ofTokens = calls.filter(({ program }) => TOKEN_PROGRAMS.some((one) => one === program));
  const transfers = ofTokens.map(transferOf).filter((one) => one !== null);
  const opened = calls
    .filter((call) => isPlumbing(call.program) && call.program !== SYSTEM)
    .map(openedBy)
    .filter((one) => one !== null);
  const isProgram = calls.some(({ program }) => !isPlumbing(program) && !isNative(program));
  const logsTokens = (meta.logMessages ?? []).some((line) => MOVES.test(line) && ofTokens.length === 0);
  return {
    ...(transfers.length > 0 && { transfers }),
    ...(opened.length > 0 && { opened }),
    ...(mayHaveMoved(blockTime ?? 0, { isProgram, logsTokens, transfers }) && { isUnread: true as const }),
  };
}

const MOVES = new RegExp(`^Program (${TOKEN_PROGRAMS.join('|')}) invoke`);

const callOf = (call: Instruction, keys: readonly string[]): LiquidityCall => ({
  program: call.programId ?? keys[call.programIdIndex ?? -1] ?? '',
  accounts: (call.accounts ?? []).map((one) => (typeof one === 'string' ? one : (keys[one] ?? ''))),
  data: call.data ?? null,
  parsed: call.parsed,
});

function positionsOf(
  { meta }: RpcTransaction,
  every: readonly Instruction[],
  keys: readonly string[],
  tokens: SolanaRow['tokens'],
  wallet: string,
): LiquidityChange[] {
  const calls = every.map((call) => callOf(call, keys));
  const pieces = tokens.filter(
    ({ owner, decimals, before, after }) =>
      owner === wallet && decimals === 0 && (before === '1' || after === '1'),
  );
  const mintIn = (among: SolanaRow['tokens']) => (account: string) =>
    among.find((token) => token.account === account)?.mint ?? null;
  return liquidityOf(calls, meta.logMessages ?? [], mintIn(pieces), mintIn(tokens));
}

/** Each outer call is followed by its inner calls. */
function everyCallOf({ transaction, meta }: RpcTransaction): Instruction[] {
  const inner = meta.innerInstructions ?? [];
  const known = new Set(transaction.message.instructions.keys());
  return [
    ...transaction.message.instructions.flatMap((call, i) => [
      call,
      ...inner.filter((made) => made.index === i).flatMap(({ instructions }) => instructions),
    ]),
    ...inner.filter(({ index: at }) => !known.has(at ?? -1)).flatMap(({ instructions }) => instructions),
  ];
}

/** In the order of the balances. With plain encoding, accounts of lookup tables follow, writable ones first. */
function keysOf({ transaction, meta }: RpcTransaction): string[] {
  const { accountKeys } = transaction.message;
  const keys = accountKeys.map((account) => (typeof account === 'string' ? account : account.pubkey));
  if (accountKeys.some((account) => typeof account !== 'string')) return keys;
  return [...keys, ...(meta.loadedAddresses?.writable ?? []), ...(meta.loadedAddresses?.readonly ?? [])];
}

function accountsOf({ meta }: RpcTransaction, keys: readonly string[]): SolanaRow['accounts'] {
  return keys.flatMap((address, i) => {
    const [before, after] = [meta.preBalances[i], meta.postBalances[i]];
    return before === undefined || after === undefined ? [] : [{ address, before, after }];
  });
}

function signersOf({ transaction: { message } }: RpcTransaction): string[] {
  const count = message.header?.numRequiredSignatures ?? 1;
  return message.accountKeys.flatMap((account, i) => {
    if (typeof account === 'string') return i < count ? [account] : [];
    return account.signer ? [account.pubkey] : [];
  });
}

function tokensOf(
  { meta }: RpcTransaction,
  keys: readonly string[],
  ownerOf: (account: string) => string | null,
): SolanaRow['tokens'] {
  const found = new Map<string, SolanaRow['tokens'][number]>();
  const add = (side: 'before' | 'after') => (balance: TokenBalance) => {
    const account = keys[balance.accountIndex];
    if (account === undefined) return;
    const { mint, uiTokenAmount } = balance;
    const owner = balance.owner ?? ownerOf(account);
    const token = found.get(`${account}|${mint}|${owner}`) ?? {
      ...{ account, mint, owner, decimals: uiTokenAmount.decimals, before: '0', after: '0' },
    };
    token[side] = uiTokenAmount.amount;
    found.set(`${account}|${mint}|${owner}`, token);
  };
  meta.preTokenBalances?.forEach(add('before'));
  meta.postTokenBalances?.forEach(add('after'));
  return [...found.values()];
}

function callsOf({ transaction, meta }: RpcTransaction, keys: readonly string[]): SolanaRow['calls'] {
  const logged = loggedNames(meta.logMessages ?? []);
  return transaction.message.instructions.map((call) => {
    const program = call.programId ?? keys[call.programIdIndex ?? -1] ?? '';
    const parsed = typeof call.parsed === 'object' ? call.parsed?.type : undefined;
    // Checks of signatures have no log lines.
    const name = logged[0]?.program === program ? logged.shift()?.name : undefined;
    return { program, name: (parsed ?? name)?.slice(0, MAX_NAME) ?? null };
  });
}

function loggedNames(logs: readonly string[]): { program: string; name: string | undefined }[] {
  const calls: { program: string; name: string | undefined }[] = [];
  let depth = 0;
  for (const line of logs) {
    const [, program = '', level] = /^Program (\w+) invoke \[(\d+)\]$/.exec(line) ?? [];
    if (level !== undefined) {
      depth = Number(level);
      if (depth === 1) calls.push({ program, name: undefined });
    } else if (/^Program \w+ (success|failed)/.test(line)) depth--;
    const [, name] = /^Program log: Instruction: (\w+)/.exec(line) ?? [];
    const call = calls.at(-1);
    if (name && depth === 1 && call) call.name ??= name;
  }
  return calls;
}

const textOf = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : '';

function creationOf({ parsed }: Instruction): SolanaRow['created'] {
  if (typeof parsed !== 'object' || !parsed?.info || !/^createAccount(WithSeed)?$/.test(parsed.type))
    return [];
  const { newAccount, source, owner, lamports, space } = parsed.info;
  return [
    {
      account: textOf(newAccount),
      payer: textOf(source),
      owner: textOf(owner),
      lamports: textOf(lamports),
      space: textOf(space),
    },
  ];
}

export const rpcReward = z
  .object({ amount, effectiveSlot: index })
  .transform(({ amount: lamports, effectiveSlot }) => ({ lamports, slot: effectiveSlot }))
  .nullable();
export type RpcReward = z.infer<typeof rpcReward>;
export const rpcEpoch = z.object({ epoch: index });
export const rpcTime = seconds.nullable();

export const REWARD_LIST = 'rewards';
export interface RewardRow {
  account: string;
  epoch: number;
  lamports: string;
  /** First block of the next epoch, which pays the reward. */
  slot: number;
  /** Seconds UTC. */
  time: number;
}
