import { Injectable } from '@nestjs/common';
import { DeliveryRepository, type ClaimedDelivery, type Receiver } from './storage/delivery.repository';

interface Asked {
  claim: ClaimedDelivery;
  resolve: (receiver: Receiver | null) => void;
  reject: (error: unknown) => void;
}

/** Reads webhooks just before sending; one query answers simultaneous calls. */
@Injectable()
export class ReceiverLoader {
  private asked: Asked[] = [];

  constructor(private readonly deliveries: DeliveryRepository) {}

  /** @returns null when the claim is lost, or the webhook inactive or gone */
  of(claim: ClaimedDelivery): Promise<Receiver | null> {
    return new Promise((resolve, reject) => {
      if (this.asked.push({ claim, resolve, reject }) === 1) setImmediate(() => void this.read());
    });
  }

  private async read(): Promise<void> {
    const asked = this.asked;
    this.asked = [];
    try {
      const found = await this.deliveries.current(asked.map(({ claim }) => claim));
      for (const { claim, resolve } of asked) resolve(found.get(claim.id) ?? null);
    } catch (error) {
      for (const { reject } of asked) reject(error);
    }
  }
}
