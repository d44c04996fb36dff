import type { LotSelection } from '../../../domain/engine';
import type { Asset } from '../../../domain/kernel/asset';
import { toUnits } from '../../../domain/kernel/units';
import { invalid } from '../basis-parts';
import type { LotChoiceInput } from '../manual-entries.dto';

interface Circumstances {
  asset: Asset;
  /** ms UTC */
  disposedAt: number;
  now: number;
}

/**
 * Without a stated time, a lot is identified when it is entered.
 * @throws AppError VALIDATION_ERROR naming the field: no lot, none of it, or identified after the disposal
 * @source tax-rules 4.3; 26 CFR 1.1012-1(j)
 */
export const lotChoices = (
  choices: readonly LotChoiceInput[],
  { asset: { decimals }, disposedAt, now }: Circumstances,
): LotSelection[] =>
  choices.map((choice, index) => {
    const named = (name: string) => `lot_selections.${index}.${name}`;
    const lot = choice.lot_id?.toLowerCase() ?? choice.acquired_tx_id?.toLowerCase();
    if (lot === undefined) throw invalid(named('lot_id'), 'Either lot_id or acquired_tx_id is required');
    const quantity = choice.quantity === undefined ? null : toUnits(choice.quantity, decimals);
    if (quantity !== null && quantity <= 0n)
      throw invalid(named('quantity'), 'Input should be greater than 0');
    const selectedAt = choice.selected_at ?? now;
    if (selectedAt > disposedAt)
      throw invalid(
        named('selected_at'),
        'A lot that is identified after the disposal is not applied. State when your own records identified it',
      );
    return { lot, quantity, selectedAt };
  });
