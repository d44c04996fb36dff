import { Column, Entity, Unique } from 'typeorm';
import { OwnedRow } from '../../adapters/persistence/columns';

/** Table linked_wallets. */
@Entity('linked_wallets')
@Unique('linked_wallets_once', ['userId', 'address'])
export class LinkedWalletEntity extends OwnedRow('linked_wallets_user') {
  /** The form to compare. */
  @Column('text') address!: string;

  /** As the user wrote it. */
  @Column('text') given!: string;
  @Column('text', { default: '' }) label!: string;
}
