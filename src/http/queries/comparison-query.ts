import { ELECTABLE, type MethodName } from '../../domain/engine';
import { AppError } from '../../domain/kernel/errors';
import { IsOneOf } from '../validation/fields';

/** A method that replaces that of record for one answer. */
export const IsComparisonMethod = () =>
  IsOneOf(ELECTABLE, { description: 'another method than that of record: a comparison, not for filing' });

/**
 * A CSV or TXF has no place that states what it is, so a comparison is not offered as a file.
 * @throws AppError VALIDATION_ERROR
 */
export function refuseComparedFile({ method, format }: { method?: MethodName; format: string }): void {
  if (method !== undefined && format !== 'json')
    throw new AppError('VALIDATION_ERROR', undefined, {
      field: 'format',
      message: 'A comparison with another method has the format json: it is not for filing',
    });
}
