import type { LedgerPolicies } from '../chain';
import { TAXPAYER, type ManualEntry, type SettingsEntry, type TaxSettings } from './manual-entry';

/** GAS_POLICIES and WRAP_POLICIES: readings between which a taxpayer chooses. @source tax-rules 6, 10.4 */
export const GAS_POLICIES = [
  'dispose',
  'capitalize',
] as const satisfies readonly LedgerPolicies['gasPolicy'][];
export type GasPolicy = (typeof GAS_POLICIES)[number];
export const WRAP_POLICIES = ['carry', 'taxable'] as const satisfies readonly LedgerPolicies['wrapPolicy'][];
export type WrapPolicy = (typeof WRAP_POLICIES)[number];

export const NO_SETTINGS: TaxSettings = {
  timezone: null,
  gasPolicy: null,
  wrapPolicy: null,
  depositPolicy: null,
  filingStatus: null,
  businessIncome: [],
  collectibleNfts: [],
};

/** Fields that an earlier version did not store are not chosen. */
export const settingsIn = (entries: readonly ManualEntry[]): TaxSettings => ({
  ...NO_SETTINGS,
  ...entries.find((entry): entry is SettingsEntry => entry.kind === 'tax_settings'),
});

/** Moves the entries to another zone of tax days and years. @param timezone IANA name */
export function withZone(entries: readonly ManualEntry[], timezone: string): ManualEntry[] {
  const settings: SettingsEntry = {
    ...settingsIn(entries),
    kind: 'tax_settings',
    wallet: TAXPAYER,
    timezone,
  };
  return [...entries.filter(({ kind }) => kind !== 'tax_settings'), settings];
}
