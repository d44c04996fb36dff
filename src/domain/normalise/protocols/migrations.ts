export interface Migration {
  from: string;
  to: string;
  name: string;
  /** The old token is destroyed without a Transfer event. */
  silent?: true;
  /** The contract that must be called when the quantities differ. */
  by?: string;
}

/** Redenominations by the issuer: 1:1, or at the rate of the contract that converts. @source tax-rules 10.7 */
export const MIGRATIONS: readonly Migration[] = [
  {
    from: 'ethereum:0x89d24a6b4ccb1b6faa2625fe562bdd9a23260359',
    to: 'ethereum:0x6b175474e89094c44da98b954eedeac495271d0f',
    name: 'SAI to DAI',
  },
  {
    from: 'ethereum:0xa74476443119a942de498590fe1f2454d7d4ac0d',
    to: 'ethereum:0x7dd9c5cba05e151c895fde1cf355c9a1d5da6429',
    name: 'GNT to GLM',
    silent: true,
  },
  {
    from: 'ethereum:0x960b236a07cf122663c4303350609a66a7b288c0',
    to: 'ethereum:0xa117000000f279d81a1d3cc75430faa017fa5a2e',
    name: 'ANT v1 to v2',
  },
  {
    from: 'ethereum:0xe94327d07fc17907b4db788e5adf2ed424addff6',
    to: 'ethereum:0x1985365e9f78359a9b6ad760e32412f4a445e862',
    name: 'REP v1 to v2',
  },
  {
    from: 'ethereum:0xdd974d5c2e2928dea5f71b9825b8b646686bd200',
    to: 'ethereum:0xdefa4e8a7bcba345f687a2f1456f5edd9ce97202',
    name: 'KNCL to KNC',
  },
  {
    from: 'ethereum:0x7d1afa7b718fb893db30a3abc0cfc608aacfebb0',
    to: 'ethereum:0x455e53cbb86018ac2b8092fdcd39d8444affc3f6',
    name: 'MATIC to POL',
  },
  {
    from: 'ethereum:0x6b175474e89094c44da98b954eedeac495271d0f',
    to: 'ethereum:0xdc035d45d973e3ec169d2276ddab16f1e407384f',
    name: 'DAI to USDS',
  },
  {
    from: 'ethereum:0xdc035d45d973e3ec169d2276ddab16f1e407384f',
    to: 'ethereum:0x6b175474e89094c44da98b954eedeac495271d0f',
    name: 'USDS to DAI',
  },
  {
    from: 'ethereum:0x6b175474e89094c44da98b954eedeac495271d0f',
    to: 'ethereum:0xa3931d71877c0e7a3148cb7eb4463524fec27fbd',
    name: 'DAI to sUSDS',
    by: '0xf86141a5657cf52aeb3e30ebcca5ad3a8f714b89',
  },
  {
    from: 'ethereum:0x83f20f44975d03b1b09e64809b757c47f942beea',
    to: 'ethereum:0xa3931d71877c0e7a3148cb7eb4463524fec27fbd',
    name: 'sDAI to sUSDS',
    by: '0xf86141a5657cf52aeb3e30ebcca5ad3a8f714b89',
  },
  {
    from: 'ethereum:0x9f8f72aa9304c8b593d555f12ef6589cc3a579a2',
    to: 'ethereum:0x56072c95faa701256059aa122697b133aded9279',
    name: 'MKR to SKY',
    by: '0xbdcfca946b6cdd965f99a839e4435bcdc1bc470b',
  },
  {
    from: 'ethereum:0x9f8f72aa9304c8b593d555f12ef6589cc3a579a2',
    to: 'ethereum:0x56072c95faa701256059aa122697b133aded9279',
    name: 'MKR to SKY',
    by: '0xa1ea1ba18e88c381c724a75f23a130420c403f9a',
  },
];

const SILENT: ReadonlySet<string> = new Set(
  MIGRATIONS.filter(({ silent }) => silent).map(({ from }) => from),
);

/** True for a token that can leave without a row. */
export const leavesSilently = (assetId: string): boolean => SILENT.has(assetId);
