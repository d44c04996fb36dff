import fc from 'fast-check';
import { nativeAsset } from '../../kernel/asset';
import { dec } from '../../kernel/decimal';
import { unrealized, type Lot } from '../../engine';
import { heldAsset, valueHeld } from './wallet-snapshot';

const ETH = nativeAsset('ethereum');
const lots = fc.array(
  fc.record({
    remaining: fc.bigInt({ min: 1n, max: 10n ** 24n }),
    cost: fc.bigInt({ min: 0n, max: 10n ** 30n }),
  }),
  { minLength: 1, maxLength: 60 },
);
const prices = fc.integer({ min: 0, max: 10 ** 9 }).map((units) => dec(units).div(12_345));

it('a held asset has the value and the gain of its lots, to the last digit', () => {
  fc.assert(
    fc.property(lots, prices, (amounts, price) => {
      const open = amounts.map((amount, i) => ({ ...amount, id: String(i), asset: ETH }) as Lot);
      const [entry] = unrealized(open, () => price).assets;
      const cost = amounts.reduce((sum, lot) => sum + lot.cost, 0n);
      const quantity = amounts.reduce((sum, lot) => sum + lot.remaining, 0n);
      const held = heldAsset({ asset: ETH, quantity, cost, lots: open, hasUntracked: false }, 'ethereum:ETH');
      expect(valueHeld(held, price)).toEqual({ value: entry?.value, gain: entry?.gain });
    }),
  );
});
