import type { Facts } from '../../facts/facts';
import { CHANNEL_CALLS, methodName } from '../../facts/methods';
import { rule } from '../rule';

const LIGHTNING = 'Lightning';
const isCall = (f: Facts, ...names: string[]): boolean =>
  f.tx.chain === 'bitcoin' && names.some((name) => f.methods.includes(methodName({ id: null, name })));

/**
 * Coins in a channel of the Lightning network belong to the owner. What was paid and received inside is on no chain: less
 * that comes back stays in the channels, and more is of unknown origin.
 * @source tax-rules 9.2, 10.1
 */
export const CHANNEL_RULES = [
  rule('channel-opened', (f) => isCall(f, CHANNEL_CALLS.open), {
    type: 'internal_transfer',
    protocol: LIGHTNING,
    place: LIGHTNING,
  }),
  rule(
    'channel-closed',
    (f) => isCall(f, CHANNEL_CALLS.close, CHANNEL_CALLS.closeUsed),
    (f) => ({
      type: 'internal_transfer',
      protocol: LIGHTNING,
      place: LIGHTNING,
      flags: isCall(f, CHANNEL_CALLS.closeUsed) ? ['classification_uncertain'] : [],
    }),
  ),
];
