import type { Principal } from '../../../domain/access/principal';
import { AppError } from '../../../domain/kernel/errors';
import type { PartnerValidation } from './partners.dto';

/** @throws AppError UNAUTHORIZED for a caller that is no partner @source api.md 1.10 (Validate Partner Key) */
export function toPartnerValidation(principal: Principal): PartnerValidation {
  if (principal.kind !== 'partner') throw new AppError('UNAUTHORIZED');
  return {
    valid: true,
    partner_id: principal.partnerId,
    partner_name: principal.name,
    is_active: true,
    plan_name: 'defi',
    unlimited: true,
  };
}
