import type { ElectableMethod } from '../../../domain/engine';
import { EvidenceResponse } from './broker-notice.shapes.dto';

/** What the broker offers, as its page said on a day. */
export class BrokerOfferResponse {
  /** @example "Coinbase" */
  name!: string;
  /** Null: not known. @example ["fifo", "lifo", "hifo"] */
  methods!: ElectableMethod[] | null;
  /** Whether an order can name lots. Null: not known. @example null */
  names_lots!: boolean | null;
  /** The way through the menus. Null: not known. @example "Taxes, then Settings, then Cost-basis method" */
  menu!: string | null;
  notes!: string[];
  /** @example "https://help.coinbase.com/en/coinbase/taxes/tools/cost-basis-accounting" */
  source!: string | null;
  /** @example "2026-11-28" */
  read_on!: string | null;
}

export class InstructionLotResponse {
  /** Place in the order in which the lots leave, from 1. @example 1 */
  position!: number;
  lot_id!: string;
  /** The broker's own id of the lot, as the order states it. @example null */
  broker_lot_id!: string | null;
  /** @example "BTC" */
  symbol!: string;
  /** Null when unknown. @example "2026-01-01T12:00:00.000Z" */
  acquired_at!: string | null;
  /** When it came into the account. @example "2026-01-01T12:00:00.000Z" */
  received_at!: string;
  /** @example "1" */
  units!: string;
  /** USD of these units. Null when the basis is not known. @example "320" */
  cost_basis!: string | null;
}

/** A sheet that tells a broker which units leave an account. */
export class BrokerInstructionsResponse {
  /** Of the election or selection. */
  id!: string;
  account_id!: string;
  /** @example "main" */
  account_label!: string;
  broker!: BrokerOfferResponse;
  /** `method_election`, `standing_selection` or `lot_selection` */
  kind!: string;
  /** Null: the order names lots. @example "hifo" */
  method!: ElectableMethod | null;
  /** Null: all coins of the account. @example "BTC" */
  symbol!: string | null;
  /** @example "2027-01-02T00:00:00.000Z" */
  effective_from!: string;
  /** The order in words. */
  words!: string;
  /** True where it is not known that the broker takes such an order: send it in writing, and keep the answer. */
  ask_in_writing!: boolean;
  /** In the order in which they leave, as the account is now, as far as the plan shows them. */
  lots!: InstructionLotResponse[];
  /** Lots of the order; more than are listed where the list is cut. @example 1 */
  lots_total!: number;
  /** What the broker is asked to confirm. */
  confirm!: string[];
  /** Null while the broker has not been told: from 2027 on the order does not decide. @example null */
  communicated_to_broker_at!: string | null;
  evidence!: EvidenceResponse | null;
  /** @example "Signature, date: ____________________" */
  signature_line!: string;
}
