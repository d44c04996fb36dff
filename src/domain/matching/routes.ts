import type { TransferLeg } from './transfer-leg';
import { DAY_MS, HOUR_MS } from '../kernel/durations';

export interface Route {
  /** ms that an arrival may be timestamped before the outflow: clocks differ, exchanges record late. */
  before: number;
  /** Maximum duration, ms. */
  after: number;
  /** Allowed loss beyond the known fee, in percent of the units that left. */
  slackPercent: bigint;
}

/** @source api.md 1.12 */
const ROUTES = {
  transfer: { before: HOUR_MS, after: 15 * HOUR_MS, slackPercent: 2n },
  bridge: { before: HOUR_MS, after: 4 * HOUR_MS, slackPercent: 1n },
  native_exit: { before: HOUR_MS, after: 30 * DAY_MS, slackPercent: 1n },
} as const satisfies Record<string, Route>;

export type RouteName = keyof typeof ROUTES;

export const routeFacts = (name: RouteName): Route => ROUTES[name];

export const widestRoute = ({ isNativeExit }: TransferLeg): Route => ({
  ...ROUTES.transfer,
  after: isNativeExit ? ROUTES.native_exit.after : ROUTES.transfer.after,
});

/** Two wallets on two chains: only a bridge connects them. The chain that an exchange used is unknown. */
export function routeOf(out: TransferLeg, arrival: TransferLeg): RouteName {
  const isOnChain = out.source.kind === 'wallet' && arrival.source.kind === 'wallet';
  if (!isOnChain || out.asset.chain === arrival.asset.chain) return 'transfer';
  return out.isNativeExit === true ? 'native_exit' : 'bridge';
}
