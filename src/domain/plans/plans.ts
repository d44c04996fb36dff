import { DAY_MS } from '../kernel/durations';

/**
 * PLANS: caps and price of each plan. `null` means unlimited. Every plan limits stored rows of uploaded files, and
 * manual entries including withdrawn ones.
 * @source spec 8 and 4.8
 */
export const PLANS = {
  free: {
    label: 'Free',
    transactionCap: 25,
    linkedWalletCap: 1,
    importedRowCap: 50_000,
    manualEntryCap: 2_000,
    priceCents: 0,
    rank: 0,
  },
  basic: {
    label: 'Starter',
    transactionCap: 100,
    linkedWalletCap: 5,
    importedRowCap: 100_000,
    manualEntryCap: 5_000,
    priceCents: 4_900,
    rank: 1,
  },
  professional: {
    label: 'Professional',
    transactionCap: 5000,
    linkedWalletCap: 25,
    importedRowCap: 200_000,
    manualEntryCap: 20_000,
    priceCents: 14_900,
    rank: 2,
  },
  defi: {
    label: 'DeFi Power User',
    transactionCap: null,
    linkedWalletCap: null,
    importedRowCap: 1_000_000,
    manualEntryCap: 100_000,
    priceCents: 29_900,
    rank: 3,
  },
} as const satisfies Record<string, Plan>;

export interface Plan {
  label: string;
  transactionCap: number | null;
  linkedWalletCap: number | null;
  importedRowCap: number;
  manualEntryCap: number;
  /** US cents for one year, paid once. */
  priceCents: number;
  rank: number;
}

export type PlanName = keyof typeof PLANS;

/** `unlimited` where the service sells no plans (PLANS=off). */
export type AppliedPlan = PlanName | 'unlimited';

export const CAPS = {
  ...PLANS,
  unlimited: { transactionCap: null, linkedWalletCap: null, importedRowCap: null, manualEntryCap: null },
} as const satisfies Record<
  AppliedPlan,
  Record<'transactionCap' | 'linkedWalletCap' | 'importedRowCap' | 'manualEntryCap', number | null>
>;

export const isPlanName = (text: string): text is PlanName => Object.hasOwn(PLANS, text);

export type SoldPlan = Exclude<PlanName, 'free'>;

export const SOLD_PLANS: readonly SoldPlan[] = (Object.keys(PLANS) as PlanName[]).filter(
  (name): name is SoldPlan => name !== 'free',
);

/** From the payment. @source api.md 1.9 */
export const PLAN_MS = 365 * DAY_MS;
