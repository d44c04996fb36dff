import type { ErrorCode } from '../../domain/kernel/errors';
import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';

/** Why a row of a batch failed, in the words of the error envelope. */
export class BatchErrorResponse {
  /** Stable; branch on this. @example "INVALID_ADDRESS" */
  code!: ErrorCode;
  /** For people; may change. @example "Not a valid EVM, Bitcoin or Solana address" */
  message!: string;
  @ApiPropertyOptional({
    type: 'object',
    additionalProperties: true,
    example: { provided: 'vitalik.eth' },
  })
  details?: Readonly<Record<string, unknown>>;
  /** The offending field. @example "addresses" */
  field?: string;
}

/** One address of a batch. */
export class BatchRowResponse {
  /** As sent. @example "0xde300000000000000000000000000000000a11ce" */
  address!: string;
  /** @example true */
  success!: boolean;
  /** Null when the row succeeded. */
  @ApiProperty({ type: () => BatchErrorResponse, nullable: true })
  error!: BatchErrorResponse | null;
  /** What the route of this wallet states in `meta`: `partial`, unread chains, pending prices; absent for a failed row. */
  @ApiPropertyOptional({ type: 'object', additionalProperties: true })
  meta?: Readonly<Record<string, unknown>>;
}

/** How many rows of a batch succeeded. */
export class BatchCountsResponse {
  /** @example 1 */
  succeeded!: number;
  /** @example 0 */
  failed!: number;
}
