import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import type { TrialVerdict } from '../../../ports/exchanges/exchange-syncs';

/** Keys of accounts and trials. The migration sets the foreign key to users: this layer has no entity of users. */
@Entity('exchange_credentials', { synchronize: false })
@Index('exchange_credentials_of_user', ['userId'])
export class ExchangeCredentialsEntity {
  /** Or id of the trial. */
  @PrimaryColumn('uuid') accountId!: string;
  @Column('uuid') userId!: string;
  @Column('text') exchange!: string;

  /** Sealed under ENCRYPTION_KEY. */
  @Column('text') dataKey!: string;

  /** Encrypted under the data key. */
  @Column('text') sealed!: string;

  @Column('json', { nullable: true }) verdict!: TrialVerdict | null;
  @Column('timestamptz') createdAt!: Date;
}
