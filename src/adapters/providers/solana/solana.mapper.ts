import { nativeAsset } from '../../../domain/kernel/asset';
import { CHAINS } from '../../../domain/kernel/chain';
import { type Change, type Flow, flowsOf } from '../../../domain/normalise';
import type { ChainTransaction, Movement } from '../../../domain/normalise/facts/chain-transaction';
import type { RawRow } from '../../../ports/upstream/history-source';
import { splAsset } from './solana.assets';
import { Estate } from './solana.estate';
import { isPlumbing, programName, STAKE } from './solana.programs';
import { REWARD_LIST, type RewardRow, type SolanaRow } from './solana.schema';

const SOL = nativeAsset('solana');
const WRAPPED = CHAINS.solana.wrapped;
/** No key exists for this address: burnt tokens are shown as sent there. */
const INCINERATOR = '1nc1nerator11111111111111111111111111111111';
/** Maximum SOL next to a trade of two tokens: tips, and rent of program accounts. */
const LEFTOVER = 10_000_000n;
/** Spam pays at most this amount to at least this number of wallets. @source providers.md 2.12 */
const DUST = 10_000n;
const FAN_OUT = 10;

/**
 * Stored rows of one wallet -> facts, one entry per signature, oldest first, from account balances before and
 * after. Wrapped SOL counts as SOL. Rent of the wallet's own accounts stays with the wallet.
 * @source providers.md 2.12
 */
export function interpretSolana(wallet: string, rows: readonly RawRow[]): ChainTransaction[] {
  const estate = new Estate(wallet);
  const transactions = rows
    .filter(({ list }) => list !== REWARD_LIST)
    .map((row) => row.body as unknown as SolanaRow)
    .sort((a, b) => a.slot - b.slot || (a.signature < b.signature ? -1 : 1));
  const read = inOrder(transactions, wallet).map(({ row, rank }) => toTransaction(wallet, row, rank, estate));
  const rewards = rows
    .filter(({ list }) => list === REWARD_LIST)
    .map(({ body }) => toReward(wallet, body as unknown as RewardRow));
  // Rewards are paid in the first block of an epoch, before other transactions.
  return rewards.length === 0
    ? read
    : [...rewards, ...read].sort((a, b) => (a.block ?? 0) - (b.block ?? 0) || a.at - b.at);
}

/** Paid into the stake account: income that is deposited at once, without a transaction. */
function toReward(wallet: string, { account, epoch, lamports, slot, time }: RewardRow): ChainTransaction {
  const quantity = BigInt(lamports);
  return {
    ...{
      chain: 'solana',
      hash: `reward-${epoch}-${account}`,
      wallet,
      at: time * 1000,
      block: slot,
      txIndex: 0,
    },
    ...{ from: null, to: wallet, succeeded: true, fee: null, flags: ['epoch_reward'] },
    method: { id: STAKE, name: 'reward (Stake)' },
    movements: [
      { asset: SOL, kind: 'reward', from: STAKE, to: wallet, quantity, logIndex: 0 },
      { asset: SOL, kind: 'balance', from: wallet, to: STAKE, quantity, logIndex: 1 },
    ],
  };
}

function toTransaction(wallet: string, row: SolanaRow, txIndex: number, estate: Estate): ChainTransaction {
  const isPayer = row.accounts[0]?.address === wallet;
  const holdings = estate.read(row);
  const tokens = row.isFailed ? [] : tokenMovements(row, holdings.partyOf, wallet);
  const sol = nativeFlows(row, wallet, holdings, tokens);
  const fee = (isPayer ? BigInt(row.fee) : 0n) + sol.costs;
  const movements = row.isFailed ? [] : [...sol.flows.map(nativeMovement), ...tokens];
  const main = mainCall(row, movements);
  const isSigner = row.signers.includes(wallet);
  return {
    chain: 'solana',
    hash: row.signature,
    wallet,
    at: row.time * 1000,
    block: row.slot,
    txIndex,
    from: isSigner ? wallet : (row.accounts[0]?.address ?? null),
    to: main && !isPlumbing(main.program) ? main.program : otherSide(movements, wallet),
    succeeded: !row.isFailed,
    method: { id: main?.program ?? null, name: main?.name ?? null },
    fee: fee > 0n ? { asset: SOL, quantity: fee } : null,
    movements: movements.map((movement, logIndex) => ({ ...movement, logIndex })),
    flags: !isSigner && isFanOut(row, wallet, movements) ? ['dust_fan_out'] : [],
  };
}

type Draft = Omit<Movement, 'logIndex'>;
const nativeMovement = (flow: Flow): Draft => ({ asset: SOL, kind: 'balance', ...flow });

interface Holdings {
  partyOf: (account: string, owner: string | null) => string;
  /**
   * Correction of the wallet's lamports for rent that others paid for its accounts. Negative: not yet its
   * own.
   */
  gifts: bigint;
}

/** Token changes by owner. A gain without a loss is a mint, a loss without a gain is a burn. */
function tokenMovements(row: SolanaRow, partyOf: Holdings['partyOf'], wallet: string): Draft[] {
  const mints = new Map<string, { decimals: number; changes: Map<string, bigint> }>();
  for (const { account, mint, owner, decimals, before, after } of row.tokens) {
    if (mint === WRAPPED || before === after) continue;
    const entry = mints.get(mint) ?? { decimals, changes: new Map<string, bigint>() };
    mints.set(mint, entry);
    const party = partyOf(account, owner);
    entry.changes.set(party, (entry.changes.get(party) ?? 0n) + BigInt(after) - BigInt(before));
  }
  return [...mints].flatMap(([mint, { decimals, changes }]) => {
    const asset = splAsset(mint, decimals);
    return own(flowsOf(changesOf(changes)), wallet).map(({ from, to, quantity }): Draft => ({
      asset,
      kind: 'balance',
      from: from ?? mint,
      to: to ?? INCINERATOR,
      quantity,
    }));
  });
}

/** @returns SOL flows that touch the wallet, and its payments for the transaction beyond the network fee */
function nativeFlows(
  row: SolanaRow,
  wallet: string,
  { partyOf, gifts }: Holdings,
  tokens: readonly Draft[],
): { flows: Flow[]; costs: bigint } {
  const changes = nativeChanges(row, partyOf);
  const add = (party: string, units: bigint) => changes.set(party, (changes.get(party) ?? 0n) + units);
  add(row.accounts[0]?.address ?? '', BigInt(row.fee));
  if (gifts !== 0n) add(wallet, gifts);
  if (row.isFailed) return { flows: [], costs: 0n };
  let costs = 0n;
  if (row.accounts[0]?.address === wallet)
    for (const [party, rent] of foreignRents(row, partyOf, wallet)) {
      if (-(changes.get(wallet) ?? 0n) < rent) continue;
      add(wallet, rent);
      add(party, -rent);
      costs += rent;
    }
  const left = changes.get(wallet) ?? 0n;
  if (left < 0n && -left <= LEFTOVER && isTokenTrade(tokens, wallet)) {
    changes.delete(wallet);
    costs -= left;
  }
  return { flows: own(flowsOf(changesOf(changes)), wallet), costs };
}

function nativeChanges(row: SolanaRow, partyOf: Holdings['partyOf']): Map<string, bigint> {
  const owners = new Map(row.tokens.map(({ account, owner }) => [account, owner]));
  const changes = new Map<string, bigint>();
  for (const { address, before, after } of row.accounts) {
    if (before === after) continue;
    const party = partyOf(address, owners.get(address) ?? null);
    changes.set(party, (changes.get(party) ?? 0n) + BigInt(after) - BigInt(before));
  }
  return changes;
}

/** Rent of token accounts opened for another wallet: a cost of the transfer, not a payment. */
function foreignRents(row: SolanaRow, partyOf: Holdings['partyOf'], wallet: string): [string, bigint][] {
  const balances = new Map(row.accounts.map((account) => [account.address, account]));
  return row.tokens.flatMap(({ account, owner, mint, after }): [string, bigint][] => {
    const lamports = balances.get(account);
    const party = partyOf(account, owner);
    if (party === wallet || lamports?.before !== '0' || lamports.after === '0') return [];
    const rent = BigInt(lamports.after) - (mint === WRAPPED ? BigInt(after) : 0n);
    return rent > 0n ? [[party, rent]] : [];
  });
}

const changesOf = (changes: ReadonlyMap<string, bigint>): Change[] =>
  [...changes].map(([party, delta]) => ({ party, delta }));
const own = (flows: readonly Flow[], wallet: string): Flow[] =>
  flows.filter(({ from, to }) => from === wallet || to === wallet);

const isTokenTrade = (tokens: readonly Draft[], wallet: string): boolean =>
  tokens.some(({ from }) => from === wallet) && tokens.some(({ to }) => to === wallet);

/** The main call of a transaction, with its program name. For staking, the flow of SOL decides. */
function mainCall(
  row: SolanaRow,
  movements: readonly Draft[],
): { program: string; name: string | null } | null {
  const staked = movements.find(({ from, to }) => from === STAKE || to === STAKE);
  const call =
    row.calls.find(({ program }) => !isPlumbing(program)) ??
    row.calls.find(({ name }) => /^transfer/i.test(name ?? '')) ??
    row.calls.find(({ program }) => programName(program) !== null) ??
    row.calls[0];
  if (!call) return null;
  const plain = isPlumbing(call.program) && movements.length > 0 ? 'transfer' : null;
  const step = staked ? (staked.to === STAKE ? 'delegate' : 'withdraw') : (call.name ?? plain);
  const program = programName(call.program);
  if (step !== null) return { program: call.program, name: program ? `${step} (${program})` : step };
  return { program: call.program, name: isPlumbing(call.program) ? null : program };
}

function otherSide(movements: readonly Draft[], wallet: string): string | null {
  const [first] = movements;
  if (!first) return null;
  return first.from === wallet ? first.to : wallet;
}

/** A dust payment to many wallets, paid by another address. */
function isFanOut(row: SolanaRow, wallet: string, movements: readonly Draft[]): boolean {
  if (row.accounts.length < FAN_OUT) return false;
  const crumbs = row.accounts.filter(({ before, after }) => {
    const gain = BigInt(after) - BigInt(before);
    return gain > 0n && gain <= DUST;
  });
  return (
    crumbs.length >= FAN_OUT &&
    movements.length > 0 &&
    movements.every(({ asset, to, quantity }) => asset.id === SOL.id && to === wallet && quantity <= DUST)
  );
}

/**
 * Sorts by slot. Within a slot, each transaction starts with the lamports that the previous one left. Where
 * they do not match, the given order stays.
 * @returns with the rank inside the slot
 */
function inOrder(rows: readonly SolanaRow[], wallet: string): { row: SolanaRow; rank: number }[] {
  const lamports = (row: SolanaRow | undefined, side: 'before' | 'after') =>
    row?.accounts.find(({ address }) => address === wallet)?.[side];
  const slots = new Map<number, SolanaRow[]>();
  for (const row of rows) {
    const slot = slots.get(row.slot);
    if (slot) slot.push(row);
    else slots.set(row.slot, [row]);
  }
  let last: SolanaRow | undefined;
  return [...slots.values()].flatMap((waiting) => {
    const ordered: { row: SolanaRow; rank: number }[] = [];
    while (waiting.length > 0) {
      const left = lamports(last, 'after');
      const joined = waiting.findIndex((row) => left !== undefined && lamports(row, 'before') === left);
      const [row] = waiting.splice(Math.max(0, joined), 1);
      if (row) ordered.push({ row, rank: ordered.length });
      last = row;
    }
    return ordered;
  });
}
