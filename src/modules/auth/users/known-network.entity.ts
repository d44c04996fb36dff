import { Column, Entity, PrimaryColumn } from 'typeorm';
import { OwnerKeyColumn } from '../../../adapters/persistence/columns';

/** Table known_networks: networks in which the owner of an account has proved to be there. */
@Entity('known_networks')
export class KnownNetworkEntity {
  @OwnerKeyColumn('known_networks_user') userId!: string;

  /** /24 of an IPv4 address, /64 of an IPv6 address. */
  @PrimaryColumn('text') network!: string;
  @Column('timestamptz') lastSeenAt!: Date;
}
