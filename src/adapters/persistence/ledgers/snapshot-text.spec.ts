import fc from 'fast-check';
import { nativeAsset } from '../../../domain/kernel/asset';
import type { WalletSnapshot } from '../../../domain/portfolio/snapshots/wallet-snapshot';
import { snapshotOf, snapshotText } from './snapshot-text';

const ETH = nativeAsset('ethereum');

it('a snapshot is read from its text as it was written', () => {
  fc.assert(
    fc.property(fc.bigInt(), fc.oneof(fc.string(), fc.constantFrom('#1', '##', '#')), (quantity, symbol) => {
      const snapshot = {
        positions: [{ asset: { ...ETH, symbol }, quantity, remaining: [quantity] }],
        openLots: { total: 1, first: [] },
      } as unknown as WalletSnapshot;
      expect(snapshotOf(snapshotText(snapshot))).toEqual(snapshot);
    }),
  );
});
