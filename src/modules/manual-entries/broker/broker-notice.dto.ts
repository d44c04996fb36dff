import { EVIDENCE_KINDS, type EvidenceKind } from '../../../domain/custody';
import type { Address } from '../../../domain/kernel/address';
import { IsMoment, IsObjectOf, IsOneOf, IsOwnedWallets, IsText } from '../../../http/validation/fields';
import { EntryInput } from '../manual-entries.dto';

/** What shows that the broker had the order. The file stays with you. */
export class EvidenceInput {
  @IsOneOf(EVIDENCE_KINDS, { required: true })
  kind!: EvidenceKind;

  @IsText({
    min: 64,
    max: 64,
    description: 'SHA-256 of the file as 64 hexadecimal digits; this or reference',
  })
  file_sha256?: string;

  @IsText({ min: 1, max: 200, description: 'number of the order, ticket or letter' })
  reference?: string;
}

/** An entry that a broker may have to know of: units in its custody, from 2027 on. */
export abstract class EntryAtBrokerInput extends EntryInput {
  @IsMoment('start', {
    description:
      'of an account at a broker: when the broker was told. From 2027 on an order holds there from then on; a time before now needs evidence',
  })
  communicated_to_broker_at?: number;

  @IsObjectOf(() => EvidenceInput, { description: 'what shows that the broker was told then' })
  evidence?: EvidenceInput;
}

/** A notice about an entry that is stored already. */
export class BrokerNoticeInput {
  @IsMoment('start', {
    required: true,
    description: 'when the broker was told; a time before now needs evidence',
  })
  communicated_to_broker_at!: number;

  @IsObjectOf(() => EvidenceInput, { description: 'what shows that the broker was told then' })
  evidence?: EvidenceInput;

  @IsOwnedWallets()
  owned_wallets: Address[] = [];
}
