import { AppError } from '../../../domain/kernel/errors';
import { isCommonPassword } from './common-passwords';

/** The DTO checks the length. @throws AppError VALIDATION_ERROR for a common password */
export function checkPassword(password: string, field = 'password'): void {
  if (isCommonPassword(password))
    throw new AppError('VALIDATION_ERROR', undefined, {
      field,
      message: `${field}: this password is easy to guess; choose another`,
    });
}
