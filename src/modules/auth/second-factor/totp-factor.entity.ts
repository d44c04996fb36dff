import { Column, Entity } from 'typeorm';
import { OwnerKeyColumn } from '../../../adapters/persistence/columns';

/** Table totp_factors: the second factor of an account. */
@Entity('totp_factors')
export class TotpFactorEntity {
  @OwnerKeyColumn('totp_factors_user') userId!: string;

  /** Sealed, bound to the account. */
  @Column('text') secret!: string;

  /** Time step of the last accepted code. This step and earlier ones are refused. */
  @Column('bigint', { nullable: true }) lastStep!: string | null;
  @Column('timestamptz') createdAt!: Date;

  /** Null until a first code is confirmed. Logins need no code before. */
  @Column('timestamptz', { nullable: true }) confirmedAt!: Date | null;
}
