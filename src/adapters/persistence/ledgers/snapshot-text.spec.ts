import fc from 'fast-check';
import { nativeAsset } from '../../../domain/kernel/asset';
import type { WalletSnapshot } from '../../../domain/portfolio/snapshots/wallet-snapshot';
import { FEW_LOTS, lotUnits } from '../../../domain/portfolio/snapshots/lot-units';
import { eachLotOf, snapshotOf, snapshotTexts } from './snapshot-text';

const ETH = nativeAsset('ethereum');

const MANY = Array.from({ length: FEW_LOTS + 1 }, (_, i) => BigInt(i));

const PARTS = ['positions', 'deposits', 'transactionCount', 'taxSummaries'] as const;

it('a snapshot is read from its texts as it was written', () => {
  const text = fc.oneof(fc.string(), fc.constantFrom('#1', '##', '#', '\n', '"', '{}'));
  const amounts = fc.array(fc.bigInt(), { maxLength: 4 });
  fc.assert(
    fc.property(amounts, text, (remaining, symbol) => {
      const held = { asset: { ...ETH, symbol }, quantity: 5n, lots: lotUnits(remaining, 18) };
      const many = { asset: { ...ETH, id: 'many' }, quantity: 5n, lots: lotUnits(MANY, 18) };
      const snapshot = {
        positions: [held, many],
        deposits: [held],
        transactionCount: 7,
        taxSummaries: [{ year: null, summary: { gain: -3n, symbol } }],
      } as unknown as WalletSnapshot;
      const texts = snapshotTexts(snapshot);
      expect(snapshotOf(texts, PARTS)).toEqual({
        ...snapshot,
        positions: [held, { ...many, lots: { ...many.lots, each: null } }],
      });
      expect(eachLotOf(texts.lot_units)).toEqual({
        positions: new Map([['many', MANY]]),
        deposits: new Map(),
      });
    }),
  );
});
