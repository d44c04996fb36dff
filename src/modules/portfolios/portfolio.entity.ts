import { Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';
import { OwnerColumn } from '../../adapters/persistence/columns';

/** Table portfolios. */
@Entity('portfolios')
@Index('portfolios_user_id', ['userId', 'createdAt', 'id'])
export class PortfolioEntity {
  @PrimaryGeneratedColumn('uuid') id!: string;
  @OwnerColumn('portfolios_user') userId!: string;
  @Column('text') name!: string;
  @Column('text') description!: string;

  /** JSON, kept as text: its keys are the user's own. */
  @Column('text') metadata!: string;
  @Column('timestamptz') createdAt!: Date;
  @Column('timestamptz') updatedAt!: Date;
}
