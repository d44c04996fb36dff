import { ApiPropertyOptional } from '@nestjs/swagger';

/** Why a row of a batch failed, in the words of the error envelope. */
export class BatchErrorResponse {
  /** Stable; branch on this. @example "INVALID_ADDRESS" */
  code!: string;
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
