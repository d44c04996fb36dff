import type { BasisOrder } from '../../../domain/overlays/allocations/allocations';
import type { AllocationMethod, GivenBasis, Pre2025Pool } from '../../../domain/overlays/manual-entry';
import { ImpactResponse } from '../../../presenters/transactions/impact.shapes.dto';
import { StoredEntryResponse } from '../manual-entries.shapes.dto';

/** Units of a wallet and the basis allocated to them. */
export class AllocatedLotResponse {
  /** Wallet, or `exchange:` and the id of an account. @example "0x003dc32fe920a4aaeed12dc87e145f030aa753f3" */
  address!: string;
  /** @example "1.5" */
  quantity!: string;
  /** USD for all of these units. @example "2400" */
  cost_basis!: string;
  /** @example "2021-03-02T00:00:00.000Z" */
  acquisition_date!: string;
  /** `gift` (below the basis of its donor) or `inheritance`; null for all others. @example null */
  basis_type!: GivenBasis | null;
  /** Of a gift: fair value when it was received. Null when not stated. @example null */
  value_at_gift_usd!: string | null;
  /** When such a gift was received. @example null */
  gift_date!: string | null;
  /** Start of the holding period that a wash sale moved before `acquisition_date`. Null for all others. @example null */
  held_since!: string | null;
  /** True for units that were bought or exchanged: they can replace a loss. @example true */
  is_purchase!: boolean;
  /** True for a purchase that already replaced a loss. @example false */
  replaced_loss!: boolean;
}

/** The unused basis of one token, allocated to wallets at the start of 2025. */
export class AllocationResponse extends StoredEntryResponse {
  /** `basis_allocation` */
  kind!: string;
  /** @example "ethereum:ETH" */
  token_key!: string;
  /** @example "specific_unit" */
  method!: AllocationMethod;
  /** @example "per_wallet" */
  pre_2025_pool!: Pre2025Pool;
  /** Of a global allocation. @example null */
  basis_order!: BasisOrder | null;
  /** The start of 2025 in the zone of reports. @example "2025-01-01T00:00:00.000Z" */
  effective_from!: string;
  /** As the taxpayer states it. @example "2024-12-20T00:00:00.000Z" */
  stated_recorded_at!: string;
  /** Sum of the lots. @example "1.5" */
  quantity!: string;
  /** Sum of the lots, USD. @example "2400" */
  cost_basis!: string;
  lots!: AllocatedLotResponse[];
}

export class CreatedAllocationResponse extends AllocationResponse {
  /** False for a preview: nothing was stored. */
  stored!: boolean;
  /** Basis of these units in the ledger without the allocation, USD. @example "2400" */
  ledger_cost_basis!: string;
  /** The allocated basis less that of the opening, USD. @example "0" */
  cost_basis_difference!: string;
  impact!: ImpactResponse;
}
