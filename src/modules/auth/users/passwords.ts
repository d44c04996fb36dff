import { AppError } from '../../../domain/kernel/errors';
import { isCommonPassword } from './common-passwords';

/**
 * A password people may choose; the DTO checks its length.
 * @throws AppError VALIDATION_ERROR for one of the common ones
 */
export function checkPassword(password: string, field = 'password'): void {
  if (isCommonPassword(password))
    throw new AppError('VALIDATION_ERROR', undefined, {
      field,
      message: `${field}: this password is easy to guess; choose another`,
    });
}
