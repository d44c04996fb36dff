import { sha256Hex } from '../../../../domain/kernel/hash';
import type { DemoEntry } from '../demo.schema';
import { ON_BASE } from './base';
import { MINED } from './bitcoin';
import { EVERYDAY } from './everyday';
import { STAKED } from './solana';
import { SAVINGS } from './vault';

export const STORY: readonly DemoEntry[] = [...EVERYDAY, ...SAVINGS, ...ON_BASE, ...MINED, ...STAKED].sort(
  (a, b) => a.at - b.at,
);

/** Changes with the story. A wallet read in an older edition is read again. */
export const STORY_VERSION = sha256Hex(JSON.stringify(STORY)).slice(0, 16);
