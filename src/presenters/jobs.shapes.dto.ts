import type { UserJobType } from '../domain/jobs/user-job';
import type { ErrorCode } from '../domain/kernel/errors';
import { ApiProperty } from '@nestjs/swagger';

/** Why a job failed. */
export class JobErrorResponse {
  /** @example "DATA_PROVIDER_ERROR" */
  code!: ErrorCode;
  /** @example "An upstream data provider failed; retry later" */
  message!: string;
}

/** How far the first reading of a wallet has come. */
export class IndexingResponse {
  /** Rows of upstream providers stored so far. @example 12000 */
  rows_read!: number;
  /** Chains read to their end, or given up. @example 2 */
  chains_done!: number;
  /** @example 6 */
  chains_total!: number;
  /** A chain that is still being read: the one with the most rows. Null when all are read. @example "ethereum" */
  chain!: string | null;
  /** Estimated; null while it is unknown. @example 40 */
  eta_seconds!: number | null;
}

/** api.md 2, Job. */
export class JobResponse {
  /** @example "3f2b8c1e-6d4a-4f0b-9a57-1c2d3e4f5a6b" */
  job_id!: string;
  /** @example "track_wallet" */
  type!: UserJobType;
  /** @example "running" */
  status!: 'queued' | 'running' | 'completed' | 'failed' | 'cancelled';
  /** 0 to 100. @example 35 */
  progress!: number;
  @ApiProperty({
    enum: ['queued', 'fetching', 'pricing', 'computing', 'persisting', 'done'],
    example: 'fetching',
  })
  stage!: string;
  /** As sent. @example "0x003dc32fe920a4aaeed12dc87e145f030aa753f3" */
  address!: string | null;
  /** What was asked for. */
  @ApiProperty({ type: 'object', additionalProperties: true, example: { owned_wallets: [] } })
  params!: Readonly<Record<string, unknown>>;
  /** Where the result is, once there is one. @example null */
  result_url!: string | null;
  @ApiProperty({ type: () => JobErrorResponse, nullable: true })
  error!: JobErrorResponse | null;
  /** Of one job: present while the history of its wallet is being read or priced. */
  @ApiProperty({ type: () => IndexingResponse, required: false })
  indexing?: IndexingResponse;
  /** @example "2026-01-31T12:00:00.000Z" */
  created_at!: string;
  /** @example "2026-01-31T12:00:00.150Z" */
  started_at!: string | null;
  /** @example null */
  finished_at!: string | null;
  /** When record and result go; null while it runs, and for a result kept until it is deleted. @example null */
  expires_at!: string | null;
}
