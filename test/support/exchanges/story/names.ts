import { createHash } from 'node:crypto';
import type { VenueName } from './deeds';

/** The stand-in counts retention from here. */
export const STORY_NOW = Date.UTC(2025, 9, 1);
/** A wallet on Ethereum, and one on Bitcoin. */
export const ETHEREUM_WALLET = '0x00000000000000000000000000000000000c0ffe';
export const BITCOIN_WALLET = 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq';

const digest = (text: string): string => createHash('sha256').update(`invented ${text}`).digest('hex');
/** The hash of a transaction, or an address, with a name of its own. */
export const hashOf = (name: string): string => `0x${digest(name)}`;
export const addressOf = (name: string): string => `0x${digest(name).slice(0, 40)}`;
/** The address at which an exchange receives a coin for the owner. */
export const depositAddress = (venue: VenueName, coin: string): string =>
  coin === 'BTC' ? `bc1q${digest(`${venue} ${coin}`).slice(0, 38)}` : addressOf(`${venue} ${coin}`);

export const at = (text: string): number => Date.parse(`${text}Z`);
export const HOUR = 3_600_000;
export const MINUTE = 60_000;
