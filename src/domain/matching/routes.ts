import type { TransferLeg } from './transfer-leg';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

export interface Route {
  /** How far before the outflow an arrival may be stamped: clocks differ, exchanges book late. Milliseconds. */
  before: number;
  /** How long it may take. Milliseconds. */
  after: number;
  /** What may be missing on arrival beside the known fee, in hundredths of what left. */
  slackPercent: bigint;
}

/** What one may expect of the ways units travel. @source api.md 1.12 */
const ROUTES = {
  transfer: { before: HOUR, after: 15 * HOUR, slackPercent: 2n },
  bridge: { before: HOUR, after: 4 * HOUR, slackPercent: 1n },
  native_exit: { before: HOUR, after: 30 * DAY, slackPercent: 1n },
} as const satisfies Record<string, Route>;

export type RouteName = keyof typeof ROUTES;

export const routeFacts = (name: RouteName): Route => ROUTES[name];

/** What any arrival of an outflow lies within, whichever way it went. */
export const widestRoute = ({ isNativeExit }: TransferLeg): Route => ({
  ...ROUTES.transfer,
  after: isNativeExit ? ROUTES.native_exit.after : ROUTES.transfer.after,
});

/** Two wallets on two chains: nothing but a bridge leads there. What chain an exchange used is not known. */
export function routeOf(out: TransferLeg, arrival: TransferLeg): RouteName {
  const isOnChain = out.source.kind === 'wallet' && arrival.source.kind === 'wallet';
  if (!isOnChain || out.asset.chain === arrival.asset.chain) return 'transfer';
  return out.isNativeExit === true ? 'native_exit' : 'bridge';
}
