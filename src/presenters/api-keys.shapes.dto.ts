import { ApiProperty } from '@nestjs/swagger';
import { PERMISSION_NAMES } from '../domain/access/permissions';
/** An API key on the wire, never the key itself. Spec 2.3. */
export class ApiKeyResponse {
  id!: string;
  /** @example "cbk_0aB1cD2e" */
  key_prefix!: string;
  name!: string;
  @ApiProperty({ type: [String], enum: [...PERMISSION_NAMES] })
  permissions!: string[];
  /** False for a key that is disabled, revoked or expired. */
  is_active!: boolean;
  total_requests!: number;
  created_at!: string;
  last_used_at!: string | null;
  revoked_at!: string | null;
  revoke_reason!: string | null;
  /** Null: the key does not expire. @example "2027-01-31T23:59:59.999Z" */
  expires_at!: string | null;
  /** Until when the text before the last rotation is valid. @example null */
  previous_valid_until!: string | null;
}
