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
/** @source EIP-7002: a validator pays a part of its stake to its owner */
const WITHDRAWAL_REQUESTS = '0x00000961ef480eb55e80d19ad83579a64c007002';
/** @source EIP-7251: the stake of one validator goes to another one */
const CONSOLIDATION_REQUESTS = '0x0000bbddc7ce488642fb579f8b00f3a590007251';
export const isWithdrawalRequests = (address: string | null): boolean => address === WITHDRAWAL_REQUESTS;
/** True for the contracts that take requests about validators, and a fee for each of them. */
export const isValidatorRequests = (address: string | null): boolean =>
  address === WITHDRAWAL_REQUESTS || address === CONSOLIDATION_REQUESTS;
/** The stake of a validator, in wei. */
export const VALIDATOR_STAKE = 32n * 10n ** 18n;
