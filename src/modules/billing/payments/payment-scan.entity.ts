import { Column, Entity, PrimaryColumn } from 'typeorm';

/** Table payment_scans: how far the processor's list of events has been read, over all processes. */
@Entity('payment_scans')
export class PaymentScanEntity {
  @PrimaryColumn('text') name!: string;
  @Column('timestamptz') scannedTo!: Date;

  /** When a process took the last turn. */
  @Column('timestamptz') claimedAt!: Date;
}
