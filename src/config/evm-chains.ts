import type { z } from 'zod';
import { CHAIN_NAMES, type EvmChainName, isEvmChain } from '../domain/kernel/chain';
import { nearest } from '../domain/kernel/nearest';

export const KNOWN_CHAINS: readonly EvmChainName[] = CHAIN_NAMES.filter(isEvmChain);

/** Returns each chain once, in the given order. The issue for an unknown chain names the nearest known one. */
export function evmChains(names: readonly string[], context: z.RefinementCtx): EvmChainName[] {
  const unknown = names.filter((name) => !isEvmChain(name)).map(explained);
  if (unknown.length > 0) {
    const message = `unknown ${unknown.join(', ')}; known: ${KNOWN_CHAINS.join(', ')}`;
    context.addIssue({ code: 'custom', message });
  }
  return [...new Set(names.filter(isEvmChain))];
}

function explained(name: string): string {
  const meant = nearest(name, KNOWN_CHAINS);
  return `"${name}"${meant === null ? '' : ` (did you mean ${meant}?)`}`;
}
