export interface Migration {
  from: string;
  to: string;
  name: string;
  /** The old token is destroyed without a Transfer event. */
  silent?: true;
  /** The contract that must be called when the rate is not fixed. */
  by?: string;
  /** Units of the new token for one of the old one, when it is not 1. */
  rate?: string;
}

/** One line for each: chain, old contract, new contract, rate, name. @source announcements and contracts of the issuers */
const FIXED_RATES = `
ethereum 0x80fb784b7ed66730e8b1dbd9820afd29931aab03 0x7fc66500c84a76ad7e9c93437bfc5ac33e2ddae9 0.01 LEND to AAVE
ethereum 0x5b7533812759b45c2b44c19e320ba2cd2681b542 0xaea46a60368a7bd060eec7df8cba43b7ef41ad85 0.43335 AGIX to FET
ethereum 0x967da4048cd07ab37855c090aaf366e4ce1b9f48 0xaea46a60368a7bd060eec7df8cba43b7ef41ad85 0.433226 OCEAN to FET
ethereum 0x455e53cbb86018ac2b8092fdcd39d8444affc3f6 0x7d1afa7b718fb893db30a3abc0cfc608aacfebb0 1 POL to MATIC
ethereum 0x56072c95faa701256059aa122697b133aded9279 0x9f8f72aa9304c8b593d555f12ef6589cc3a579a2 0.00004166666666666667 SKY to MKR
ethereum 0x56d811088235f11c8920698a204a5010a788f4b3 0x0de05f6447ab4d22c8827449ee4ba2d5c288379b 10 BZRX to OOKI
ethereum 0x41c37a4683d6a05adb31c39d71348a8403b13ca9 0xa2cd3d43c775978a96bdbf12d733d5a1ed94fb18 1000 CHN to XCN
ethereum 0xb4efd85c19999d84251304bda99e90b92300bd93 0xd33526068d116ce69f19a9ee46f0bd304f21a51f 1 RPL v1 to v2
ethereum 0xf5d669627376ebd411e34b98f19c868c8aba5ada 0xbb0e17ef65f82ab018d8edd776e8dd940327b28b 1 AXS v1 to v2
ethereum 0xa4e8c3ec456107ea67d3075bf9e3df3a75823db0 0x42476f744292107e34519f9c357927074ea3f75d 1 LOOM v1 to v2
ethereum 0xef68e7c694f40c8202821edf525de3782458639f 0xbbbbca6a901c926f240b89eacb641d8aec7aeafd 1 LRC v1 to v2
ethereum 0xc0d4ceb216b3ba9c3701b291766fdcba977cec3a 0xc55126051b22ebb829d00368f4b12bde432de5da 1 BTRFLY v1 to v2
`;

/** Redenominations by the issuer: 1:1, or at the rate of the contract that converts. @source tax-rules 10.7 */
export const MIGRATIONS: readonly Migration[] = [
  ...FIXED_RATES.trim()
    .split('\n')
    .map((line): Migration => {
      const [chain = '', from = '', to = '', rate = '1', ...name] = line.split(' ');
      return { from: `${chain}:${from}`, to: `${chain}:${to}`, name: name.join(' '), rate };
    }),
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
