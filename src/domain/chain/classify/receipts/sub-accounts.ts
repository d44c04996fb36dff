import type { Facts } from '../../facts/facts';
import type { NetLeg } from '../../facts/net-legs';
import { onlyIns, onlyOuts } from '../patterns';
import { rule } from '../rule';

/** An address of 20 bytes without the last one. */
const PREFIX = /^0x[0-9a-f]{38}/;

/**
 * True for a sub-account of an account: 255 addresses that differ from it in the last byte alone. Nobody has a key for them,
 * and the owner acts for them.
 * @source Euler, Ethereum Vault Connector, "Account Owner and Operators"
 */
export function isSubAccount(address: string | null, owner: string): boolean {
  const [prefix] = PREFIX.exec(owner) ?? [];
  return (
    prefix !== undefined &&
    address !== null &&
    address !== owner &&
    address.length === owner.length &&
    address.startsWith(prefix)
  );
}

/** The only sub-account that all legs are from, or go to. */
function subAccountOf(f: Facts, legs: readonly NetLeg[]): string | undefined {
  const [first] = legs;
  const at = first?.counterparty ?? null;
  const isOne = isSubAccount(at, f.tx.wallet) && legs.every((leg) => leg.counterparty === at);
  return isOne && at !== null ? at : undefined;
}

/** What a sub-account holds belongs to the owner. @source tax-rules 10.1 */
export const SUB_ACCOUNT_RULES = [
  rule(
    'to-sub-account',
    (f) => onlyOuts(f) && subAccountOf(f, f.outs) !== undefined,
    (f) => ({ type: 'internal_transfer', place: subAccountOf(f, f.outs) }),
  ),
  rule(
    'from-sub-account',
    (f) => onlyIns(f) && subAccountOf(f, f.ins) !== undefined,
    (f) => ({
      type: 'internal_transfer',
      place: subAccountOf(f, f.ins),
      flags: f.ins.some((leg) => f.deposited(leg) < leg.quantity) ? ['untracked'] : [],
    }),
  ),
];
