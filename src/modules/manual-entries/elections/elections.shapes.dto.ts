import type { ElectableMethod } from '../../../domain/engine';
import { ImpactResponse } from '../../../presenters/transactions/impact.shapes.dto';
import { StoredAtBrokerResponse } from '../broker/broker-notice.shapes.dto';

/** A standing order for a wallet, or for all. */
export class ElectionEntryShape extends StoredAtBrokerResponse {
  /** `method_election` */
  kind!: 'method_election';
  /** Null: all wallets and accounts. */
  address!: string | null;
  /** @example "hifo" */
  method!: ElectableMethod;
  /** @example "2026-06-15T12:00:00.000Z" */
  effective_from!: string;
  /** When the taxpayer's own records held the order, as the taxpayer states it. @example null */
  stated_recorded_at!: string | null;
}

export class CreatedElectionResponse extends ElectionEntryShape {
  impact!: ImpactResponse;
}
