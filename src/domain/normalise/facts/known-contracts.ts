/** Addresses without a known private key: units sent there are lost. */
const BURNS: ReadonlySet<string> = new Set([
  '0x0000000000000000000000000000000000000000',
  '0x000000000000000000000000000000000000dead',
  '0xdead000000000000000042069420694206942069',
  '0x0000000000000000000000000000000000000001',
  '1nc1nerator11111111111111111111111111111111',
]);
export const ZERO_ADDRESS = '0x0000000000000000000000000000000000000000';
export const isBurn = (address: string | null): boolean => address !== null && BURNS.has(address);

export const SOLANA_STAKE = 'Solana Staking';
export const BEACON = 'Beacon Deposit';
/** The stake of a validator, in wei. */
export const VALIDATOR_STAKE = 32n * 10n ** 18n;
