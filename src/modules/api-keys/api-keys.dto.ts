import { IsArray } from 'class-validator';
import { PERMISSIONS, type Permission } from '../../domain/access/permissions';
import { AppError } from '../../domain/kernel/errors';
import { Property, type PropertyOptions, type Read } from '../../http/validation/property';
import { IsBool, IsInteger, IsText } from '../../http/validation/fields';

const NAMES = Object.keys(PERMISSIONS) as Permission[];
const isPermission = (value: unknown): value is Permission => NAMES.some((name) => name === value);

/**
 * At least one, without duplicates, in the order of the table.
 * @throws AppError VALIDATION_ERROR that names the valid ones
 */
const permissions: Read = (raw, { key: name }) => {
  if (!Array.isArray(raw)) return raw;
  if (raw.length > 0 && raw.every(isPermission)) return NAMES.filter((each) => raw.includes(each));
  throw new AppError(
    'VALIDATION_ERROR',
    { valid_permissions: NAMES },
    { field: name, message: `${name}: one or more of ${NAMES.join(', ')}` },
  );
};

const IsPermissions = (options: PropertyOptions = {}) =>
  Property(
    permissions,
    { example: ['read:holdings'], ...options },
    { type: 'string', enum: NAMES, isArray: true, minItems: 1 },
    IsArray(),
  );

export class CreateApiKeyRequest {
  @IsText({ required: true, min: 1, max: 100, example: 'reporting' })
  name!: string;

  @IsPermissions({ required: true })
  permissions!: Permission[];
}

export class UpdateApiKeyRequest {
  @IsText({ min: 1, max: 100 })
  name?: string;

  @IsPermissions()
  permissions?: Permission[];

  @IsBool()
  is_active?: boolean;
}

export class RevokeQuery {
  @IsText({ max: 500, description: 'kept with the key' })
  reason?: string;
}

export class UsageQuery {
  @IsInteger({ min: 1, max: 90, description: 'days back, today included; default 30' })
  days: number = 30;
}
