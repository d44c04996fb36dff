import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';

/** Table portfolio_addresses. */
@Entity('portfolio_addresses')
@Index('portfolio_addresses_address', ['address'])
export class PortfolioAddressEntity {
  @ForeignKey('portfolios', { name: 'portfolio_addresses_portfolio', onDelete: 'CASCADE' })
  @PrimaryColumn('uuid', { name: 'portfolio_id', primaryKeyConstraintName: 'portfolio_addresses_pkey' })
  portfolioId!: string;

  /** The form to compare. */
  @PrimaryColumn('text', { primaryKeyConstraintName: 'portfolio_addresses_pkey' })
  address!: string;

  /** As the user wrote it. */
  @Column('text')
  given!: string;

  @Column('text')
  label!: string;

  /** Grows with every address added: the order of those added at once. */
  @Column('integer')
  place!: number;

  @Column('timestamptz', { name: 'added_at' })
  addedAt!: Date;
}
