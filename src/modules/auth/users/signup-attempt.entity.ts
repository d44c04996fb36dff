import { Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';

/** Table signup_attempts: the attempt whose mailed link is followed becomes the account, the others are void. */
@Entity('signup_attempts')
@Index('signup_attempts_email', ['email', 'createdAt'])
export class SignupAttemptEntity {
  @PrimaryGeneratedColumn('uuid') id!: string;
  @Column('text') email!: string;
  @Column('text') fullName!: string;
  @Column('text') passwordHash!: string;
  @Column('timestamptz') createdAt!: Date;
  @Column('timestamptz') expiresAt!: Date;
}
