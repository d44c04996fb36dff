import { Column, Entity, PrimaryGeneratedColumn, Unique } from 'typeorm';
import { OwnerColumn } from '../../adapters/persistence/columns';

/** Table linked_wallets. */
@Entity('linked_wallets')
@Unique('linked_wallets_once', ['userId', 'address'])
export class LinkedWalletEntity {
  @PrimaryGeneratedColumn('uuid') id!: string;
  @OwnerColumn('linked_wallets_user') userId!: string;
  /** The form to compare. */
  @Column('text') address!: string;

  /** As the user wrote it. */
  @Column('text') given!: string;
  @Column('text', { default: '' }) label!: string;
  @Column('timestamptz') createdAt!: Date;
}
