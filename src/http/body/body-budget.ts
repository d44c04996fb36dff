import { Injectable } from '@nestjs/common';
import type { Principal } from '../../domain/access/principal';
import { Overloaded } from '../errors/refusals';
import { clientOf } from '../rate-limit/client';

const KIB = 1024;
const MIB = 1024 * KIB;

/** The first bytes of each body are counted separately, so that large bodies never displace small ones. */
const SMALL_BYTES = 64 * KIB;
const RETRY_AFTER_SECONDS = 5;

/**
 * POTS: bytes of bodies that one process keeps at the same time, in all and of one client. A network without a
 * credential can keep the largest body once, with its compressed form.
 */
const POTS = {
  small: { total: 16 * MIB, client: 4 * MIB },
  anonymous: { total: 128 * MIB, client: 40 * MIB },
  known: { total: 192 * MIB, client: 128 * MIB },
} as const satisfies Record<string, { total: number; client: number }>;

type PotName = keyof typeof POTS;

export interface BodyLease {
  /** @throws Overloaded when the process, or this client, keeps too much already */
  addBytes(bytes: number): void;
  release(): void;
}

/** The memory of all bodies in flight. Callers without a credential cannot use up the share of the others. */
@Injectable()
export class BodyBudget {
  private readonly pots = new Map<PotName, Pot>(
    Object.entries(POTS).map(([name, { total, client }]) => [name as PotName, new Pot(total, client)]),
  );

  open(principal: Principal, ip: string | undefined): BodyLease {
    const client = clientOf(principal, ip);
    const large: PotName = principal.kind === 'anonymous' ? 'anonymous' : 'known';
    const held: Record<string, number> = { small: 0, [large]: 0 };
    const take = (name: PotName, bytes: number): void => {
      if (bytes <= 0) return;
      this.pot(name).take(client, bytes);
      held[name] = (held[name] ?? 0) + bytes;
    };
    const addBytes = (bytes: number): void => {
      const small = Math.min(bytes, SMALL_BYTES - (held['small'] ?? 0));
      take('small', small);
      take(large, bytes - small);
    };
    return {
      addBytes,
      release: () => {
        for (const name of ['small', large] as const) {
          this.pot(name).giveBack(client, held[name] ?? 0);
          held[name] = 0;
        }
      },
    };
  }

  get heldBytes(): number {
    return [...this.pots.values()].reduce((sum, { held }) => sum + held, 0);
  }

  private pot(name: PotName): Pot {
    const pot = this.pots.get(name);
    if (!pot) throw new Error(`No pot ${name}`);
    return pot;
  }
}

class Pot {
  held = 0;
  private readonly byClient = new Map<string, number>();

  constructor(
    private readonly total: number,
    private readonly perClient: number,
  ) {}

  take(client: string, bytes: number): void {
    const ofClient = (this.byClient.get(client) ?? 0) + bytes;
    if (this.held + bytes > this.total || ofClient > this.perClient)
      throw new Overloaded('bodies', RETRY_AFTER_SECONDS);
    this.held += bytes;
    this.byClient.set(client, ofClient);
  }

  giveBack(client: string, bytes: number): void {
    this.held -= bytes;
    const left = (this.byClient.get(client) ?? 0) - bytes;
    if (left > 0) this.byClient.set(client, left);
    else this.byClient.delete(client);
  }
}
