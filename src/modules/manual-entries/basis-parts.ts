import type { Acquire } from '../../domain/engine';
import { AppError } from '../../domain/kernel/errors';
import { formatUnits, money, toUnits, valueOf } from '../../domain/kernel/units';
import type { BasisPart } from '../../domain/overlays/manual-entry';
import type { BasisPartInput, LotBasisInput } from './manual-entries.dto';

/**
 * In the units of the ledger.
 * @throws AppError VALIDATION_ERROR naming the field: more units than the lot has, a day after the receipt, no cost
 */
export function basisParts(body: LotBasisInput, event: Acquire): BasisPart[] {
  const given = body.parts ?? [body];
  const at = (index: number, name: string) => (body.parts ? `parts.${index}.${name}` : name);
  const parts = given.map((part, index) =>
    partOf(part, event, { isAlone: given.length === 1, isGift: body.basis_type === 'gift' }, (name) =>
      at(index, name),
    ),
  );
  const total = parts.reduce((sum, { quantity }) => sum + quantity, 0n);
  if (total > event.quantity)
    throw invalid(
      body.parts ? 'parts' : 'quantity',
      `The lot has ${formatUnits(event.quantity, event.asset.decimals)} units`,
    );
  return parts;
}

function partOf(
  part: BasisPartInput,
  event: Acquire,
  { isAlone, isGift }: { isAlone: boolean; isGift: boolean },
  named: (name: string) => string,
): BasisPart {
  const { decimals } = event.asset;
  if (part.quantity === undefined && !isAlone) throw invalid(named('quantity'), 'Field required');
  const quantity = part.quantity === undefined ? event.quantity : toUnits(part.quantity, decimals);
  if (quantity <= 0n) throw invalid(named('quantity'), 'Input should be greater than 0');
  if ((part.cost_basis === undefined) === (part.cost_per_unit === undefined))
    throw invalid(named('cost_basis'), 'Either cost_basis or cost_per_unit is required');
  const cost = part.cost_per_unit
    ? valueOf(quantity, decimals, part.cost_per_unit)
    : money(part.cost_basis ?? '0');
  const { acquisition_date: acquiredAt } = part;
  if (acquiredAt === undefined) throw invalid(named('acquisition_date'), 'Field required');
  if (acquiredAt > event.at)
    throw invalid(named('acquisition_date'), 'Input should not be after the receipt');
  const { value_at_gift_usd: giftValue } = part;
  if (giftValue === undefined) return { quantity, cost, acquiredAt };
  if (!isGift) throw invalid(named('value_at_gift_usd'), 'Only basis_type gift has a value at the gift');
  return { quantity, cost, acquiredAt, giftValue: money(giftValue) };
}

export const invalid = (field: string, message: string, details?: Record<string, unknown>): AppError =>
  new AppError('VALIDATION_ERROR', details, { field, message: `${field}: ${message}` });
