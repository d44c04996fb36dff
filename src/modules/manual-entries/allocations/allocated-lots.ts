import type { Asset } from '../../../domain/kernel/asset';
import { formatUnits, money, toUnits } from '../../../domain/kernel/units';
import { globalAllocation, type UnusedBasis } from '../../../domain/overlays/allocations/allocations';
import type { AllocatedLot, AllocationEntry } from '../../../domain/overlays/manual-entry';
import type { OpeningLedger } from '../../../domain/overlays/allocations/opening-ledger';
import { invalid } from '../basis-parts';
import type { AllocationInput, UnusedBasisInput } from './allocations.dto';

type Place = Pick<AllocationEntry, 'asset' | 'at'>;

/** @throws AppError VALIDATION_ERROR naming the field */
export function allocatedLots(body: AllocationInput, place: Place, opening: OpeningLedger): AllocatedLot[] {
  if (body.method === 'specific_unit')
    return (body.lots ?? []).map((lot, index) => ({
      ...unusedOf(lot, place, `lots.${index}`),
      wallet: lot.address.value,
    }));
  const unused = body.unused_basis?.map((each, index) => unusedOf(each, place, `unused_basis.${index}`));
  if (unused === undefined && opening.untracked > 0n)
    throw invalid('unused_basis', 'The ledger holds units of unknown origin: state the unused basis', {
      untracked_quantity: formatUnits(opening.untracked, place.asset.decimals),
    });
  if (unused === undefined && opening.unvalued > 0n)
    throw invalid('unused_basis', 'The ledger holds units without a known value: state the unused basis', {
      unvalued_quantity: formatUnits(opening.unvalued, place.asset.decimals),
    });
  const order = [...new Set((body.wallet_order ?? []).map(({ value }) => value))];
  const absent = [...opening.held.keys()].filter((wallet) => !order.includes(wallet));
  if (absent.length > 0)
    throw invalid('wallet_order', 'Every wallet that holds units is in the order', { absent });
  const held = order.map((wallet) => [wallet, opening.held.get(wallet) ?? 0n] as const);
  const given = unused ?? opening.unused;
  const [units, basisUnits] = [sum(held.map(([, each]) => each)), sum(given.map(({ quantity }) => quantity))];
  if (units !== basisUnits)
    throw invalid('unused_basis', 'As many units have unused basis as the wallets hold', {
      units_held: formatUnits(units, place.asset.decimals),
      units_with_basis: formatUnits(basisUnits, place.asset.decimals),
    });
  return globalAllocation(given, body.basis_order ?? 'earliest_first', held);
}

function unusedOf(input: UnusedBasisInput, { asset, at }: Place, named: string): UnusedBasis {
  const quantity = toUnits(input.quantity, asset.decimals);
  if (quantity <= 0n) throw invalid(`${named}.quantity`, 'Input should be greater than 0');
  if (input.acquisition_date >= at) throw invalid(`${named}.acquisition_date`, 'Input should be before 2025');
  return {
    ...{ quantity, cost: money(input.cost_basis), acquiredAt: input.acquisition_date },
    ...(input.basis_type === 'inheritance' && { inherited: true }),
    ...giftOf(input, at, named),
    ...washOf(input, named),
  };
}

/** For wash sales. @source IRC 1091, 1223(3); tax-rules 11 */
function washOf(
  {
    basis_type: type,
    acquisition_date: acquiredAt,
    held_since: heldSince,
    is_purchase: isPurchase = false,
    replaced_loss: isReplacement = false,
  }: UnusedBasisInput,
  named: string,
): Pick<UnusedBasis, 'heldSince' | 'isPurchase' | 'isReplacement'> {
  if (isPurchase && type !== undefined)
    throw invalid(`${named}.is_purchase`, 'A gift or an inheritance is no purchase');
  if (isReplacement && !isPurchase)
    throw invalid(`${named}.replaced_loss`, 'Only a purchase replaces a loss');
  if (heldSince !== undefined && heldSince > acquiredAt)
    throw invalid(`${named}.held_since`, 'Input should not be after acquisition_date');
  return {
    ...(heldSince !== undefined && { heldSince }),
    ...(isPurchase && { isPurchase }),
    ...(isReplacement && { isReplacement }),
  };
}

/** Without its value a loss of a gift is not known. @source IRC 1015, 1223(2) */
function giftOf(
  {
    basis_type: type,
    acquisition_date: donatedFrom,
    value_at_gift_usd: value,
    gift_date: givenAt,
  }: UnusedBasisInput,
  before: number,
  named: string,
): Pick<UnusedBasis, 'lossBasis' | 'givenAt'> {
  const stated = { value_at_gift_usd: value, gift_date: givenAt };
  for (const [field, given] of Object.entries(stated))
    if (type !== 'gift' && given !== undefined) throw invalid(`${named}.${field}`, 'Only a gift has it');
  if (type !== 'gift') return {};
  if (value === undefined && givenAt === undefined) return { lossBasis: null };
  if (value === undefined) throw invalid(`${named}.value_at_gift_usd`, 'Field required');
  if (givenAt === undefined) throw invalid(`${named}.gift_date`, 'Field required');
  if (givenAt >= before) throw invalid(`${named}.gift_date`, 'Input should be before 2025');
  if (givenAt < donatedFrom)
    throw invalid(`${named}.gift_date`, 'Input should not be before acquisition_date');
  return { lossBasis: money(value), givenAt };
}

const sum = (amounts: readonly bigint[]): bigint => amounts.reduce((total, each) => total + each, 0n);

/**
 * Units are conserved to the last digit. A wallet without earlier history has only its opening position.
 * @throws AppError VALIDATION_ERROR with details.wallets
 */
export function checkUnits(lots: readonly AllocatedLot[], opening: OpeningLedger, { decimals }: Asset): void {
  const allocated = new Map<string, bigint>();
  for (const { wallet, quantity } of lots) allocated.set(wallet, (allocated.get(wallet) ?? 0n) + quantity);
  const wrong = [...new Set([...opening.held.keys(), ...allocated.keys()])].filter(
    (wallet) =>
      opening.known.has(wallet) && (opening.held.get(wallet) ?? 0n) !== (allocated.get(wallet) ?? 0n),
  );
  if (wrong.length === 0) return;
  throw invalid('lots', 'The units of a wallet differ from those that the ledger has at the start of 2025', {
    wallets: wrong.sort().map((wallet) => ({
      address: wallet,
      units_held: formatUnits(opening.held.get(wallet) ?? 0n, decimals),
      units_allocated: formatUnits(allocated.get(wallet) ?? 0n, decimals),
    })),
  });
}
