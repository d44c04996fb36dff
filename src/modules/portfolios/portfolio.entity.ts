import { Column, Entity, Index } from 'typeorm';
import { OwnedRow } from '../../adapters/persistence/columns';

/** Table portfolios. */
@Entity('portfolios')
@Index('portfolios_user_id', ['userId', 'createdAt', 'id'])
export class PortfolioEntity extends OwnedRow('portfolios_user') {
  @Column('text') name!: string;
  @Column('text') description!: string;

  /** JSON, kept as text: its keys are the user's own. */
  @Column('text') metadata!: string;
  /** Has records of its own: those of the user with the id of the portfolio. */
  @Column('boolean', { default: false }) isSpace!: boolean;
  @Column('timestamptz') updatedAt!: Date;
}
