import { Column, Entity, ForeignKey, PrimaryColumn } from 'typeorm';
import { UserEntity } from '../users/user.entity';

/** Table totp_factors: the second factor of an account. */
@Entity('totp_factors')
export class TotpFactorEntity {
  @ForeignKey(() => UserEntity, { name: 'totp_factors_user', onDelete: 'CASCADE' })
  @PrimaryColumn('uuid')
  userId!: string;

  /** Sealed, bound to the account. */
  @Column('text') secret!: string;

  /** The time step of the last code that was taken: it and earlier ones are refused. */
  @Column('bigint', { nullable: true }) lastStep!: string | null;
  @Column('timestamptz') createdAt!: Date;

  /** Null until a first code is confirmed; logins need none before. */
  @Column('timestamptz', { nullable: true }) confirmedAt!: Date | null;
}
