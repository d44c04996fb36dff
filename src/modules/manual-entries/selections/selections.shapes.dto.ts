import { ImpactResponse } from '../../../presenters/transactions/impact.shapes.dto';
import { StoredAtBrokerResponse } from '../broker/broker-notice.shapes.dto';
import { LotChoiceResponse } from '../manual-entries.shapes.dto';

/** The lots that a disposal or an own transfer of the chain takes. */
export class LotSelectionShape extends StoredAtBrokerResponse {
  /** `lot_selection` */
  kind!: 'lot_selection';
  address!: string;
  tx_hash!: string;
  token_key!: string;
  lot_selections!: LotChoiceResponse[];
}

export class CreatedLotSelectionResponse extends LotSelectionShape {
  /** False for a preview. */
  stored!: boolean;
  impact!: ImpactResponse;
}
