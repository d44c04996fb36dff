import { Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';

/** Table signup_attempts: the one whose mailed link is followed becomes the account, the others are void. */
@Entity('signup_attempts')
@Index('signup_attempts_email', ['email', 'createdAt'])
export class SignupAttemptEntity {
  @PrimaryGeneratedColumn('uuid', { primaryKeyConstraintName: 'signup_attempts_pkey' })
  id!: string;

  @Column('text')
  email!: string;

  @Column('text', { name: 'full_name' })
  fullName!: string;

  @Column('text', { name: 'password_hash' })
  passwordHash!: string;

  @Column('timestamptz', { name: 'created_at' })
  createdAt!: Date;

  @Column('timestamptz', { name: 'expires_at' })
  expiresAt!: Date;
}
