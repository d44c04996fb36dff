import { brokerNotice, offerAt, type BrokerNotice, type BrokerOffer } from '../../../domain/custody';
import type { ReadyWalletLedger } from '../../../pipeline/ledger/wallet-ledger';
import { toTimeOrNull } from '../../../presenters/sync-status.presenter';
import { invalid } from '../basis-parts';
import type { EntryAtBrokerInput, EvidenceInput } from './broker-notice.dto';

const SHA256 = /^[0-9a-f]{64}$/;

/** Null where no broker holds the units. */
export const brokerOf = ({ history, subject }: ReadyWalletLedger): BrokerOffer | null =>
  offerAt(subject.value, history.valued.accounts ?? []);

/** @param offer as of `brokerNotice` @throws AppError VALIDATION_ERROR */
export const noticeOf = (
  {
    communicated_to_broker_at: communicatedAt,
    evidence,
  }: Pick<EntryAtBrokerInput, 'communicated_to_broker_at' | 'evidence'>,
  offer: BrokerOffer | null | undefined,
  now: number,
): BrokerNotice | undefined =>
  brokerNotice({ communicatedAt, evidence: evidence && evidenceOf(evidence) }, offer, now);

function evidenceOf({ kind, file_sha256: given, reference }: EvidenceInput) {
  const sha256 = given?.toLowerCase() ?? null;
  if (sha256 !== null && !SHA256.test(sha256))
    throw invalid('evidence.file_sha256', 'Input should have 64 hexadecimal digits');
  if (sha256 === null && reference === undefined)
    throw invalid('evidence.file_sha256', 'Send the SHA-256 of the file, or reference');
  return { kind, sha256, reference: reference ?? null };
}

export const toNotice = (notice: BrokerNotice | undefined) => ({
  communicated_to_broker_at: toTimeOrNull(notice?.at ?? null),
  evidence: notice?.evidence
    ? {
        kind: notice.evidence.kind,
        file_sha256: notice.evidence.sha256,
        reference: notice.evidence.reference,
      }
    : null,
});
