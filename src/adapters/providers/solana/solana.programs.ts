export const SYSTEM = '11111111111111111111111111111111';
export const STAKE = 'Stake11111111111111111111111111111111111111';
export const TOKEN_PROGRAMS = [
  'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA',
  'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb',
] as const;

/** Native programs that most wallet calls include. A call of another program is the main call. */
const PLUMBING: ReadonlySet<string> = new Set([
  SYSTEM,
  ...TOKEN_PROGRAMS,
  'ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL',
  'ComputeBudget111111111111111111111111111111',
  'MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr',
  'Memo1UhkJRfHyvLMcVucJwxXeuD728EqVDDwQDxFMNo',
  // Checks that wallets add to a transaction.
  'L2TExMFKdjpN9kozasaurPirfHy9P8sbXoAN1qA3S95',
  'L1TEVtgA75k273wWz1s6XMmDhQY5i3MwcvKb4VbZzfK',
  'Ed25519SigVerify111111111111111111111111111',
  'KeccakSecp256k11111111111111111111111111111',
]);
/** Programs of the chain itself, which move no tokens. */
const NATIVE: ReadonlySet<string> = new Set([
  STAKE,
  'Vote111111111111111111111111111111111111111',
  'Config1111111111111111111111111111111111111',
  'BPFLoader2111111111111111111111111111111111',
  'BPFLoaderUpgradeab1e11111111111111111111111',
]);
export const isNative = (program: string): boolean => NATIVE.has(program);
export const isPlumbing = (program: string): boolean => PLUMBING.has(program);

/** Calls that prepare the main call of a transaction. */
const PREPARES = /^(refresh|init|update|create|setup|accrue|approve)/i;
export const isPreparation = (name: string | null): boolean => PREPARES.test(name ?? '');

/** Words before the action in the name of a call: `LendingAccountDeposit`. */
const SUBJECT = /^(LendingAccount|MarginfiAccount)(?=[A-Z])/;
export const actionOf = (name: string): string => name.replace(SUBJECT, '');

/** Tips for the order of transactions in a block. @source Jito tip payment program */
const TIPS: ReadonlySet<string> = new Set([
  '96gYZGLnJYVFmbjzopPSU6QiEV5fGqZNyN9nmNhvrZU5',
  'HFqU5x63VTqvQss8hp11i4wVV8bD44PvwucfZ2bU7gRe',
  'Cw8CFyM9FkoMi7K7Crf6HNQqf4uEMzpKw6QNghXLvLkY',
  'ADaUMid9yfUytqMBgopwjb2DTLSokTSzL1zt6iGPaS49',
  'DfXygSm4jCyNCybVYYK6DwvWqjKee8pbDmJGcLWNDXjh',
  'ADuUkR4vqLUMWXxW9gh6D6L8pMSawimctcNZ5pGwDcEt',
  'DttWaMuVvTiduZRnguLF7jNxTgiMBZ1hyAumKUiL2KRL',
  '3AVi9Tg9Uo68tJfuvoKvqKNWKkC5wPdSSdeBnizKZ6jT',
]);
export const takesTips = (account: string): boolean => TIPS.has(account);

const NAMES: Readonly<Record<string, string>> = {
  [SYSTEM]: 'System',
  [STAKE]: 'Stake',
  [TOKEN_PROGRAMS[0]]: 'Token',
  [TOKEN_PROGRAMS[1]]: 'Token-2022',
  ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL: 'Associated Token',
  Vote111111111111111111111111111111111111111: 'Vote',
  JUP6LkbZbjS1jKKwapdHNy74zcZ3tLUZoi5QNyVTaV4: 'Jupiter',
  JUP4Fb2cqiRUcaTHdrPC8h2gNsA2ETXiPDD33WcGuJB: 'Jupiter v4',
  jupoNjAxXgZ4rjzxzPMP4oxduvQsQtZzyknqvzYNrNu: 'Jupiter Limit Order',
  j1o2qRpjcyUwEvwtcfhEQefh773ZgjxcVRry7LDqg5X: 'Jupiter Limit Order v2',
  DCA265Vj8a9CEuX1eb1LWRnDT7uK6q1xMipnNyatn23M: 'Jupiter DCA',
  '675kPX9MHTjS2zt1qfr1NYHuzeLXfQM9H24wFSUt1Mp8': 'Raydium',
  CAMMCzo5YL8w4VFF8KVHrK22GGUsp5VTaW7grrKgrWqK: 'Raydium CLMM',
  CPMMoo8L3F4NbTegBCKVNunggL7H1ZpdTHKxQB5qKP1C: 'Raydium CPMM',
  whirLbMiicVdio4qvUfM5KAg6Ct8VwpYzGff3uctyCc: 'Orca Whirlpool',
  LBUZKhRxPF3XUpBCjp4YzTKgLccjZhTSDM9YuVaPwxo: 'Meteora DLMM',
  PhoeNiXZ8ByJGLkxNfZRnkUfjvmuYqLR89jjFHGqdXY: 'Phoenix',
  '6EF8rrecthR5Dkzon8Nwu78hRvfCKubJ14M5uBEwF6P': 'pump.fun',
  MarBmsSgKXdrN1egZf5sqe1TMai9K1rChYNDJgjq7aD: 'Marinade',
  SPoo1Ku8WFXoNDMHPsrGSTSG1Y47rzgn41SLUNakuHy: 'Stake Pool',
  SP12tWFxD9oJsVWNavTTBZvMbA6gkAmxtVgxdqvyvhY: 'Sanctum Stake Pool',
  SPMBzsVUuoHA4Jm6KunbsotaahvVikZs1JyTW6iJvbn: 'Sanctum Stake Pools',
  '5TAiuAh3YGDbwjEruC1ZpXTJWdNDS7Ur7VeqNNiHMmGV': 'Stake Deposit',
  pAMMBay6oceH9fJKBRHGP5D4bD4sWpMSwMn52FMfXEA: 'PumpSwap',
  KLend2g3cP87fffoy8q1mQqGKjrxjC8boSyAYavgmjD: 'Kamino',
  MFv2hWf31Z9kbCa1snEPYctwafyhdvnV7FZnsebVacA: 'marginfi',
  So1endDq2YkqhipRh3WViPa8hdiSpxWy6z3Z6tMCpAo: 'Solend',
  dRiftyHA39MWEi3m9aunc5MzRF1JYuBsbn6VPcn33UH: 'Drift',
  PERPHjGBqRHArX4DySjwM6UJHiR3sWAatqfdBS2qQJu: 'Jupiter Perpetuals',
  metaqbxxUerdq28cj1RbAWkYQm3ybzjb6a8bt518x1s: 'Token Metadata',
};
export const programName = (program: string): string | null => NAMES[program] ?? null;

/** Programs with open orders, or receipts that wait for their owner. The assets belong to the user. */
const ORDERS: ReadonlySet<string> = new Set([
  'jupoNjAxXgZ4rjzxzPMP4oxduvQsQtZzyknqvzYNrNu',
  'j1o2qRpjcyUwEvwtcfhEQefh773ZgjxcVRry7LDqg5X',
  'DCA265Vj8a9CEuX1eb1LWRnDT7uK6q1xMipnNyatn23M',
  '5TAiuAh3YGDbwjEruC1ZpXTJWdNDS7Ur7VeqNNiHMmGV',
]);
export const holdsOrders = (program: string): boolean => ORDERS.has(program);

/**
 * Most lamports that an account of a size needs to be free of rent. The network can lower the rate.
 * @source Solana rent: 2 years of 3,480 per byte-year
 */
export const rentOf = (space: bigint): bigint => (128n + space) * 6_960n;
