import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { ROLES_OF_SPACES, type SpaceRole } from '../../domain/access/spaces';
import type { JsonObject } from '../../http/validation/fields';
import { LawComparisonResponse } from '../../presenters/filing/law.shapes.dto';
import { ToolComparisonResponse } from '../../presenters/filing/tool-comparison.shapes.dto';
import { ScheduleDResponse } from '../../presenters/filing/schedule-d.shapes.dto';
import { Form8949Response } from '../../presenters/forms/form-8949.shapes.dto';
import { HoldingResponse, ReportSummaryResponse, TaxSummaryResponse } from '../../presenters/shapes.dto';

/** What the portfolio routes answer, as it goes over the wire. */

export class PortfolioAddressResponse {
  /** As it was added. @example "0xde300000000000000000000000000000000a11ce" */
  address!: string;
  @ApiProperty({ enum: ['evm', 'bitcoin', 'solana', 'exchange'], example: 'evm' })
  chain_type!: string;
  /** @example "savings" */
  label!: string;
  /** @example "2026-01-31T12:00:00.000Z" */
  added_at!: string;
}

/** api.md 2, Portfolio. */
export class PortfolioResponse {
  /** @example "3f2b8c1e-6d4a-4f0b-9a57-1c2d3e4f5a6b" */
  id!: string;
  /** The same. @example "3f2b8c1e-6d4a-4f0b-9a57-1c2d3e4f5a6b" */
  portfolio_id!: string;
  /** @example "Family" */
  name!: string;
  /** @example "what we hold together" */
  description!: string;
  @ApiProperty({ type: 'object', additionalProperties: true, example: { client: 'A-17' } })
  metadata!: JsonObject;
  /** In the order they were added. */
  addresses!: PortfolioAddressResponse[];
  /** @example 1 */
  address_count!: number;
  /** Present and true for a space: the taxpayer has own records. */
  is_space?: true;
  /** Of a space: what you may do there. */
  @ApiPropertyOptional({ enum: ROLES_OF_SPACES })
  role?: SpaceRole;
  /** @example "2026-01-31T12:00:00.000Z" */
  created_at!: string;
  /** @example "2026-01-31T12:00:00.000Z" */
  updated_at!: string;
}

export class DeletedPortfolioResponse {
  deleted!: true;
  /** @example "3f2b8c1e-6d4a-4f0b-9a57-1c2d3e4f5a6b" */
  portfolio_id!: string;
}

/** What one wallet has of a holding. */
export class HoldingShareResponse {
  /** As it was added. @example "0xde300000000000000000000000000000000a11ce" */
  address!: string;
  /** @example "0.001287591473025178" */
  quantity!: string;
  /** USD. @example "3.92" */
  current_value!: string;
  /** USD. @example "1.84" */
  cost_basis!: string;
  /** USD. @example "2.08" */
  unrealized_gl!: string;
  /** Percent of the basis; "0" without one. @example "113.04" */
  unrealized_gl_percent!: string;
  /** Open lots. @example 3 */
  lot_count!: number;
  /** True when some lot has no known basis. @example false */
  has_untracked!: boolean;
  /** Present and true when no source prices the token. */
  price_missing?: true;
  /** Present and true while the basis is still being computed. */
  basis_pending?: true;
}

/** A holding of all wallets together. */
export class PortfolioHoldingResponse extends HoldingResponse {
  /** The wallets that hold it; their amounts add up to those of the holding. */
  by_address!: HoldingShareResponse[];
}

/** Of all wallets together; `address` is the id of the portfolio. */
export class PortfolioTaxSummaryResponse extends ReportSummaryResponse {
  /** The same as `address`. @example "3f2b8c1e-6d4a-4f0b-9a57-1c2d3e4f5a6b" */
  portfolio_id!: string;
  /** Each wallet's own; they add up. */
  by_address!: TaxSummaryResponse[];
}

/** Of all wallets together; `address` is the id of the portfolio. */
export class PortfolioForm8949Response extends Form8949Response {
  /** The same as `address`. @example "3f2b8c1e-6d4a-4f0b-9a57-1c2d3e4f5a6b" */
  portfolio_id!: string;
}

/** Of all wallets together; `address` is the id of the portfolio. */
export class PortfolioToolComparisonResponse extends ToolComparisonResponse {
  /** The same as `address`. @example "3f2b8c1e-6d4a-4f0b-9a57-1c2d3e4f5a6b" */
  portfolio_id!: string;
}

/** Of all wallets together; `address` is the id of the portfolio. */
export class PortfolioLawComparisonResponse extends LawComparisonResponse {
  /** The same as `address`. @example "3f2b8c1e-6d4a-4f0b-9a57-1c2d3e4f5a6b" */
  portfolio_id!: string;
}

/** Of all wallets together; `address` is the id of the portfolio. */
export class PortfolioScheduleDResponse extends ScheduleDResponse {
  /** The same as `address`. @example "3f2b8c1e-6d4a-4f0b-9a57-1c2d3e4f5a6b" */
  portfolio_id!: string;
}
