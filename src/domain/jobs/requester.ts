import type { Principal } from '../access/principal';
import { sha256Hex } from '../kernel/hash';
import { ownerOf } from './user-job';

/** The caller of a service job. Null: the service itself. */
export type Requester = string | null;

const NETWORK = 'network:';
const HASH_LENGTH = 16;

/**
 * All credentials of a user are one requester. A caller without a credential is its network, as a hash, because jobs
 * are stored for days.
 * @param network from `clientNetwork`
 */
export const requesterOf = (principal: Principal, network: string): string =>
  ownerOf(principal) ?? `${NETWORK}${sha256Hex(network).slice(0, HASH_LENGTH)}`;

export const isAnonymous = (requester: Requester): boolean => requester?.startsWith(NETWORK) ?? false;
