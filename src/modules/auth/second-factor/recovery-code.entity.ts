import { Column, Entity, PrimaryColumn } from 'typeorm';
import { OwnerKeyColumn } from '../../../adapters/persistence/columns';

/** Table recovery_codes: each code is accepted once in place of a code of the second factor. */
@Entity('recovery_codes')
export class RecoveryCodeEntity {
  @OwnerKeyColumn('recovery_codes_user') userId!: string;

  /** SHA-256 of 120 random bits, lower-case hex. */
  @PrimaryColumn('text') codeHash!: string;
  @Column('timestamptz') createdAt!: Date;
}
