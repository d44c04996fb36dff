import { PERMISSIONS, type Permission } from '../../domain/access/permissions';
import { AppError } from '../../domain/kernel/errors';
import { field, Rejected, type FieldOptions, type FieldParser } from '../../http/validation/field';
import { BooleanField, IntegerField, TextField } from '../../http/validation/fields';

const NAMES = Object.keys(PERMISSIONS) as Permission[];
const isPermission = (value: unknown): value is Permission => NAMES.some((name) => name === value);

/**
 * At least one, without duplicates, in the order of the table.
 * @throws AppError VALIDATION_ERROR that names the valid ones
 */
const permissions: FieldParser<Permission[]> = (raw, _context, name) => {
  if (!Array.isArray(raw)) return new Rejected('list_type', 'Input should be a valid list');
  if (raw.length > 0 && raw.every(isPermission)) return NAMES.filter((each) => raw.includes(each));
  throw new AppError(
    'VALIDATION_ERROR',
    { valid_permissions: NAMES },
    { field: name, message: `${name}: one or more of ${NAMES.join(', ')}` },
  );
};

const PermissionsField = (options: FieldOptions = {}) =>
  field(
    permissions,
    { example: ['read:holdings'], ...options },
    { type: 'string', enum: NAMES, isArray: true, minItems: 1 },
  );

export class CreateApiKeyRequest {
  @TextField({ required: true, min: 1, max: 100, example: 'reporting' })
  name!: string;

  @PermissionsField({ required: true })
  permissions!: Permission[];
}

export class UpdateApiKeyRequest {
  @TextField({ min: 1, max: 100 })
  name?: string;

  @PermissionsField()
  permissions?: Permission[];

  @BooleanField()
  is_active?: boolean;
}

export class RevokeQuery {
  @TextField({ max: 500, description: 'kept with the key' })
  reason?: string;
}

export class UsageQuery {
  @IntegerField({ min: 1, max: 90, description: 'days back, today included; default 30' })
  days: number = 30;
}
