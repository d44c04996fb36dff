import { bytesOfBase58 } from '../../../../domain/kernel/address';

interface TokenCall {
  program: string;
  accounts: readonly string[];
  /** Base58. Null when the node parses the call. */
  data: string | null;
  parsed?: unknown;
}

export interface TokenTransfer {
  /** Null: minted. */
  from: string | null;
  /** Null: burned. */
  to: string | null;
  units: string;
  mint: string | null;
  decimals: number | null;
  authority: string | null;
}

export interface OpenedAccount {
  account: string;
  mint: string;
  owner: string | null;
}

/** Places of the accounts of a call. @source SPL Token, TokenInstruction */
interface Shape {
  from?: number;
  to?: number;
  mint?: number;
  authority: number;
  /** A byte with the decimals follows the units. */
  isChecked?: true;
}
const SHAPES: Readonly<Record<number, Shape>> = {
  3: { from: 0, to: 1, authority: 2 },
  7: { mint: 0, to: 1, authority: 2 },
  8: { from: 0, mint: 1, authority: 2 },
  12: { from: 0, mint: 1, to: 2, authority: 3, isChecked: true },
  14: { mint: 0, to: 1, authority: 2, isChecked: true },
  15: { from: 0, mint: 1, authority: 2, isChecked: true },
};
const BY_NAME: Readonly<Record<string, readonly [from: string | null, to: string | null]>> = {
  transfer: ['source', 'destination'],
  transferChecked: ['source', 'destination'],
  mintTo: [null, 'account'],
  mintToChecked: [null, 'account'],
  burn: ['account', null],
  burnChecked: ['account', null],
};
/** initializeAccount: the owner is an account of the call, or follows in its data. */
const OPENS = { account: 0, mint: 1, owner: 2 } as const;
const OPEN_KINDS: ReadonlySet<number> = new Set([1, 16, 18]);
const UNITS = 8;

const text = (value: unknown): string | null =>
  typeof value === 'string' ? value : typeof value === 'number' ? String(value) : null;
const record = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};

/** @param call of a token program. Null: it moves nothing. */
export function transferOf(call: TokenCall): TokenTransfer | null {
  return call.data === null ? parsedTransfer(record(call.parsed)) : rawTransfer(call, bytesOf(call.data));
}

function parsedTransfer({ type, info }: Record<string, unknown>): TokenTransfer | null {
  const sides = BY_NAME[text(type) ?? ''];
  const stated = record(info);
  const amount = record(stated['tokenAmount']);
  const units = text(stated['amount']) ?? text(amount['amount']);
  if (!sides || units === null || !/^\d{1,20}$/.test(units)) return null;
  const [from, to] = sides.map((side) => (side === null ? null : text(stated[side])));
  const decimals = Number(text(amount['decimals']) ?? Number.NaN);
  return {
    ...{ from: from ?? null, to: to ?? null, units, mint: text(stated['mint']) },
    decimals: Number.isInteger(decimals) ? decimals : null,
    authority: text(stated['authority']) ?? text(stated['multisigAuthority']),
  };
}

function rawTransfer({ accounts }: TokenCall, bytes: Uint8Array): TokenTransfer | null {
  const shape = SHAPES[bytes[0] ?? -1];
  if (!shape || bytes.length < 1 + UNITS) return null;
  const at = (place: number | undefined): string | null =>
    place === undefined ? null : (accounts[place] ?? null);
  const units = bytes.slice(1, 1 + UNITS).reduceRight((sum, byte) => sum * 256n + BigInt(byte), 0n);
  return {
    ...{ from: at(shape.from), to: at(shape.to), units: String(units), mint: at(shape.mint) },
    decimals: shape.isChecked ? (bytes[1 + UNITS] ?? null) : null,
    authority: at(shape.authority),
  };
}

export function openedBy(call: TokenCall): OpenedAccount | null {
  if (call.data !== null) {
    const [kind = -1] = bytesOf(call.data);
    const [account, mint] = [call.accounts[OPENS.account], call.accounts[OPENS.mint]];
    if (!OPEN_KINDS.has(kind) || account === undefined || mint === undefined) return null;
    return { account, mint, owner: kind === 1 ? (call.accounts[OPENS.owner] ?? null) : null };
  }
  const { type, info } = record(call.parsed);
  const stated = record(info);
  const [account, mint] = [text(stated['account']), text(stated['mint'])];
  if (!/^(initializeAccount|create)/.test(text(type) ?? '') || account === null || mint === null) return null;
  return { account, mint, owner: text(stated['owner']) ?? text(stated['wallet']) };
}

/** Empty for cut data or another encoding: no transfer can be read. */
function bytesOf(data: string): Uint8Array {
  try {
    return bytesOfBase58(data);
  } catch {
    return new Uint8Array();
  }
}

/** Seconds. Before, nodes recorded neither token balances nor the inner calls of programs. */
const RECORDED_SINCE = Date.UTC(2021, 2, 1) / 1000;

/** A program may have moved tokens without a recorded balance or call. */
export const mayHaveMoved = (
  time: number,
  {
    isProgram,
    logsTokens,
    transfers,
  }: { isProgram: boolean; logsTokens: boolean; transfers: readonly TokenTransfer[] },
): boolean => transfers.length === 0 && (logsTokens || (isProgram && time < RECORDED_SINCE));
