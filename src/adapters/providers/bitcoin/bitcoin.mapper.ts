import { nativeAsset } from '../../../domain/kernel/asset';
import { type Change, flowsOf } from '../../../domain/chain';
import type { ChainTransaction, Movement } from '../../../domain/chain/facts/chain-transaction';
import type { RawRow } from '../../../ports/upstream/history-source';
import { channelsOf } from './bitcoin.channels';
import type { BitcoinRow } from './bitcoin.schema';

const BTC = nativeAsset('bitcoin');

/**
 * Stored rows of one address -> facts, one entry per transaction, oldest first, parents before children within a
 * block. Change is no movement. A payment to the own address leaves only the fee.
 * @source providers.md 2.11
 */
export function interpretBitcoin(wallet: string, rows: readonly RawRow[]): ChainTransaction[] {
  const transactions = rows
    .map((row) => row.body as unknown as BitcoinRow)
    .sort((a, b) => (a.block ?? 0) - (b.block ?? 0));
  const times = momentsOf(transactions);
  const ranks = ranksOf(transactions);
  const channels = channelsOf(wallet, transactions);
  return transactions
    .map((tx) => {
      const call = channels.get(tx.txid) ?? null;
      return toTransaction(wallet, tx, times.get(tx.txid) ?? 0, ranks.get(tx.txid) ?? 0, call);
    })
    .sort((a, b) => a.at - b.at || (a.block ?? 0) - (b.block ?? 0) || a.txIndex - b.txIndex);
}

function toTransaction(
  wallet: string,
  tx: BitcoinRow,
  at: number,
  txIndex: number,
  call: string | null,
): ChainTransaction {
  const { changes, fees } = settle(tx);
  const flows = flowsOf(changes).filter(({ from, to }) => from === wallet || to === wallet);
  const kind: Movement['kind'] = tx.isCoinbase ? 'coinbase' : 'utxo';
  const fee = fees.get(wallet) ?? 0n;
  const paid = flows.filter(({ from }) => from === wallet);
  const isSpender = tx.inputs.some(({ address }) => address === wallet);
  return {
    chain: 'bitcoin',
    hash: tx.txid,
    wallet,
    at,
    block: tx.block,
    txIndex,
    from: isSpender ? wallet : (tx.inputs[0]?.address ?? null),
    to: isSpender ? (largest(paid)?.to ?? null) : wallet,
    succeeded: true,
    method: { id: null, name: isSpender && tx.memo !== undefined ? 'crossSwap' : call },
    fee: fee > 0n ? { asset: BTC, quantity: fee } : null,
    movements: flows.map((flow, logIndex) => ({ asset: BTC, kind, logIndex, ...flow })),
    flags: [],
    ...(isSpender && tx.memo !== undefined ? { memo: tx.memo } : {}),
  };
}

/** Inputs and outputs without an address count as unknown parties, separately per side. */
const NO_SENDER = '?in';
const NO_RECEIVER = '?out';

/**
 * Net change of each address without the fee, and its fee share. Addresses with a loss share the fee by input value
 * (fee x own inputs / all their inputs, rounded down), each at most its loss. The remainder is taken in input order.
 * A sole funder pays the whole fee.
 */
function settle(tx: BitcoinRow): { changes: Change[]; fees: Map<string, bigint> } {
  const funded = new Map<string, bigint>();
  const deltas = new Map<string, bigint>();
  const add = (map: Map<string, bigint>, party: string, units: bigint) =>
    map.set(party, (map.get(party) ?? 0n) + units);
  for (const { address, value } of tx.inputs) {
    add(funded, address ?? NO_SENDER, BigInt(value));
    add(deltas, address ?? NO_SENDER, -BigInt(value));
  }
  for (const { address, value } of tx.outputs) add(deltas, address ?? NO_RECEIVER, BigInt(value));
  const fees = feeShares(funded, deltas);
  for (const [party, fee] of fees) add(deltas, party, fee);
  const named = (party: string) => (party === NO_SENDER || party === NO_RECEIVER ? null : party);
  return { changes: [...deltas].map(([party, delta]) => ({ party: named(party), delta })), fees };
}

/** @param deltas in satoshi; their sum is minus the fee (plus the reward, for a coinbase) */
function feeShares(
  funded: ReadonlyMap<string, bigint>,
  deltas: ReadonlyMap<string, bigint>,
): Map<string, bigint> {
  const sum = (values: Iterable<bigint>) => [...values].reduce((total, value) => total + value, 0n);
  const fee = -sum(deltas.values());
  const shares = new Map<string, bigint>();
  if (fee <= 0n) return shares;
  const lost = (party: string) => -(deltas.get(party) ?? 0n);
  const payers = [...funded].filter(([party]) => lost(party) > 0n);
  const base = sum(payers.map(([, put]) => put));
  for (const [party, put] of payers) shares.set(party, atMost((fee * put) / base, lost(party)));
  let left = fee - sum(shares.values());
  for (const [party] of payers) {
    const share = shares.get(party) ?? 0n;
    const more = atMost(left, lost(party) - share);
    shares.set(party, share + more);
    left -= more;
  }
  return shares;
}

const atMost = (units: bigint, limit: bigint): bigint => (units < limit ? units : limit);

const largest = <T extends { quantity: bigint }>(flows: readonly T[]): T | undefined =>
  flows.reduce<T | undefined>(
    (best, flow) => (best && best.quantity >= flow.quantity ? best : flow),
    undefined,
  );

/** Milliseconds UTC. Block times can decrease, but a transaction is never earlier than the one it spends. */
function momentsOf(transactions: readonly BitcoinRow[]): Map<string, number> {
  const byId = new Map(transactions.map((tx) => [tx.txid, tx]));
  const moments = new Map<string, number>();
  const moment = (tx: BitcoinRow): number => {
    const known = moments.get(tx.txid);
    if (known !== undefined) return known;
    moments.set(tx.txid, tx.time * 1000);
    const parents = tx.inputs.flatMap(({ txid }) => byId.get(txid) ?? []);
    const at = Math.max(tx.time * 1000, ...parents.map(moment));
    moments.set(tx.txid, at);
    return at;
  };
  // Sorted by height, so that the recursion over parents stays short.
  transactions.forEach(moment);
  return moments;
}

/** Rank within the block among the address's own transactions: parents first, else by id. */
function ranksOf(transactions: readonly BitcoinRow[]): Map<string, number> {
  const blocks = new Map<number | null, BitcoinRow[]>();
  for (const tx of transactions) {
    const group = blocks.get(tx.block);
    if (group) group.push(tx);
    else blocks.set(tx.block, [tx]);
  }
  const ranks = new Map<string, number>();
  for (const group of blocks.values()) {
    const byId = new Map(group.map((tx) => [tx.txid, tx]));
    const seen = new Set<string>();
    const visit = (tx: BitcoinRow): void => {
      if (seen.has(tx.txid)) return;
      seen.add(tx.txid);
      for (const { txid } of tx.inputs) {
        const parent = byId.get(txid);
        if (parent) visit(parent);
      }
      ranks.set(tx.txid, ranks.size);
    };
    [...group].sort((a, b) => (a.txid < b.txid ? -1 : 1)).forEach(visit);
  }
  return ranks;
}
