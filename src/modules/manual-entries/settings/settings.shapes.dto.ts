/** Settings of the taxpayer in force: own choices, else the defaults of the server. */
export class TaxSettingsResponse {
  /** IANA zone of tax days and years. @example "America/New_York" */
  timezone!: string;
  /** @example "dispose" */
  gas_policy!: string;
  /** @example "carry" */
  wrap_policy!: string;
  /** @example "mixed" */
  deposit_policy!: string;
  /** @example "single" */
  filing_status!: string | null;
  /** Income types of a trade or business. @example ["mining_reward"] */
  business_income!: string[];
  /** Names of the settings that the taxpayer chose. @example ["timezone"] */
  chosen!: string[];
  /** When the taxpayer changed them last. */
  updated_at!: string | null;
}
