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
  is_active!: boolean;
  total_requests!: number;
  created_at!: string;
  last_used_at!: string | null;
  revoked_at!: string | null;
  revoke_reason!: string | null;
}
