import { Column, Entity, ForeignKey, PrimaryGeneratedColumn, Unique } from 'typeorm';

/** Table linked_wallets. */
@Entity('linked_wallets')
@Unique('linked_wallets_once', ['userId', 'address'])
export class LinkedWalletEntity {
  @PrimaryGeneratedColumn('uuid') id!: string;

  @ForeignKey('users', { name: 'linked_wallets_user', onDelete: 'CASCADE' })
  @Column('uuid')
  userId!: string;

  /** The form to compare. */
  @Column('text') address!: string;

  /** As the user wrote it. */
  @Column('text') given!: string;
  @Column('text', { default: '' }) label!: string;
  @Column('timestamptz') createdAt!: Date;
}
