import type { Principal } from '../../domain/access/principal';
import type { Address } from '../../domain/kernel/address';
import type { KnownStates } from './raw-history-store';

/** Version of the stored data that answers about one wallet are computed from. */
export interface AnswerVersion {
  /** Differs when any of the data differs: rows of a wallet of the owner, what the user added, linked wallets. */
  version: string;
  /** True when no read of an upstream is due. Otherwise a request for the current state orders one. */
  isFresh: boolean;
  /** Milliseconds UTC at which the first chain becomes stale. Infinity without one. */
  freshUntil: number;
  /** What the version was read from. */
  states: KnownStates;
}

/** Versions of stored data. Reading one is much cheaper than reading the data. */
export abstract class AnswerVersions {
  /** @param principal whose linked wallets and additions count */
  abstract of(subject: Address, principal: Principal): Promise<AnswerVersion>;
}
