import { openLots, type Ledger, type Lot, type Position } from '../engine';
import { isEscrowOf } from '../chain';

/** Units deposited without a receipt token and still owned, outside of the wallet. @source tax-rules 10.5 */
export function deposits(ledger: Ledger, wallet: string): Position[] {
  const byAsset = new Map<string, Lot[]>();
  for (const lot of openLots(ledger)) {
    if (!isEscrowOf(lot.wallet, wallet)) continue;
    const lots = byAsset.get(lot.asset.id);
    if (lots) lots.push(lot);
    else byAsset.set(lot.asset.id, [lot]);
  }
  return [...byAsset.values()].flatMap((lots) => {
    const [first] = lots;
    return first ? [positionOf(first, lots)] : [];
  });
}

const positionOf = ({ asset }: Lot, lots: Lot[]): Position => ({
  asset,
  quantity: lots.reduce((sum, { remaining }) => sum + remaining, 0n),
  cost: lots.reduce((sum, { cost }) => sum + cost, 0n),
  lots,
  hasUntracked: lots.some(({ isUntracked }) => isUntracked),
});
