import type { AddressFamily } from '../../../domain/kernel/chain';

/** No key is known. EVM addresses are invented. The others are hashes of a sentence, which a test derives again. */
export const MAIN = '0xde300000000000000000000000000000000a11ce';
export const VAULT = '0xde30000000000000000000000000000000005afe';
export const MINER = 'bc1qjh2gnfsltj06v4e6ysgp578hgl3p5u3ph7khe4';
export const STAKER = '4StQ87uUY55GUcCqNcD8m6UTQhifPe7qq9sfnR88ASSH';

export interface DemoAddress {
  address: string;
  family: AddressFamily;
  label: string;
  /** Other demo wallets of the owner, for `owned_wallets`. */
  ownedWith: string[];
}

export const DEMO_ADDRESSES: readonly DemoAddress[] = [
  { address: MAIN, family: 'evm', label: 'Alice, everyday wallet', ownedWith: [VAULT] },
  { address: VAULT, family: 'evm', label: 'Alice, savings vault', ownedWith: [MAIN] },
  { address: MINER, family: 'bitcoin', label: 'A Bitcoin miner', ownedWith: [] },
  { address: STAKER, family: 'solana', label: 'A Solana staker', ownedWith: [] },
];

export const isDemoAddress = (address: string): boolean =>
  DEMO_ADDRESSES.some((demo) => demo.address === address);
