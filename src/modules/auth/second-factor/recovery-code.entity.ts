import { Column, Entity, ForeignKey, PrimaryColumn } from 'typeorm';
import { UserEntity } from '../users/user.entity';

/** Table recovery_codes: each is taken once in place of a code of the second factor. */
@Entity('recovery_codes')
export class RecoveryCodeEntity {
  @ForeignKey(() => UserEntity, { name: 'recovery_codes_user', onDelete: 'CASCADE' })
  @PrimaryColumn('uuid')
  userId!: string;

  /** SHA-256 of 120 random bits, lower-case hex. */
  @PrimaryColumn('text') codeHash!: string;
  @Column('timestamptz') createdAt!: Date;
}
