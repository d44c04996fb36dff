import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';

/** Table portfolio_addresses. */
@Entity('portfolio_addresses')
@Index('portfolio_addresses_address', ['address'])
export class PortfolioAddressEntity {
  @ForeignKey('portfolios', { name: 'portfolio_addresses_portfolio', onDelete: 'CASCADE' })
  @PrimaryColumn('uuid')
  portfolioId!: string;

  /** The form to compare. */
  @PrimaryColumn('text') address!: string;

  /** As the user wrote it. */
  @Column('text') given!: string;
  @Column('text') label!: string;

  /** Grows with every address added: the order of those added at once. */
  @Column('integer') place!: number;
  @Column('timestamptz') addedAt!: Date;
}

export type AddressRow = Readonly<Pick<PortfolioAddressEntity, 'address' | 'given' | 'label' | 'addedAt'>>;
