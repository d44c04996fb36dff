import type { BrokerNotice } from '../custody';
import type { Disposal } from '../engine';
import { electionsIn, standingSelectionsIn } from '../overlays/elections';
import { TAXPAYER, type ManualEntry, type SelectionEntry } from '../overlays/manual-entry';

type Sold = Pick<Disposal, 'wallet' | 'transactionId' | 'txHash' | 'flags' | 'disposedAt'> & {
  asset: Pick<Disposal['asset'], 'id'>;
};

/**
 * The record that identified the units of a disposal, in words.
 * @param isAtBroker true where the broker must have been told in time
 * @source 26 CFR 1.1012-1(j); Notice 2026-20
 */
export function identifiedBy(entries: readonly ManualEntry[], sold: Sold, isAtBroker: boolean): string {
  const { wallet, asset, disposedAt: at, flags } = sold;
  if (flags.includes('not_identified_to_broker'))
    return 'First in, first out: the broker was not told of other units in time.';
  const isTold = ({ communicated }: { communicated?: BrokerNotice }): boolean =>
    !isAtBroker || (communicated !== undefined && communicated.at <= at);
  const isInForce = (order: { from: number; until?: number; communicated?: BrokerNotice }): boolean =>
    order.from <= at && (order.until === undefined || order.until > at) && isTold(order);
  const isOfWallet = (entry: { wallet: string }): boolean => entry.wallet === wallet;
  const selection = entries.find(
    (entry): entry is SelectionEntry =>
      entry.kind === 'lot_selection' &&
      isOfWallet(entry) &&
      entry.assetId === asset.id &&
      isTold(entry) &&
      (entry.txHash === sold.transactionId || entry.txHash === sold.txHash),
  );
  if (selection !== undefined && !flags.includes('late_identification'))
    return `A selection of lots for this sale.${noticed(selection.communicated)}`;
  const standing = standingSelectionsIn(entries)
    .filter((entry) => isOfWallet(entry) && entry.assetId === asset.id && isInForce(entry))
    .at(-1);
  if (standing?.appliesTo.includes('disposals'))
    return `A standing order that names lots, in force from ${time(standing.from)}.${noticed(standing.communicated)}`;
  const elections = electionsIn(entries).filter(isInForce);
  const election =
    elections.filter(isOfWallet).at(-1) ?? elections.filter((entry) => entry.wallet === TAXPAYER).at(-1);
  return election === undefined
    ? 'First in, first out: no other units were identified.'
    : `A standing order, ${election.method.toUpperCase()}, in force from ${time(election.from)}.${noticed(election.communicated)}`;
}

const time = (at: number): string => new Date(at).toISOString();

function noticed(notice: BrokerNotice | undefined): string {
  if (notice === undefined) return '';
  const { at, evidence } = notice;
  const proof = evidence?.sha256 ? `SHA-256 ${evidence.sha256}` : evidence?.reference;
  return ` The broker was told at ${time(at)}${evidence ? `, shown by ${evidence.kind}${proof ? ` (${proof})` : ''}` : ''}.`;
}
