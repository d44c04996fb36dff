import { ETH } from '../../../../test/forms/ledgers';
import { parseAddress } from '../../../domain/kernel/address';
import { dec } from '../../../domain/kernel/decimal';
import { toUnits } from '../../../domain/kernel/units';
import type { OpeningLedger } from '../../../domain/overlays/allocations/opening-ledger';
import { allocatedLots } from './allocated-lots';
import { AllocationInput } from './allocations.dto';

const WALLET = parseAddress('0x00000000000000000000000000000000000000a1');
const ONE = toUnits('1', ETH.decimals);
const PLACE = { asset: ETH, at: Date.parse('2025-01-01T00:00Z') };

const opening = (more: Partial<OpeningLedger>): OpeningLedger => ({
  held: new Map([[WALLET.value, ONE]]),
  known: new Set([WALLET.value]),
  unused: [{ quantity: ONE, cost: 0n, acquiredAt: 0 }],
  cost: 0n,
  untracked: 0n,
  unvalued: 0n,
  ...more,
});
const input = (more: Partial<AllocationInput>): AllocationInput =>
  Object.assign(new AllocationInput(), { method: 'global', wallet_order: [WALLET] }, more);

describe('a global allocation', () => {
  it('takes the basis of the ledger', () => {
    expect(allocatedLots(input({}), PLACE, opening({}))).toMatchObject([{ quantity: ONE, cost: 0n }]);
  });

  it.each([
    ['of unknown origin', { untracked: ONE }, { untracked_quantity: '1' }],
    ['without a known value', { unvalued: ONE }, { unvalued_quantity: '1' }],
  ])('is refused with units %s, unless their basis is stated', (_, more, details) => {
    const refused = expect.objectContaining({ field: 'unused_basis', details }) as Error;
    expect(() => allocatedLots(input({}), PLACE, opening(more))).toThrow(refused);
    const stated = { quantity: dec(1), cost_basis: dec(7), acquisition_date: 0 };
    const lots = allocatedLots(input({ unused_basis: [stated] }), PLACE, opening(more));
    expect(lots).toMatchObject([{ quantity: ONE, cost: 7n * 10n ** 18n }]);
  });
});

describe('a lot that is stated', () => {
  const LOT = {
    address: WALLET,
    quantity: dec(1),
    cost_basis: dec(900),
    acquisition_date: Date.UTC(2015, 0),
  };
  const GIFT = { basis_type: 'gift', value_at_gift_usd: dec(400), gift_date: Date.UTC(2023, 0) } as const;
  const read = (more: object) =>
    allocatedLots(input({ method: 'specific_unit', lots: [{ ...LOT, ...more }] }), PLACE, opening({}));

  it.each([
    ['a purchase', {}, {}],
    ['inherited', { basis_type: 'inheritance' }, { inherited: true }],
    ['a gift', GIFT, { lossBasis: 400n * 10n ** 18n, givenAt: GIFT.gift_date }],
    ['a gift of unknown value', { basis_type: 'gift' }, { lossBasis: null }],
    ['bought', { is_purchase: true }, { isPurchase: true }],
    [
      'bought in place of units that were sold at a loss',
      { is_purchase: true, replaced_loss: true, held_since: Date.UTC(2014, 6) },
      { isPurchase: true, isReplacement: true, heldSince: Date.UTC(2014, 6) },
    ],
  ])('keeps how it was acquired: %s', (_name, more, kept) => {
    const plain = { wallet: WALLET.value, quantity: ONE, cost: 900n * 10n ** 18n };
    expect(read(more)).toEqual([{ ...plain, acquiredAt: LOT.acquisition_date, ...kept }]);
  });

  it.each([
    ['the value of a purchase', { value_at_gift_usd: dec(1) }, 'value_at_gift_usd'],
    ['the day of an inheritance', { basis_type: 'inheritance', gift_date: 0 }, 'gift_date'],
    ['a gift without its value', { ...GIFT, value_at_gift_usd: undefined }, 'value_at_gift_usd'],
    ['a gift without its day', { ...GIFT, gift_date: undefined }, 'gift_date'],
    ['a gift after the allocation', { ...GIFT, gift_date: PLACE.at }, 'gift_date'],
    ['a gift before its donor had it', { ...GIFT, gift_date: LOT.acquisition_date - 1 }, 'gift_date'],
    ['a gift as a purchase', { ...GIFT, is_purchase: true }, 'is_purchase'],
    ['a replaced loss of no purchase', { replaced_loss: true }, 'replaced_loss'],
    ['a later holding period', { held_since: LOT.acquisition_date + 1 }, 'held_since'],
  ])('is refused: %s', (_name, more, field) => {
    expect(() => read(more)).toThrow(expect.objectContaining({ field: `lots.0.${field}` }) as Error);
  });
});
