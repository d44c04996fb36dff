import { IsArray } from 'class-validator';
import { PERMISSIONS, type Permission } from '../../domain/access/permissions';
import { AppError } from '../../domain/kernel/errors';
import { Property, type PropertyOptions, type Read } from '../../http/validation/property';
import { IsBool, IsInteger, IsMoment, IsText } from '../../http/validation/fields';
import { suggestion } from '../../http/validation/unknown-input';
import { OptionalBody } from '../../http/validation/validation.pipe';

/** A week: long enough for a release of the programs that have the key. */
const MAX_OVERLAP_HOURS = 168;
const NAMES = Object.keys(PERMISSIONS) as Permission[];
const isPermission = (value: unknown): value is Permission => NAMES.some((name) => name === value);

/**
 * At least one, without duplicates, in the order of the table.
 * @throws AppError VALIDATION_ERROR that names the valid ones
 */
const permissions: Read = (raw, { key: name }) => {
  if (!Array.isArray(raw)) return raw;
  if (raw.length > 0 && raw.every(isPermission)) return NAMES.filter((each) => raw.includes(each));
  const unknown: unknown = raw.find((each) => !isPermission(each));
  const hint = typeof unknown === 'string' ? suggestion(unknown, NAMES) : '';
  throw new AppError(
    'VALIDATION_ERROR',
    { valid_permissions: NAMES },
    { field: name, message: `${name}: one or more of ${NAMES.join(', ')}${hint}` },
  );
};

const IsPermissions = (options: PropertyOptions = {}) =>
  Property(
    permissions,
    { example: ['read:holdings'], ...options },
    { type: 'string', enum: NAMES, isArray: true, minItems: 1 },
    IsArray(),
  );

/** Read as a time in milliseconds UTC. */
const EXPIRY = {
  description: 'the key is not valid any more from this moment on; a date is the end of the day',
};

export class CreateApiKeyRequest {
  @IsText({ required: true, min: 1, max: 100, example: 'reporting' })
  name!: string;

  @IsPermissions({ required: true })
  permissions!: Permission[];

  @IsMoment('end', { ...EXPIRY, description: `${EXPIRY.description}; default: no end` })
  expires_at?: number;
}

/** Body of POST /api/v1/api-keys/{key_id}/rotate. */
@OptionalBody()
export class RotateApiKeyRequest {
  @IsInteger({
    min: 0,
    max: MAX_OVERLAP_HOURS,
    description: 'how long the key before stays valid; 0: not at all; default 24',
  })
  overlap_hours: number = 24;
}

export class UpdateApiKeyRequest {
  @IsText({ min: 1, max: 100 })
  name?: string;

  @IsPermissions()
  permissions?: Permission[];

  @IsBool()
  is_active?: boolean;

  @IsMoment('end', EXPIRY)
  expires_at?: number;
}

export class RevokeQuery {
  @IsText({ max: 500, description: 'kept with the key' })
  reason?: string;
}

export class UsageQuery {
  @IsInteger({ min: 1, max: 90, description: 'days back, today included; default 30' })
  days: number = 30;
}
