import type { OutflowKind } from '../../../domain/engine';
import { ImpactResponse } from '../../../presenters/transactions/impact.shapes.dto';
import { StoredAtBrokerResponse } from '../broker/broker-notice.shapes.dto';

export class NamedLotResponse {
  /** Id of the lot, or of the transaction of its acquisition. */
  lot!: string;
  /** Null: all that the lot holds. */
  quantity!: string | null;
  /** Id by which the broker knows the lot. @example null */
  broker_lot_id!: string | null;
}

/** A standing order that names the lots of future sales. `deactivated_at` is its end: earlier sales keep their lots. */
export class StandingSelectionShape extends StoredAtBrokerResponse {
  /** `standing_selection` */
  kind!: 'standing_selection';
  address!: string;
  token_key!: string;
  lots!: NamedLotResponse[];
  /** @example ["disposals"] */
  applies_to!: OutflowKind[];
  /** @example "2026-06-15T12:00:00.000Z" */
  effective_from!: string;
  /** When the taxpayer's own records held the order, as the taxpayer states it. @example null */
  stated_recorded_at!: string | null;
}

export class CreatedStandingSelectionResponse extends StandingSelectionShape {
  /** False for a preview: nothing was stored. */
  stored!: boolean;
  impact!: ImpactResponse;
}
