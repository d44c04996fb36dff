import type { Config } from '../config/env';
import type { LedgerPolicies } from '../domain/chain';
import type { FilingStatus, BusinessIncome, ManualEntry } from '../domain/overlays/manual-entry';
import { settingsIn } from '../domain/overlays/tax-settings';

/** How a taxpayer's ledger is computed and reported. */
export interface TaxRules extends Pick<LedgerPolicies, 'gasPolicy' | 'wrapPolicy' | 'depositPolicy'> {
  /** IANA name of the zone of tax days and years. */
  timezone: string;
  filingStatus: FilingStatus | null;
  businessIncome: readonly BusinessIncome[];
  /** As in `TaxSettings`. */
  collectibleNfts: readonly string[];
}

/** The settings of the taxpayer, and the configuration where there are none. @source tax-rules 1.6 */
export function taxRules(
  { REPORT_TIMEZONE, GAS_POLICY, WRAP_POLICY, DEPOSIT_POLICY }: Config,
  { entries = [] }: { entries?: readonly ManualEntry[] },
): TaxRules {
  const settings = settingsIn(entries);
  return {
    timezone: settings.timezone ?? REPORT_TIMEZONE,
    gasPolicy: settings.gasPolicy ?? GAS_POLICY,
    wrapPolicy: settings.wrapPolicy ?? WRAP_POLICY,
    depositPolicy: settings.depositPolicy ?? DEPOSIT_POLICY,
    filingStatus: settings.filingStatus,
    businessIncome: settings.businessIncome,
    collectibleNfts: settings.collectibleNfts,
  };
}
