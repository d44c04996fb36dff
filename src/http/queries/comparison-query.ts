import { ELECTABLE, type MethodName } from '../../domain/engine';
import { AppError } from '../../domain/kernel/errors';
import { IsOneOf } from '../validation/fields';

export const IsComparisonMethod = () =>
  IsOneOf(ELECTABLE, { description: 'another method than that of record: a comparison, not for filing' });

/** A CSV or TXF cannot state that it is a comparison, so no file is offered. @throws AppError VALIDATION_ERROR */
export function refuseComparedFile({ method, format }: { method?: MethodName; format: string }): void {
  if (method !== undefined && format !== 'json')
    throw new AppError('VALIDATION_ERROR', undefined, {
      field: 'format',
      message: 'A comparison with another method has the format json: it is not for filing',
    });
}
