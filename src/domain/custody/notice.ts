import type { ElectableMethod } from '../engine';
import { AppError } from '../kernel/errors';
import type { BrokerOffer } from './offers';

/** EVIDENCE_KINDS: what shows that the broker had an order. */
export const EVIDENCE_KINDS = ['setting_screenshot', 'order_id', 'ticket', 'letter'] as const;
export type EvidenceKind = (typeof EVIDENCE_KINDS)[number];

export interface BrokerEvidence {
  kind: EvidenceKind;
  /** SHA-256, lower-case hex, of the file that the taxpayer keeps. */
  sha256: string | null;
  reference: string | null;
}

export interface BrokerNotice {
  /** ms UTC */
  at: number;
  /** Null only for a notice at the moment of its entry. */
  evidence: BrokerEvidence | null;
}

export const isSameNotice = (a: BrokerNotice | undefined, b: BrokerNotice): boolean =>
  a?.at === b.at &&
  a.evidence?.kind === b.evidence?.kind &&
  a.evidence?.sha256 === b.evidence?.sha256 &&
  a.evidence?.reference === b.evidence?.reference;

/** NOTICE_REFUSALS: why an order to a broker is refused, as `reason` of the error. */
export const NOTICE_REFUSALS = {
  late: 'The broker was told after the sale or transfer: its units left first in, first out',
  lot_not_in_account: 'The account has no such lot of the token: a broker identifies units that it holds',
  lot_already_sold: 'The lot has no units left',
  method_not_offered: 'The broker does not offer this method',
  fifo_only: 'The broker offers first in, first out only',
  lots_not_offered: 'The broker does not let its customers name lots',
  backdated_without_evidence: 'A time in the past needs evidence that the broker was told then',
  not_yet_communicated: 'Enter the order when the broker was told: this time is still to come',
  evidence_without_time: 'State in communicated_to_broker_at when the broker was told',
  no_single_account: 'An order for all accounts was given to no broker: name the account',
  self_custody: 'No broker holds these units: your books suffice',
} as const;
export type NoticeRefusal = keyof typeof NOTICE_REFUSALS;

export const refused = (reason: NoticeRefusal, field: string, more = ''): AppError =>
  new AppError(
    'VALIDATION_ERROR',
    { reason },
    { field, message: `${field}: ${NOTICE_REFUSALS[reason]}${more}` },
  );

export interface StatedNotice {
  communicatedAt: number | undefined;
  evidence: BrokerEvidence | undefined;
}

/**
 * @param offer of the broker; null for self-custody; undefined for an order for all accounts
 * @throws AppError VALIDATION_ERROR with `reason`
 * @source 26 CFR 1.1012-1(j)(3)(ii)
 */
export function brokerNotice(
  { communicatedAt: at, evidence }: StatedNotice,
  offer: BrokerOffer | null | undefined,
  now: number,
): BrokerNotice | undefined {
  if (at === undefined && evidence === undefined) return undefined;
  if (offer === null) throw refused('self_custody', FIELD);
  if (offer === undefined) throw refused('no_single_account', FIELD);
  if (at === undefined) throw refused('evidence_without_time', 'evidence');
  if (at > now) throw refused('not_yet_communicated', FIELD);
  if (at < now && evidence === undefined) throw refused('backdated_without_evidence', 'evidence');
  return { at, evidence: evidence ?? null };
}
const FIELD = 'communicated_to_broker_at';

/** @throws AppError VALIDATION_ERROR for a method that the broker is known not to offer */
export function refuseMethod(method: ElectableMethod, { methods, name, namesLots }: BrokerOffer): void {
  if (methods === null || methods.includes(method)) return;
  const isFifoOnly = methods.length === 1 && methods[0] === 'fifo' && namesLots !== true;
  const offered = ` (${name}: ${methods.map((each) => each.toUpperCase()).join(', ')})`;
  throw refused(isFifoOnly ? 'fifo_only' : 'method_not_offered', 'method', offered);
}

/** @throws AppError VALIDATION_ERROR where the broker is known not to let customers name lots */
export function refuseLots({ namesLots, name }: BrokerOffer): void {
  if (namesLots === false) throw refused('lots_not_offered', 'lots', ` (${name})`);
}

/** @param outflowAt ms UTC @throws AppError VALIDATION_ERROR for a notice after it */
export function refuseLate(notice: BrokerNotice | undefined, outflowAt: number): void {
  if (notice !== undefined && notice.at > outflowAt) throw refused('late', FIELD);
}
