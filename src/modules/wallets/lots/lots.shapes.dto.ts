import type { MatchReason } from '../../../domain/matching';
import type { LotSource } from '../../../domain/engine';
import { ApiProperty } from '@nestjs/swagger';

/** A lot on the way. */
export class LineageNodeResponse {
  /** @example "3f2b8c1e-6d4a-5f0b-9a57-1c2d3e4f5a6b" */
  lot_id!: string;
  /** @example "0x003dc32fe920a4aaeed12dc87e145f030aa753f3" */
  wallet_address!: string;
  /** Where it was given to without a receipt, still owned; null for the wallet itself. @example null */
  place!: string | null;
  /** @example "ethereum:ETH" */
  token_key!: string;
  /** Units that came in. @example "0.5" */
  quantity!: string;
  /** USD, of these units. @example "154.2" */
  cost_basis!: string;
  /** Null when unknown. @example "2017-10-07T12:30:11.000Z" */
  acquisition_date!: string | null;
  /** @example "transfer_in" */
  source!: LotSource;
  /** @example "0x36211a9dad7a5b5b4a4f19d2f0ef7ff63d29a6c5d3a5aa2bdd9ce1ba4ab04c04" */
  tx_hash!: string | null;
}

/** One step: units of a lot that became another one, or were disposed of. */
export class LineageEdgeResponse {
  /** @example "9a57c04e-6d4a-5f0b-9a57-1c2d3e4f5a6b" */
  link_id!: string;
  /** @example "3f2b8c1e-6d4a-5f0b-9a57-1c2d3e4f5a6b" */
  from_lot_id!: string;
  /** @example null */
  to_lot_id!: string | null;
  /** @example "0f0b9a57-6d4a-5f0b-9a57-1c2d3e4f5a6b" */
  disposal_id!: string | null;
  /** @example "disposal" */
  relation!:
    'disposal' | 'transfer' | 'bridge' | 'wrap' | 'split' | 'wash_adjustment' | 'manual_basis' | 'allocation';
  /** @example "0.25" */
  quantity!: string;
  /** USD. @example "77.1" */
  cost_basis!: string;
  /** @example "0x36211a9dad7a5b5b4a4f19d2f0ef7ff63d29a6c5d3a5aa2bdd9ce1ba4ab04c04" */
  tx_hash!: string | null;
  /** @example "2018-03-01T08:00:00.000Z" */
  timestamp!: string;
}

/** Where the trace ends too early. */
export class LineageBreakResponse {
  /** @example "3f2b8c1e-6d4a-5f0b-9a57-1c2d3e4f5a6b" */
  lot_id!: string;
  /** @example "Inflow of unknown origin" */
  reason!: string;
}

/** api.md 2, Lineage. */
export class LineageResponse {
  /** @example "3f2b8c1e-6d4a-5f0b-9a57-1c2d3e4f5a6b" */
  lot_id!: string;
  /** @example ["3f2b8c1e-6d4a-5f0b-9a57-1c2d3e4f5a6b"] */
  root_lot_ids!: string[];
  /** True when every root is an acquisition that was seen. @example true */
  complete!: boolean;
  nodes!: LineageNodeResponse[];
  edges!: LineageEdgeResponse[];
  breaks!: LineageBreakResponse[];
}

/** One end of a transfer. */
export class MatchEndResponse {
  /** @example "7e57d004-2b97-5e7a-b45f-5387367791cd" */
  transaction_id!: string;
  /** A wallet or an exchange account. @example "0xf98c96b5d10faafc2324847c82305bd5fd7e5ad3" */
  source!: string;
  /** @example "ETH" */
  symbol!: string;
  /** @example "0.5" */
  quantity!: string;
  /** @example "2017-10-07T12:30:11.000Z" */
  timestamp!: string;
}

/** api.md 2, TransferMatch. */
export class TransferMatchResponse {
  /** @example "9a57c04e-6d4a-5f0b-9a57-1c2d3e4f5a6b" */
  match_id!: string;
  /** @example "suggested" */
  status!: 'suggested' | 'confirmed' | 'rejected';
  /** 0 to 1. @example "0.85" */
  score!: string;
  /** True when the matcher alone decided. @example true */
  auto!: boolean;
  out!: MatchEndResponse;
  in!: MatchEndResponse;
  /** @example "0" */
  quantity_difference!: string;
  /** @example 840 */
  time_difference_seconds!: number;
  /** @example ["amount_exact"] */
  reasons!: MatchReason[];
  /** @example null */
  decided_at!: string | null;
  /** @example null */
  decided_by!: 'system' | 'user' | null;
}

/** api.md 2, NeedsBasis. */
export class NeedsBasisResponse {
  /** @example "3f2b8c1e-6d4a-5f0b-9a57-1c2d3e4f5a6b" */
  lot_id!: string;
  /** @example "ethereum:ETH" */
  token_key!: string;
  /** @example "ETH" */
  symbol!: string;
  /** @example "ethereum" */
  chain!: string;
  /** @example "0.5" */
  quantity!: string;
  /** @example "0.5" */
  untracked_quantity!: string;
  /** @example "2017-10-07T12:30:11.000Z" */
  received_date!: string;
  /** @example "0x36211a9dad7a5b5b4a4f19d2f0ef7ff63d29a6c5d3a5aa2bdd9ce1ba4ab04c04" */
  tx_hash!: string | null;
  /** @example "0xf98c96b5d10faafc2324847c82305bd5fd7e5ad3" */
  from!: string | null;
  /** @example "https://etherscan.io/tx/0x36211a9d" */
  explorer_url!: string | null;
  /** @example "unknown_source" */
  reason!: 'unknown_source' | 'missing_price' | 'unmatched_transfer' | 'oversold';
  /** USD, of all units when they came. @example "154.2" */
  fair_market_value_at_receipt!: string | null;
  /** USD, of what was sold of it. @example "100" */
  proceeds_affected!: string;
  /** USD by which the gain may fall once a basis is given. @example "154.2" */
  max_gain_effect!: string;
  @ApiProperty({ type: () => TransferMatchResponse, isArray: true })
  suggestions!: TransferMatchResponse[];
}
