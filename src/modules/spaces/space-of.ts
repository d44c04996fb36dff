import { userOf, type Principal } from '../../domain/access/principal';
import type { SpaceAccess } from '../../domain/access/spaces';
import { AppError } from '../../domain/kernel/errors';

/** @throws AppError RESOURCE_NOT_FOUND for a path that names no space of the caller */
export function spaceOf(principal: Principal): SpaceAccess {
  const { space } = userOf(principal);
  if (!space) throw new AppError('RESOURCE_NOT_FOUND', { resource: 'space' });
  return space;
}
