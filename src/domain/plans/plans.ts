/** Spec 8 and 4.8: caps and price of each plan. `null` is unlimited. */
export const PLANS = {
  free: { label: 'Free', transactionCap: 25, linkedWalletCap: 1, priceUsd: 0, rank: 0 },
  basic: { label: 'Starter', transactionCap: 100, linkedWalletCap: 5, priceUsd: 49, rank: 1 },
  professional: { label: 'Professional', transactionCap: 5000, linkedWalletCap: 25, priceUsd: 149, rank: 2 },
  defi: { label: 'DeFi Power User', transactionCap: null, linkedWalletCap: null, priceUsd: 299, rank: 3 },
} as const satisfies Record<string, Plan>;

export interface Plan {
  label: string;
  transactionCap: number | null;
  linkedWalletCap: number | null;
  priceUsd: number;
  rank: number;
}

export type PlanName = keyof typeof PLANS;
