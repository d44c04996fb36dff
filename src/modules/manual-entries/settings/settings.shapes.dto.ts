import type { DepositPolicy } from '../../../domain/chain';
import type { BusinessIncome, FilingStatus } from '../../../domain/overlays/manual-entry';
import type { GasPolicy, WrapPolicy } from '../../../domain/overlays/tax-settings';

/** A collection, or one piece of it. */
export class CollectibleNftResponse {
  /** @example "ethereum" */
  chain!: string;
  /** @example "0xbc4ca0eda7647a8ab7c2061c2e118a18a936f13d" */
  contract_address!: string;
  /** Null: all pieces of the collection. @example null */
  token_id!: string | null;
}

/** Settings of the taxpayer in force: own choices, else the defaults of the server. */
export class TaxSettingsResponse {
  /** IANA zone of tax days and years. @example "America/New_York" */
  timezone!: string;
  /** @example "dispose" */
  gas_policy!: GasPolicy;
  /** @example "carry" */
  wrap_policy!: WrapPolicy;
  /** @example "mixed" */
  deposit_policy!: DepositPolicy;
  /** @example "single" */
  filing_status!: FilingStatus | null;
  /** Income types of a trade or business. @example ["mining_reward"] */
  business_income!: BusinessIncome[];
  /** NFTs that stand for a collectible: code C of Form 8949. */
  collectible_nfts!: CollectibleNftResponse[];
  /** Names of the settings that the taxpayer chose. @example ["timezone"] */
  chosen!: string[];
  /** When the taxpayer changed them last. */
  updated_at!: string | null;
}
