import { parseAddress } from '../kernel/address';
import { CHAINS, isChainName } from '../kernel/chain';
import { dec } from '../kernel/decimal';
import { recognise, RWA_LIST, rwaToken, type Candidate } from '.';

/** Symbol, tier, type, mechanism, networks: the table of the interface. */
const PUBLISHED = [
  ['BUIDL', 1, 'treasury', 'accrual', 'ethereum polygon avalanche arbitrum optimism aptos'],
  ['USDY', 1, 'treasury', 'rebase', 'ethereum solana mantle sui aptos'],
  ['OUSG', 1, 'treasury', 'rebase', 'ethereum polygon'],
  ['BENJI', 1, 'treasury', 'nav_distribution', 'stellar polygon ethereum arbitrum base'],
  ['USYC', 2, 'yield_stablecoin', 'rebase', 'ethereum'],
  ['USDM', 2, 'yield_stablecoin', 'rebase', 'ethereum polygon arbitrum optimism base'],
  ['sUSDe', 2, 'yield_stablecoin', 'rebase', 'ethereum'],
  ['USTB', 2, 'experimental', 'accrual', 'ethereum'],
  ['TBILL', 2, 'experimental', 'accrual', 'ethereum'],
  ['STBT', 2, 'experimental', 'accrual', 'ethereum'],
  ['WTGXX', 2, 'experimental', 'accrual', 'ethereum'],
];

/** The contract whose price is the value of the fund, by symbol. */
const onEthereum = (symbol: string): string => rwaToken(symbol)?.contracts.ethereum?.[0] ?? 'none';

describe('the registry', () => {
  it('has the published data of each token of the interface', () => {
    const rows = RWA_LIST.map(({ symbol, tier, type, yieldType, networks }) => [
      symbol,
      tier,
      type,
      yieldType,
      networks.join(' '),
    ]);
    expect(rows).toEqual(expect.arrayContaining(PUBLISHED));
  });

  it('is asked in any case', () => {
    for (const { symbol } of RWA_LIST)
      for (const given of [symbol, symbol.toLowerCase(), symbol.toUpperCase()])
        expect(rwaToken(given)?.symbol).toBe(symbol);
    expect([rwaToken('NOPE'), rwaToken(''), rwaToken('__proto__'), rwaToken('constructor')]).toEqual([
      null,
      null,
      null,
      null,
    ]);
  });

  it('names contracts as they are compared: valid, of their chain, each of one token only', () => {
    const ids = RWA_LIST.flatMap(({ contracts }) =>
      Object.entries(contracts).flatMap(([chain, list]) => list.map((contract) => ({ chain, contract }))),
    );
    for (const { chain, contract } of ids) {
      const { family, value } = parseAddress(contract);
      expect(isChainName(chain) && CHAINS[chain].family).toBe(family);
      expect(value).toBe(contract);
    }
    expect(new Set(ids.map(({ chain, contract }) => `${chain}:${contract}`)).size).toBe(ids.length);
    expect(ids.length).toBeGreaterThan(30);
  });
});

describe('detection', () => {
  const candidate = (over: Partial<Candidate>): Candidate => ({
    chain: 'ethereum',
    contract: `0x${'7'.repeat(40)}`,
    symbol: 'BUIDL',
    isSpam: false,
    listedAs: null,
    unitCost: null,
    ...over,
  });

  it.each<[string, Partial<Candidate>, string | null]>([
    ['a known contract', { contract: onEthereum('BUIDL') }, 'BUIDL'],
    [
      'the second share class',
      { contract: '0x6a9da2d710bb9b700acde7cb81f10f1ff8c89041', symbol: 'BUIDL-I' },
      'BUIDL',
    ],
    ['a known contract whatever it calls itself', { contract: onEthereum('OUSG'), symbol: 'X' }, 'OUSG'],
    ['a known contract named like another token', { contract: onEthereum('USDY'), symbol: 'BUIDL' }, 'USDY'],
    ['a known contract in a spam transaction', { contract: onEthereum('USYC'), isSpam: true }, 'USYC'],
    ['an impostor on Ethereum', {}, null],
    ['an impostor on Ethereum, in small letters', { symbol: 'buidl' }, null],
    ['the symbol on another chain', { chain: 'gnosis', symbol: 'usdy' }, 'USDY'],
    ['the symbol on Solana', { chain: 'solana', contract: 'So1', symbol: 'OUSG' }, 'OUSG'],
    ['the symbol on another chain, as spam', { chain: 'gnosis', isSpam: true }, null],
    ['a contract listed under another name', { chain: 'base', listedAs: 'USDC' }, null],
    ['a contract listed under this name', { chain: 'base', listedAs: 'BUIDL' }, 'BUIDL'],
    ['a contract of another chain', { chain: 'base', contract: onEthereum('OUSG'), symbol: 'X' }, null],
    ['the symbol of units that cost a dollar', { chain: 'gnosis', unitCost: dec('0.99') }, 'BUIDL'],
    ['the symbol of a coin that costs cents', { chain: 'gnosis', unitCost: dec('0.02') }, null],
    [
      'a known contract whose units cost little',
      { contract: onEthereum('BUIDL'), unitCost: dec('0.02') },
      'BUIDL',
    ],
    ['a native coin of that name', { chain: 'gnosis', contract: null }, null],
    ['a placeholder by contract', { contract: onEthereum('USTB'), symbol: 'USTB' }, null],
    ['a placeholder by symbol', { chain: 'gnosis', symbol: 'TBILL' }, null],
    ['any other token', { chain: 'gnosis', symbol: 'USDC' }, null],
    ['a name with a look-alike letter', { chain: 'gnosis', symbol: 'BUІDL' }, null],
  ])('%s', (_, over, symbol) => {
    expect(recognise(candidate(over))?.symbol ?? null).toBe(symbol);
  });
});
