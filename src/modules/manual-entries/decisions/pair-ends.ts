import { tokenKeyOf, type Asset } from '../../../domain/kernel/asset';
import { AppError } from '../../../domain/kernel/errors';
import { inSameUnits, isSameGroup, matchId, walletLeg, type TransferLeg } from '../../../domain/matching';
import type { WalletTransaction } from '../../../domain/chain';
import type { PairedEnd, TransferPairing } from '../../../domain/overlays/manual-entry';
import { isOpen } from '../../../domain/overlays/transfer-pairings';
import type { ReadyWalletLedger } from '../../../pipeline/ledger/wallet-ledger';
import { invalid } from '../basis-parts';
import type { PairingInput } from './decisions.dto';

/** Clocks of chains differ by less. */
const CLOCK_SKEW_MS = 3_600_000;

export interface PairEnds {
  out: TransferLeg;
  in: TransferLeg;
}

/** @throws AppError RESOURCE_NOT_FOUND; VALIDATION_ERROR when no legs, or several, can be the ends of one transfer */
export function pairEnds(
  walletLedger: ReadyWalletLedger,
  tx: WalletTransaction,
  pairing: PairingInput,
): PairEnds {
  const other = otherTransaction(walletLedger, tx, pairing.transaction_id);
  const wanted = pairing.token_key?.toLowerCase();
  const isWanted = ({ asset }: TransferLeg) =>
    wanted === undefined || walletLedger.tokenKeys.get(asset.id)?.toLowerCase() === wanted;
  const candidates = [...pairsOf(tx, other), ...pairsOf(other, tx)].filter(
    (ends) => isWanted(ends.out) || isWanted(ends.in),
  );
  const found = candidates.filter((ends) => misfit(ends) === null);
  const [only, ...more] = found;
  if (!only) {
    const [first] = candidates;
    const reason = first
      ? misfit(first)
      : 'the units must leave with one transaction and arrive with the other';
    throw invalid('pairing', `No transfer between the two transactions: ${reason}`);
  }
  if (more.length === 0) return only;
  const keys = found.map((ends) => tokenKeyOf(walletLedger.tokenKeys, ends.out.asset));
  throw invalid('pairing', 'Several tokens can be meant: name one in token_key', { token_keys: keys });
}

function otherTransaction(
  { history }: ReadyWalletLedger,
  tx: WalletTransaction,
  name: string,
): WalletTransaction {
  const wanted = name.toLowerCase();
  const found = history.valued.transactions.filter(
    ({ id, hash }) => id === wanted || hash === name || hash.toLowerCase() === wanted,
  );
  const others = found.filter(({ id }) => id !== tx.id);
  const [only, ...more] = others;
  if (!only && found.length > 0)
    throw invalid('pairing.transaction_id', 'Input should be another transaction');
  if (!only) throw new AppError('RESOURCE_NOT_FOUND', { resource: 'transaction', field: 'pairing' });
  if (more.length === 0) return only;
  const ids = others.map(({ id }) => id);
  throw invalid('pairing.transaction_id', 'Several transactions have the hash: name one by its id', {
    transaction_ids: ids,
  });
}

const pairsOf = (from: WalletTransaction, to: WalletTransaction): PairEnds[] => {
  const legs = (tx: WalletTransaction, direction: 'in' | 'out') =>
    tx.legs.filter((leg) => isOpen(leg) && leg.direction === direction).map((leg) => walletLeg(tx, leg));
  return legs(from, 'out').flatMap((out) => legs(to, 'in').map((into) => ({ out, in: into })));
};

function misfit({ out, in: into }: PairEnds): string | null {
  if (!isSameCoin(out.asset, into.asset)) return 'the assets differ; state a swap instead';
  const { sent, arrived } = inSameUnits(out, into);
  if (arrived > sent) return 'more units arrived than left';
  return into.at < out.at - CLOCK_SKEW_MS ? 'the units arrived before they left' : null;
}

/** On another chain the same symbol counts: the owner knows what the bridge paid out. */
const isSameCoin = (a: Asset, b: Asset): boolean =>
  isSameGroup(a, b) || (a.chain !== b.chain && a.symbol.toLowerCase() === b.symbol.toLowerCase());

export function pairingEntry(
  ends: PairEnds,
  byId: ReadonlyMap<string, WalletTransaction>,
  status: TransferPairing['status'],
  decidedAt: number,
): TransferPairing {
  const endOf = ({ id, source, transactionId, txHash, asset }: TransferLeg): PairedEnd => ({
    legId: id,
    source,
    transactionId,
    chain: byId.get(transactionId)?.chain ?? null,
    txHash,
    assetId: asset.id,
  });
  return {
    kind: 'transfer_pairing',
    wallet: ends.out.source.id,
    matchId: matchId(ends.out, ends.in),
    out: endOf(ends.out),
    in: endOf(ends.in),
    status,
    decidedAt,
  };
}
