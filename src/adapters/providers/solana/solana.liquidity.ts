import { bytesOfBase58 } from '../../../domain/kernel/address';

const ORCA = 'whirLbMiicVdio4qvUfM5KAg6Ct8VwpYzGff3uctyCc';
const RAYDIUM = 'CAMMCzo5YL8w4VFF8KVHrK22GGUsp5VTaW7grrKgrWqK';

export interface LiquidityCall {
  program: string;
  accounts: readonly string[];
  /** Base58. Null when the node parses the call. */
  data: string | null;
  parsed?: unknown;
}

export interface LiquidityChange {
  program: string;
  /** The token of the position. Null: the one that the transaction mints. */
  mint: string | null;
  kind: 'in' | 'out';
  /** Null when neither the call nor its log states it. */
  liquidity: string | null;
  /** Principal paid out, in base units. Absent when nothing states it. */
  drawn?: { mint: string; units: string }[];
}

interface Shape {
  kind: LiquidityChange['kind'];
  /** The call states the liquidity after its name. Raydium can state zero: then only the log has it. */
  isStated: boolean;
  mints?: boolean;
  /** Places of both vaults among the accounts of a decrease. */
  vaults?: readonly [number, number];
}
const IN: Shape = { kind: 'in', isStated: true };
const out = (...vaults: [number, number]): Shape => ({ kind: 'out', isStated: true, vaults });
const OPENS: Shape = { kind: 'in', isStated: false, mints: true };

/** By the first eight bytes of the data. @source published interfaces of the two programs */
const SHAPES: Readonly<Record<string, Readonly<Record<string, Shape>>>> = {
  [ORCA]: {
    '2e9cf3760dcdfbb2': IN, // increaseLiquidity
    '851d59df45eeb00a': IN, // increaseLiquidityV2
    effb097cd2c6352b: { kind: 'in', isStated: false }, // increaseLiquidityByTokenAmountsV2
    a026d06f685b2c01: out(7, 8), // decreaseLiquidity
    '3a7fbc3e4f52c460': out(11, 12), // decreaseLiquidityV2
  },
  [RAYDIUM]: {
    '87802f4d0f98f031': OPENS, // openPosition
    '4db84ad67056f1c7': OPENS, // openPositionV2
    '4dffae527d1dc92e': OPENS, // openPositionWithToken22Nft
    '2e9cf3760dcdfbb2': IN,
    '851d59df45eeb00a': IN,
    a026d06f685b2c01: out(5, 6),
    '3a7fbc3e4f52c460': out(5, 6),
  },
};

/** Place of the liquidity in events. Amounts of tokens follow it. */
const EVENTS: Readonly<Record<string, number>> = {
  '314f69d420221e54': 40, // Raydium IncreaseLiquidityEvent(mint, liquidity, ...)
  '641e57f9c4df9ace': 112, // Raydium CreatePersonalPositionEvent(pool, minter, owner, ticks, liquidity, ...)
  '3ade563a44325538': 40, // Raydium DecreaseLiquidityEvent(mint, liquidity, amounts without fees, ...)
  '1e0790b566fe9ba1': 80, // Orca LiquidityIncreased(pool, position, ticks, liquidity, ...)
  a601244770cab5ab: 80, // Orca LiquidityDecreased(pool, position, ticks, liquidity, amounts, ...)
};
const EVENT_OF: Readonly<Record<string, string>> = {
  [`${RAYDIUM}in`]: '314f69d420221e54',
  [`${RAYDIUM}opens`]: '641e57f9c4df9ace',
  [`${RAYDIUM}out`]: '3ade563a44325538',
  [`${ORCA}in`]: '1e0790b566fe9ba1',
  [`${ORCA}out`]: 'a601244770cab5ab',
};

interface Event {
  program: string;
  name: string;
  liquidity: bigint;
  units: readonly [bigint, bigint];
}

/**
 * Changes of concentrated positions. Balances show only sums of principal, fees and rewards.
 * @param calls all calls, in the order in which they ran
 * @param positionOf the mint of an account that holds the token of a position of the wallet
 * @param mintOf the mint of a token account
 */
export function liquidityOf(
  calls: readonly LiquidityCall[],
  logs: readonly string[],
  positionOf: (account: string) => string | null,
  mintOf: (account: string) => string | null,
): LiquidityChange[] {
  if (!calls.some(({ program }) => program in SHAPES)) return [];
  const events = eventsOf(logs);
  const take = (program: string, step: string): Event | undefined => {
    const at = events.findIndex((one) => one.program === program && one.name === EVENT_OF[program + step]);
    return at === -1 ? undefined : events.splice(at, 1)[0];
  };
  return calls.flatMap((call, i): LiquidityChange[] => {
    const { program, accounts } = call;
    const bytes = bytesOf(call);
    const shape = bytes && SHAPES[program]?.[hexOf(bytes.subarray(0, 8))];
    if (!shape) return [];
    const { kind, isStated, mints = false, vaults } = shape;
    const event = take(program, mints ? 'opens' : kind);
    const mint = accounts.map(positionOf).find((one) => one !== null) ?? null;
    if (mint === null && !mints) return [];
    const stated = isStated && bytes.length >= 24 ? numberAt(bytes, 8, 16) : null;
    const liquidity = stated === null || (kind === 'in' && stated === 0n) ? event?.liquidity : stated;
    const drawn =
      vaults === undefined || !stated
        ? undefined
        : event?.liquidity === stated
          ? paidBy(event, vaults, accounts, mintOf)
          : program === ORCA
            ? transfersAfter(calls.slice(i + 1), mintOf)
            : undefined;
    return [
      {
        ...{ program, mint: mints ? null : mint, kind },
        liquidity: liquidity === undefined ? null : String(liquidity),
        ...(drawn && { drawn }),
      },
    ];
  });
}

function paidBy(
  { units }: Event,
  vaults: readonly [number, number],
  accounts: readonly string[],
  mintOf: (account: string) => string | null,
): LiquidityChange['drawn'] {
  const paid = vaults.flatMap((place, i) => {
    const mint = mintOf(accounts[place] ?? '');
    return mint === null ? [] : [{ mint, units: String(units[i] ?? 0n) }];
  });
  return paid.length === vaults.length ? paid : undefined;
}

/** For a decrease at Orca without a log, which pays only principal: the transfers up to the next other call. */
function transfersAfter(
  calls: readonly LiquidityCall[],
  mintOf: (account: string) => string | null,
): LiquidityChange['drawn'] {
  const found: NonNullable<LiquidityChange['drawn']> = [];
  for (const { parsed } of calls) {
    // A memo is text.
    if (typeof parsed === 'string') continue;
    const transfer = transferOf(parsed);
    if (!transfer) break;
    const mint = mintOf(transfer.source);
    if (mint === null) return undefined;
    found.push({ mint, units: transfer.units });
  }
  return found.length > 0 && found.length <= 2 ? found : undefined;
}

function transferOf(parsed: unknown): { source: string; units: string } | null {
  if (!isRecord(parsed) || !/^transfer(Checked(WithFee)?)?$/.test(textOf(parsed['type']))) return null;
  const { info } = parsed;
  if (!isRecord(info)) return null;
  const amount = isRecord(info['tokenAmount']) ? info['tokenAmount']['amount'] : info['amount'];
  const units = textOf(amount);
  return /^\d+$/.test(units) ? { source: textOf(info['source']), units } : null;
}

function eventsOf(logs: readonly string[]): Event[] {
  const running: string[] = [];
  return logs.flatMap((line): Event[] => {
    const [, called] = /^Program (\w+) invoke \[\d+\]$/.exec(line) ?? [];
    if (called !== undefined) running.push(called);
    else if (/^Program \w+ (success|failed)/.test(line)) running.pop();
    const [, text] = /^Program data: ([A-Za-z0-9+/=]+)$/.exec(line) ?? [];
    const program = running.at(-1) ?? '';
    const bytes = text === undefined || !(program in SHAPES) ? null : Buffer.from(text, 'base64');
    if (!bytes) return [];
    const name = hexOf(bytes.subarray(0, 8));
    const at = EVENTS[name];
    if (at === undefined || bytes.length < at + 32) return [];
    const units = [numberAt(bytes, at + 16, 8), numberAt(bytes, at + 24, 8)] as const;
    return [{ program, name, liquidity: numberAt(bytes, at, 16), units }];
  });
}

/** Null for text of an upstream that cannot be decoded. */
function bytesOf({ data }: LiquidityCall): Uint8Array | null {
  if (data === null) return null;
  try {
    return bytesOfBase58(data);
  } catch {
    return null;
  }
}

const hexOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');
const numberAt = (bytes: Uint8Array, from: number, size: number): bigint =>
  bytes.subarray(from, from + size).reduceRight((sum, byte) => sum * 256n + BigInt(byte), 0n);
const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;
const textOf = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : '';
