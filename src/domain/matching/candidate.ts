import { assetGroup } from '../chain';
import type { Asset } from '../kernel/asset';
import { uuidOf } from '../kernel/hash';
import { isSameHash } from '../kernel/transaction-hash';
import { pow10, type Quantity } from '../kernel/units';
import { routeFacts, routeOf, type RouteName } from './routes';
import type { TransferLeg } from './transfer-leg';
import { HOUR_MS } from '../kernel/durations';

export type MatchReason =
  | 'same_transaction'
  | 'amount_exact'
  | 'amount_less_fee'
  | 'amount_close'
  | 'within_an_hour'
  | 'address_known'
  | 'same_address'
  | 'bridge'
  | 'native_bridge_exit';

export interface Candidate {
  /** UUID v5 of the two leg ids. */
  id: string;
  out: TransferLeg;
  in: TransferLeg;
  /** 0..10000, in ten-thousandths: integers compare and add without fractions. */
  points: number;
  reasons: readonly MatchReason[];
}

/** Weights in points. @source api.md 1.12: amount 0.5, time 0.3, address known 0.2 */
export const FULL_SCORE = 10_000;
const AMOUNT = 5_000;
const TIME = 3_000;
const ADDRESS = 2_000;
/** An amount difference at the tolerance limit costs half of the amount's weight. */
const AMOUNT_AT_THE_EDGE = 2_500n;

/** The asset group, else the asset itself. @source tax-rules 2.3 */
export const groupOf = (asset: Asset): string => assetGroup(asset.id) ?? asset.id;

export const isSameGroup = (a: Asset, b: Asset): boolean => groupOf(a) === groupOf(b);

export const matchId = (out: TransferLeg, arrival: TransferLeg): string =>
  uuidOf(`v1|match|${out.id}|${arrival.id}`);

/** Ignores time: checks directions, asset, own places and amount. */
export function couldMeet(out: TransferLeg, arrival: TransferLeg): boolean {
  if (out.direction !== 'out' || arrival.direction !== 'in') return false;
  if (groupOf(out.asset) !== groupOf(arrival.asset) || isSamePlace(out, arrival)) return false;
  const { sent, reached } = inSameUnits(out, arrival);
  return reached <= sent;
}

export function certain(out: TransferLeg, arrival: TransferLeg): Candidate | null {
  if (out.txHash === null || !isSameHash(out.txHash, arrival.txHash) || !couldMeet(out, arrival)) return null;
  const reasons: MatchReason[] = ['same_transaction'];
  return { id: matchId(out, arrival), out, in: arrival, points: FULL_SCORE, reasons };
}

/** @returns null when the pair is outside the limits of its route, or the ends contradict each other */
export function weigh(out: TransferLeg, arrival: TransferLeg): Candidate | null {
  const weight = weightOf(out, arrival);
  return weight && candidateOf(out, arrival, weight);
}

export type Weight = Pick<Candidate, 'points' | 'reasons'>;

/** Made last, because an id costs more than the weight of a pair. */
export const candidateOf = (out: TransferLeg, arrival: TransferLeg, weight: Weight): Candidate => ({
  id: matchId(out, arrival),
  out,
  in: arrival,
  ...weight,
});

export function weightOf(out: TransferLeg, arrival: TransferLeg): Weight | null {
  if (!couldMeet(out, arrival)) return null;
  const route = routeOf(out, arrival);
  const amount = amountOf(out, arrival, routeFacts(route).slackPercent);
  const time = timeOf(arrival.at - out.at, route);
  const address = addressOf(out, arrival, route);
  if (amount === null || time === null || address === null) return null;
  const reasons = [...amount.reasons, ...time.reasons, ...address.reasons, ...routeReasons(route)];
  return { points: amount.points + time.points + address.points, reasons };
}

interface Part {
  points: number;
  reasons: MatchReason[];
}

function amountOf(out: TransferLeg, arrival: TransferLeg, slackPercent: bigint): Part | null {
  const { sent, fee, arrived, reached } = inSameUnits(out, arrival);
  if (arrived === sent) return { points: AMOUNT, reasons: ['amount_exact'] };
  const unexplained = sent - fee - reached;
  if (unexplained <= 0n) return { points: AMOUNT, reasons: ['amount_less_fee'] };
  if (unexplained * 100n > sent * slackPercent) return null;
  const lost = (AMOUNT_AT_THE_EDGE * unexplained * 100n) / (sent * slackPercent);
  return { points: AMOUNT - Number(lost), reasons: ['amount_close'] };
}

function timeOf(delay: number, route: RouteName): Part | null {
  const { before, after } = routeFacts(route);
  const limit = delay < 0 ? before : after;
  const distance = Math.abs(delay);
  if (distance > limit) return null;
  const points = TIME - Math.floor((TIME * distance) / limit);
  return { points, reasons: distance <= HOUR_MS ? ['within_an_hour'] : [] };
}

/**
 * An end that reports the other's address confirms the pair; another address or transaction excludes it. Over a
 * bridge, contracts are in between: the same address at both ends supports the pair.
 */
function addressOf(out: TransferLeg, arrival: TransferLeg, route: RouteName): Part | null {
  const named = [names(out, arrival), names(arrival, out)];
  const isKnown = named.includes(true) || isNamedAccount(out, arrival);
  const found: Part = isKnown ? { points: ADDRESS, reasons: ['address_known'] } : { points: 0, reasons: [] };
  if (route !== 'transfer')
    return isKnown || out.address !== arrival.address
      ? found
      : { points: ADDRESS, reasons: ['same_address'] };
  const areOtherTransactions =
    out.txHash !== null && arrival.txHash !== null && !isSameHash(out.txHash, arrival.txHash);
  const areOnChain = out.source.kind === 'wallet' && arrival.source.kind === 'wallet';
  if (areOtherTransactions && (areOnChain || !isKnown)) return null;
  return named.includes(false) && !isKnown ? null : found;
}

const names = (leg: TransferLeg, other: TransferLeg): boolean | null =>
  leg.counterparty === null || other.address === null ? null : leg.counterparty === other.address;

const isNamedAccount = (out: TransferLeg, arrival: TransferLeg): boolean =>
  out.side !== undefined && arrival.side !== undefined && out.side !== arrival.side;

function routeReasons(route: RouteName): MatchReason[] {
  if (route === 'transfer') return [];
  return [route === 'bridge' ? 'bridge' : 'native_bridge_exit'];
}

export const placeOf = ({ source, asset }: TransferLeg): string =>
  source.kind === 'exchange' ? `exchange ${source.id}` : `wallet ${source.id} ${asset.chain}`;

const isSamePlace = (out: TransferLeg, arrival: TransferLeg): boolean => placeOf(out) === placeOf(arrival);

/** An asset may have other decimals on another chain. */
export function inSameUnits(out: TransferLeg, arrival: TransferLeg): Amounts {
  const decimals = Math.max(out.asset.decimals, arrival.asset.decimals);
  const arrived = scaled(arrival.quantity, arrival, decimals);
  return {
    sent: scaled(out.quantity, out, decimals),
    fee: scaled(out.fee, out, decimals),
    arrived,
    reached: arrived + scaled(arrival.fee, arrival, decimals),
    decimals,
  };
}

export const scaled = (quantity: Quantity, { asset }: TransferLeg, decimals: number): Quantity =>
  quantity * pow10(decimals - asset.decimals);

interface Amounts {
  sent: Quantity;
  fee: Quantity;
  arrived: Quantity;
  /** Units that arrived, before the receiver deducted its fee. */
  reached: Quantity;
  decimals: number;
}
