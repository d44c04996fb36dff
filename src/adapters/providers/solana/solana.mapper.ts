import { nativeAsset } from '../../../domain/kernel/asset';
import { CHAINS } from '../../../domain/kernel/chain';
import { pow10 } from '../../../domain/kernel/units';
import { type Change, type Flow, flowsOf, holdsDeposits, STAKE_TRANSFER } from '../../../domain/chain';
import type { ChainTransaction, Movement } from '../../../domain/chain/facts/chain-transaction';
import type { RawRow } from '../../../ports/upstream/history-source';
import { Estate, type Holdings } from './solana.estate';
import { Positions } from './solana.positions';
import {
  actionOf,
  isPlumbing,
  isPreparation,
  programName,
  STAKE,
  SYSTEM,
  takesTips,
} from './solana.programs';
import { REWARD_LIST, type RewardRow, type SolanaRow } from './solana.schema';
import { inOrder, ranked } from './rows/solana.order';
import { TokenAccounts } from './rows/solana.unread';

const SOL = nativeAsset('solana');
const UNREAD_FLAG = 'history_incomplete';
const WRAPPED = CHAINS.solana.wrapped;
/** No key exists for this address: burnt tokens are shown as sent there. */
const INCINERATOR = '1nc1nerator11111111111111111111111111111111';
/** Lamports. Maximum SOL next to a trade of two tokens, or to a stake: tips, and rent of program accounts. */
const LEFTOVER = 10_000_000n;
/** Lamports. Spam pays at most this to at least `FAN_OUT` wallets. @source providers.md 2.12 */
const DUST = 10_000n;
const FAN_OUT = 10;

/**
 * Stored rows of one wallet -> facts from account balances before and after, one entry per signature, oldest first.
 * Wrapped SOL counts as SOL. Rent of the wallet's own accounts stays with the wallet.
 * @source providers.md 2.12
 */
export function interpretSolana(wallet: string, rows: readonly RawRow[]): ChainTransaction[] {
  const transactions = rows
    .filter(({ list }) => list !== REWARD_LIST)
    .map((row) => row.body as unknown as SolanaRow)
    .sort((a, b) => a.slot - b.slot || (a.signature < b.signature ? -1 : 1));
  const known = { estate: new Estate(wallet), positions: new Positions(wallet, transactions) };
  const accounts = new TokenAccounts(wallet, transactions);
  const read = ranked(
    inOrder(transactions, wallet).flatMap((stored) => {
      const { row, isIncomplete } = accounts.read(stored);
      const found = toTransactions(wallet, row, known);
      return isIncomplete ? found.map((one) => ({ ...one, flags: [...one.flags, UNREAD_FLAG] })) : found;
    }),
  );
  const stakes = new Set(transactions.flatMap((row) => row.stakes));
  const isGiven = handovers(transactions, wallet);
  const rewards = rows
    .filter(({ list }) => list === REWARD_LIST)
    .map(({ body }) => body as unknown as RewardRow)
    .filter(({ account, slot }) => stakes.has(account) && !isGiven(account, slot))
    .map((reward) => toReward(wallet, reward));
  // Rewards are paid in the first block of an epoch, before other transactions.
  return rewards.length === 0
    ? read
    : [...rewards, ...read].sort((a, b) => (a.block ?? 0) - (b.block ?? 0) || a.at - b.at);
}

/**
 * Whether another wallet has a stake account in a slot. Earlier versions read its rewards all the same.
 * @param rows oldest first
 */
function handovers(rows: readonly SolanaRow[], wallet: string): (account: string, slot: number) => boolean {
  const holders = new Map<string, { slot: number; isOther: boolean }[]>();
  for (const { slot, isFailed, authorized = [] } of rows)
    for (const { account, owner } of isFailed ? [] : authorized)
      holders.set(account, [...(holders.get(account) ?? []), { slot, isOther: owner !== wallet }]);
  return (account, slot) => holders.get(account)?.findLast((holder) => holder.slot <= slot)?.isOther ?? false;
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

function toTransactions(
  wallet: string,
  row: SolanaRow,
  { estate, positions }: { estate: Estate; positions: Positions },
): ChainTransaction[] {
  const isPayer = row.accounts[0]?.address === wallet;
  const holdings = estate.read(row);
  const tokens = row.isFailed ? [] : tokenMovements(row, holdings.partyOf, wallet, positions);
  const changes = positions.changesOf(row);
  // Rent of an account that others opened is no price of the tokens that leave it.
  const rent = tokens.length > 0 && holdings.gifts > 0n ? holdings.gifts : 0n;
  const beside = nativeFlows(row, wallet, rent > 0n ? { ...holdings, gifts: 0n } : holdings, tokens);
  // The owner of an account can give it to the party that paid for it, or to another.
  const isGivenOn =
    rent > 0n && beside.flows.some(({ from, quantity }) => from === wallet && quantity === rent);
  const sol = isGivenOn ? nativeFlows(row, wallet, holdings, tokens) : beside;
  const fee = (isPayer ? BigInt(row.fee) : 0n) + sol.costs;
  const others = row.isFailed ? [] : [...sol.flows.map(nativeMovement), ...tokens];
  const isApart = sol.staked !== null && others.length > 0;
  const movements = sol.staked && !isApart ? [nativeMovement(sol.staked)] : others;
  const main = isApart ? beyondStake(mainCall(row, movements), row, wallet) : mainCall(row, movements);
  const isSigner = row.signers.includes(wallet);
  const transaction: ChainTransaction = {
    chain: 'solana',
    hash: row.signature,
    wallet,
    at: row.time * 1000,
    block: row.slot,
    txIndex: 0,
    from: isSigner ? wallet : (row.accounts[0]?.address ?? null),
    to: main && !isPlumbing(main.program) ? main.program : otherSide(movements, wallet),
    succeeded: !row.isFailed,
    method: { id: main?.program ?? null, name: main?.name ?? null },
    ...changes,
    fee: fee > 0n ? { asset: SOL, quantity: fee } : null,
    movements: placed(movements, wallet, main?.program ?? null).map((movement, logIndex) => ({
      ...movement,
      logIndex,
    })),
    flags: !isSigner && isFanOut(row, wallet, movements) ? ['dust_fan_out'] : [],
  };
  const steps = rent > 0n && !isGivenOn ? [transaction, rentStep(transaction, rent)] : [transaction];
  if (!sol.staked || !isApart) return steps;
  const stake = stakeStep(transaction, sol.staked);
  return sol.staked.to === STAKE ? [...steps, stake] : [stake, ...steps];
}

/** Others paid rent for an account of the wallet, which gets the rent when the account is closed. */
const rentStep = (transaction: ChainTransaction, quantity: bigint): ChainTransaction => ({
  ...transaction,
  hash: `rent-${transaction.hash}`,
  to: transaction.wallet,
  method: { id: SYSTEM, name: 'closeAccount' },
  fee: null,
  movements: [{ ...nativeMovement({ from: null, to: transaction.wallet, quantity }), logIndex: 0 }],
  flags: [],
});

/** Accounts of a program that holds deposits act for the program: each asset and order can have one. */
function placed(movements: readonly Draft[], wallet: string, program: string | null): readonly Draft[] {
  if (program === null || program === STAKE || !holdsDeposits('solana', program)) return movements;
  const isUnits = (party: string | null, { asset }: Draft) =>
    party === null || party === INCINERATOR || party === asset.contract || party === STAKE;
  return movements.map((movement) => {
    const side = movement.from === wallet ? 'to' : 'from';
    return isUnits(movement[side], movement) ? movement : { ...movement, [side]: program };
  });
}

/** Apart from transfers with others: a stake pool takes and pays stake accounts. */
const stakeStep = (transaction: ChainTransaction, staked: Flow): ChainTransaction => ({
  ...transaction,
  hash: `stake-${transaction.hash}`,
  to: STAKE,
  method: { id: STAKE, name: staked.to === STAKE ? 'delegate (Stake)' : 'withdraw (Stake)' },
  fee: null,
  movements: [{ ...nativeMovement(staked), logIndex: 0 }],
  flags: [],
});

type Draft = Omit<Movement, 'logIndex'>;
const nativeMovement = (flow: Flow): Draft => ({ asset: SOL, kind: 'balance', ...flow });

/** By owner. A gain without a loss is a mint, a loss without a gain is a burn. */
function tokenMovements(
  row: SolanaRow,
  partyOf: Holdings['partyOf'],
  wallet: string,
  positions: Positions,
): Draft[] {
  const mints = new Map<string, { decimals: number; changes: Map<string, bigint> }>();
  for (const { account, mint, owner, decimals, before, after } of row.tokens) {
    if (mint === WRAPPED || before === after) continue;
    const entry = mints.get(mint) ?? { decimals, changes: new Map<string, bigint>() };
    mints.set(mint, entry);
    const party = partyOf(account, owner);
    entry.changes.set(party, (entry.changes.get(party) ?? 0n) + BigInt(after) - BigInt(before));
  }
  return [...mints].flatMap(([mint, { decimals, changes }]) => {
    const asset = positions.assetOf(mint, decimals);
    const scale = pow10(asset.decimals - decimals);
    return withFee(own(flowsOf(changesOf(changes)), wallet), wallet).map(({ from, to, quantity }): Draft => ({
      asset,
      kind: 'balance',
      from: from ?? asset.contract,
      to: to ?? INCINERATOR,
      quantity: quantity * scale,
    }));
  });
}

/** The smaller part that does not arrive is a fee. It is not burnt: it leaves with the transfer. */
function withFee(flows: Flow[], wallet: string): Flow[] {
  const sent = flows.filter(({ from }) => from === wallet);
  const [paid, fee] = [sent.find(({ to }) => to !== null), sent.find(({ to }) => to === null)];
  if (!paid || !fee || sent.length > 2 || fee.quantity >= paid.quantity) return flows;
  return flows.flatMap((flow) =>
    flow === fee ? [] : [flow === paid ? { ...flow, quantity: flow.quantity + fee.quantity } : flow],
  );
}

/** @returns SOL flows with others, flows with the stake, and payments beyond the network fee */
function nativeFlows(
  row: SolanaRow,
  wallet: string,
  { partyOf, turned, gifts }: Holdings,
  tokens: readonly Draft[],
): { flows: Flow[]; staked: Flow | null; costs: bigint } {
  if (row.isFailed) return { flows: [], staked: null, costs: 0n };
  const changes = nativeChanges(row, partyOf, turned);
  const add = (party: string, units: bigint) => changes.set(party, (changes.get(party) ?? 0n) + units);
  add(row.accounts[0]?.address ?? '', BigInt(row.fee));
  if (gifts !== 0n) add(wallet, gifts);
  const staked = changes.get(STAKE) ?? 0n;
  changes.delete(STAKE);
  if (staked !== 0n) add(wallet, staked);
  let costs = 0n;
  const charge = (party: string, units: bigint) => {
    add(wallet, units);
    add(party, -units);
    costs += units;
  };
  if (row.signers.length === 1 && row.signers[0] === wallet)
    for (const [party, units] of [...changes]) if (units > 0n && takesTips(party)) charge(party, units);
  if (row.accounts[0]?.address === wallet)
    for (const [party, rent] of foreignRents(row, partyOf, wallet))
      if (-(changes.get(wallet) ?? 0n) >= rent) charge(party, rent);
  const left = changes.get(wallet) ?? 0n;
  const isBeside = tokens.length === 0 ? staked !== 0n : isTokenTrade(tokens, wallet);
  if (left < 0n && -left <= LEFTOVER && isBeside) {
    changes.delete(wallet);
    costs -= left;
  }
  return {
    flows: own(flowsOf(changesOf(changes)), wallet),
    staked: staked === 0n ? null : stakeFlow(wallet, staked),
    costs,
  };
}

const stakeFlow = (wallet: string, staked: bigint): Flow =>
  staked > 0n
    ? { from: wallet, to: STAKE, quantity: staked }
    : { from: STAKE, to: wallet, quantity: -staked };

function nativeChanges(
  row: SolanaRow,
  partyOf: Holdings['partyOf'],
  turned: Holdings['turned'],
): Map<string, bigint> {
  const owners = new Map(row.tokens.map(({ account, owner }) => [account, owner]));
  const changes = new Map<string, bigint>();
  const add = (party: string, units: bigint) => changes.set(party, (changes.get(party) ?? 0n) + units);
  for (const { address, before, after } of row.accounts) {
    const hands = turned.get(address);
    if (!hands && before === after) continue;
    const party = partyOf(address, owners.get(address) ?? null);
    add(hands?.before ?? party, -BigInt(before));
    add(hands?.after ?? party, BigInt(after));
  }
  // An account of wrapped SOL that gets another owner keeps its lamports.
  for (const { account, mint, owner, before } of row.tokens) {
    const next = owners.get(account) ?? null;
    if (mint !== WRAPPED || owner === next) continue;
    add(partyOf(account, owner), -BigInt(before));
    add(partyOf(account, next), BigInt(before));
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

/** With the program name. For staking, the flow of SOL decides. */
function mainCall(
  row: SolanaRow,
  movements: readonly Draft[],
): { program: string; name: string | null } | null {
  const staked = movements.find(({ from, to }) => from === STAKE || to === STAKE);
  const call =
    row.calls.find(({ program, name }) => !isPlumbing(program) && !isPreparation(name)) ??
    row.calls.find(({ program }) => !isPlumbing(program)) ??
    row.calls.find(({ name }) => /^transfer/i.test(name ?? '')) ??
    row.calls.find(({ program }) => programName(program) !== null) ??
    row.calls[0];
  if (!call) return null;
  const plain = isPlumbing(call.program) && movements.length > 0 ? 'transfer' : null;
  const step = staked
    ? staked.to === STAKE
      ? 'delegate'
      : 'withdraw'
    : call.name
      ? actionOf(call.name)
      : plain;
  const program = programName(call.program);
  if (step !== null) return { program: call.program, name: program ? `${step} (${program})` : step };
  return { program: call.program, name: isPlumbing(call.program) ? null : program };
}

/** Stake that is paid out to another wallet, or given to it as stake, is a transfer. */
function beyondStake(
  main: ReturnType<typeof mainCall>,
  { authorized = [] }: SolanaRow,
  wallet: string,
): ReturnType<typeof mainCall> {
  if (main?.program !== STAKE) return main;
  const isGiven = authorized.some(({ owner }) => owner !== wallet);
  return { program: SYSTEM, name: isGiven ? STAKE_TRANSFER : 'transfer' };
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
