import { EVIDENCE_KINDS, type EvidenceKind } from '../../../domain/custody';
import { IsMoment, IsObjectOf, IsOneOf, IsText } from '../../../http/validation/fields';
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
