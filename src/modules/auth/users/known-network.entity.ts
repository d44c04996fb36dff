import { Column, Entity, ForeignKey, PrimaryColumn } from 'typeorm';
import { UserEntity } from './user.entity';

/** Table known_networks: networks in which the owner of an account has proved to be there. */
@Entity('known_networks')
export class KnownNetworkEntity {
  @ForeignKey(() => UserEntity, { name: 'known_networks_user', onDelete: 'CASCADE' })
  @PrimaryColumn('uuid')
  userId!: string;

  /** The /24 of an IPv4 address, or the /64 of an IPv6 one. */
  @PrimaryColumn('text')
  network!: string;

  @Column('timestamptz') lastSeenAt!: Date;
}
