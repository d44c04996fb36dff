import { Column, Entity, ForeignKey, Index, PrimaryGeneratedColumn } from 'typeorm';

/** Table portfolios. */
@Entity('portfolios')
@Index('portfolios_user_id', ['userId', 'createdAt', 'id'])
export class PortfolioEntity {
  @PrimaryGeneratedColumn('uuid', { primaryKeyConstraintName: 'portfolios_pkey' })
  id!: string;

  @ForeignKey('users', { name: 'portfolios_user', onDelete: 'CASCADE' })
  @Column('uuid', { name: 'user_id' })
  userId!: string;

  @Column('text')
  name!: string;

  @Column('text')
  description!: string;

  /** JSON, kept as text: its keys are the user's own. */
  @Column('text')
  metadata!: string;

  @Column('timestamptz', { name: 'created_at' })
  createdAt!: Date;

  @Column('timestamptz', { name: 'updated_at' })
  updatedAt!: Date;
}
