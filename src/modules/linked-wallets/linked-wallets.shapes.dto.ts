import { ApiProperty } from '@nestjs/swagger';

/** What the linked-wallet routes answer, as it goes over the wire. */
export class LinkedWalletResponse {
  id!: string;
  /** As it was linked. */
  address!: string;
  @ApiProperty({ enum: ['evm', 'bitcoin', 'solana'], example: 'evm' })
  chain_type!: string;
  label!: string;
  /** `pending`, `indexing`, `ready` or `error`. */
  status!: 'pending' | 'indexing' | 'ready' | 'error';
  /** The end of the last whole reading. */
  last_indexed_at!: string | null;
  created_at!: string;
}

export class UnlinkedWalletResponse {
  deleted!: true;
  address!: string;
}
