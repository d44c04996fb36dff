import { base58 } from '@scure/base';
import { SYSTEM } from '../../src/adapters/providers/solana/solana.programs';
import {
  rpcTransaction,
  toSolanaRow,
  type RpcTransaction,
} from '../../src/adapters/providers/solana/solana.schema';
import type { RawRow } from '../../src/ports/upstream/history-source';

export type SolanaToken = [
  account: string,
  mint: string,
  owner: string | null,
  before: number | null,
  after: number | null,
];

/** One transaction: what each account had before and after it. */
export interface SolanaStory {
  /** Lamports before and after, the fee payer first; the fee comes off the payer by itself. */
  lamports: Record<string, [before: number, after: number]>;
  tokens?: SolanaToken[];
  calls?: object[];
  /** Calls that the last of `calls` makes. */
  inner?: object[];
  logs?: string[];
  fee?: number;
  err?: unknown;
  signers?: string[];
  slot?: number;
  /** Seconds UTC. */
  time?: number;
  /** By mint. Others have 6. */
  decimals?: Record<string, number>;
}

export const call = (programId: string, type: string, info: object = {}) => ({
  programId,
  parsed: { type, info },
});
export const create = (account: string, payer: string, owner: string, lamports: number, space: number) =>
  call(SYSTEM, 'createAccount', { newAccount: account, source: payer, owner, lamports, space });
/** Data of a call that is not parsed, as text. */
export const textOfData = (data: Uint8Array): string => base58.encode(data);
export const bytesOfMint = (mint: string): number[] => [...base58.decode(mint)];
/** A call of a program that is not parsed, and its log lines. */
export const named = (program: string, name: string) => ({
  call: { programId: program },
  logs: [`Program ${program} invoke [1]`, `Program log: Instruction: ${name}`, `Program ${program} success`],
});

/** The answer of a node about the transaction with this number. */
export function solanaAnswer(number: number, story: SolanaStory): RpcTransaction {
  const { lamports, tokens = [], calls = [], inner = [], logs = [], fee = 5_000, err = null } = story;
  const keys = Object.keys(lamports);
  const signers = story.signers ?? keys.slice(0, 1);
  const balances = (side: 3 | 4) =>
    tokens.flatMap((token) => {
      const [account, mint, owner] = token;
      const amount = token[side];
      if (amount === null) return [];
      const uiTokenAmount = { amount: String(amount), decimals: story.decimals?.[mint] ?? 6 };
      return [{ accountIndex: keys.indexOf(account), mint, ...(owner ? { owner } : {}), uiTokenAmount }];
    });
  return rpcTransaction.parse({
    slot: story.slot ?? number * 10,
    blockTime: story.time ?? 1_700_000_000 + number,
    meta: {
      err,
      fee,
      preBalances: keys.map((key) => lamports[key]?.[0] ?? 0),
      postBalances: keys.map((key, i) => (lamports[key]?.[1] ?? 0) - (i === 0 ? fee : 0)),
      preTokenBalances: balances(3),
      postTokenBalances: balances(4),
      innerInstructions: inner.length > 0 ? [{ index: calls.length - 1, instructions: inner }] : [],
      logMessages: logs,
    },
    transaction: {
      signatures: [`sig${number}`],
      message: {
        accountKeys: keys.map((pubkey, i) => ({ pubkey, signer: signers.includes(pubkey) || i === 0 })),
        instructions: calls,
      },
    },
  });
}

/** The rows that a wallet stores of the answers of a node. */
export const rowsOf = (wallet: string, answers: readonly RpcTransaction[]): RawRow[] =>
  answers.map((answer) => {
    const row = toSolanaRow(answer, wallet);
    return { list: 'transactions', key: row?.signature ?? '', block: row?.slot ?? 0, body: { ...row } };
  });
