import { replay, type Ledger } from '../../src/domain/engine';
import type { Asset } from '../../src/domain/kernel/asset';
import { formatMoney, formatUnits, toUnits } from '../../src/domain/kernel/units';
import {
  ledgerEvents,
  withUserValue,
  type ChainTransaction,
  type PositionDecrease,
} from '../../src/domain/chain';
import { FIFO } from '../support/engine-events';
import { asset, move, type Step, tx } from './chain-story';
import { ME, POOL, ZERO } from './parties';
import { POLICIES } from './policies';
import { earnings, PRICES, readStory } from './read-story';

const MANAGER = '0xc36442b4a4522e871399cd717abdd847ab11fe88';
const position: Asset = {
  id: `ethereum:${MANAGER}#77`,
  chain: 'ethereum',
  contract: MANAGER,
  symbol: 'UNI-V3-POS#77',
  name: 'Uniswap V3 Positions NFT-V1',
  decimals: 18,
};
const FORK = '0xf0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0';
const FORKED = `ethereum:${FORK}#77`;
const POSITIONS: ReadonlySet<string> = new Set([position.id, FORKED]);
const SELECTORS = {
  mint: '0x88316456',
  increase: '0x219f5d17',
  decrease: '0x0c49ccbe',
  collect: '0xfc6f7865',
  burn: '0x42966c68',
} as const;
type Call = keyof typeof SELECTORS;

/** @param liquidity taken out by a decrease */
const act = (steps: readonly Step[], calls: readonly Call[], liquidity = 0n): ChainTransaction =>
  tx(steps, {
    to: MANAGER,
    method: calls.length > 1 ? 'multicall' : SELECTORS[calls[0] ?? 'mint'],
    feeWei: null,
    calls: calls.map((call) => ({
      to: null,
      id: SELECTORS[call],
      ...(call === 'mint' ? {} : { tokenId: '77' }),
      ...(call === 'decrease' ? { liquidity } : {}),
    })),
  });
const legs = (weth: string, usdc: string): Step[] => [move(`${weth} WETH`, POOL), move(`${usdc} USDC`, POOL)];

const opened = () => act([...legs('-1', '-2000'), move('+1 POS', ZERO, 'nft', position)], ['mint']);
const grown = () => [
  act(legs('-0.5', '-1000'), ['increase']),
  act(legs('-0.25', '-500'), ['increase']),
  act(legs('+0.01', '+20'), ['collect']),
];

/** Each call in a transaction of its own: a decrease moves nothing, and a collect pays. */
const direct = (): ChainTransaction[] => [
  opened(),
  ...grown(),
  act([], ['decrease'], 500n),
  act(legs('+1', '+1700'), ['collect']),
  act([], ['decrease'], 500n),
  act(legs('+0.8', '+1900.000001'), ['collect']),
  act([move('-1 POS', ZERO, 'nft', position)], ['burn']),
];
const byMulticall = (): ChainTransaction[] => [
  opened(),
  ...grown(),
  act(legs('+1', '+1700'), ['decrease', 'collect'], 500n),
  act(
    [...legs('+0.8', '+1900.000001'), move('-1 POS', ZERO, 'nft', position)],
    ['decrease', 'collect', 'burn'],
    500n,
  ),
];

const sales = ({ disposals }: Ledger) =>
  disposals
    .filter((disposal) => POSITIONS.has(disposal.asset.id))
    .map(({ quantity, proceeds, costBasis, gain }) =>
      [
        formatUnits(quantity, 18),
        ...[proceeds, costBasis, gain].map((value) => formatMoney(value ?? 0n)),
      ].join(' '),
    );

/** The same by a manager that is not listed: its token has decimals by its name. */
const unlisted = (story: () => ChainTransaction[]) => (): ChainTransaction[] =>
  story().map((one) => ({
    ...one,
    to: FORK,
    movements: one.movements.map((movement) =>
      movement.asset.id === position.id
        ? { ...movement, asset: { ...position, id: FORKED, contract: FORK } }
        : movement,
    ),
  }));

describe.each([
  ['by single calls', direct],
  ['by multicall', byMulticall],
  ['by single calls of a manager that is not listed', unlisted(direct)],
  ['by multicall of a manager that is not listed', unlisted(byMulticall)],
])('the life of a position, %s', (_, story) => {
  const { told, ledger } = readStory(story());

  it('is opened, increased, decreased and closed, and never an airdrop', () => {
    const types = told.filter((one) => one.legs.length > 0).map(({ type }) => type);
    expect(types.slice(0, 6)).toEqual(['lp_add', 'lp_add', 'lp_add', 'income', 'lp_remove', 'lp_remove']);
    expect(types.slice(6)).toEqual(types.length > 6 ? ['lp_remove'] : []);
  });

  it('has fees alone as income', () => {
    expect(
      ledger.income.map(
        ({ asset: { symbol }, quantity, asset: { decimals }, type }) =>
          `${formatUnits(quantity, decimals)} ${symbol} ${type}`,
      ),
    ).toEqual(['0.01 WETH other', '20 USDC other']);
  });

  it('sells half of its basis, then the other half', () => {
    expect(sales(ledger)).toEqual(['0.5 3700 3500 200', '0.5 3500.000001 3500 0.000001']);
  });

  it('marks the amounts as an estimate where it takes liquidity out', () => {
    const doubtful = told.filter(({ flags }) => flags.includes('classification_uncertain'));
    expect(doubtful.map(({ type, legs }) => `${type} ${legs.length > 0}`)).toEqual([
      'lp_remove true',
      'lp_remove true',
    ]);
  });

  it('leaves no share behind, and no unit without an origin', () => {
    expect(ledger.lots.filter((lot) => POSITIONS.has(lot.asset.id) && lot.remaining > 0n)).toEqual([]);
    expect(ledger.lots.filter((lot) => POSITIONS.has(lot.asset.id) && lot.isUntracked)).toEqual([]);
  });
});

describe('a position with a token that has no price', () => {
  const FOO = asset('FOO').id;
  /** FOO has a price until the position is open. */
  const prices = { ...PRICES, [FOO]: ['5', '5', '5'] };
  const pair = (usdc: string, foo: string): Step[] => [move(`${usdc} USDC`, POOL), move(`${foo} FOO`, POOL)];
  const swap = (given: string, got: string) =>
    tx([move(given, POOL), move(got, POOL)], { method: 'swap', feeWei: null });
  const bought = () => [swap('-2 ETH', '+4000 USDC'), swap('-500 USDC', '+100 FOO')];
  const mint = () => act([...pair('-1000', '-50'), move('+1 POS', ZERO, 'nft', position)], ['mint']);
  const lotsOf = ({ lots }: Ledger, id: string) =>
    lots
      .filter((lot) => lot.asset.id === id && lot.remaining > 0n)
      .map(({ cost, valueStatus }) => `${formatMoney(cost)} ${valueStatus}`);

  const increased = () => [
    ...bought(),
    mint(),
    act(pair('-1000', '-50'), ['increase']),
    act([move('+2500 USDC', POOL)], ['decrease', 'collect'], 100n),
  ];

  it('takes over the basis of what an increase gives, and its sale is held out', () => {
    const { ledger } = readStory(increased(), prices);
    expect(sales(ledger)).toEqual(['1 1250 1250 0', '1 2500 2500 0']);
    expect(ledger.disposals.slice(-4).map(({ valueStatus }) => valueStatus)).toEqual(
      Array(4).fill('missing'),
    );
    expect(lotsOf(ledger, position.id)).toEqual([]);
  });

  it('has the added value in its basis when the user states it', () => {
    const { told } = readStory(increased(), prices);
    const stated = told.map((one) =>
      one.position?.kind === 'increased'
        ? withUserValue(one, { value: toUnits('1250', 18), fees: null })
        : one,
    );
    const ledger = replay(ledgerEvents(stated, { ...POLICIES, owned: new Set([ME]) }), FIFO);
    expect(sales(ledger)).toEqual(['1 2500 2500 0']);
    expect(ledger.disposals.at(-1)?.valueStatus).toBe('known');
  });

  it('leaves its basis beyond the known value to that token when it is taken out', () => {
    const story = [...bought(), mint(), act(pair('+700', '+40'), ['decrease', 'collect'], 100n)];
    const { ledger } = readStory(story, prices);
    expect(sales(ledger)).toEqual(['1 1250 1250 0']);
    expect(lotsOf(ledger, FOO)).toEqual(['250 known', '550 missing']);
  });
});

describe('a position that leaves the wallet', () => {
  it('into a farm is no sale, and its basis is there when it comes back', () => {
    const farm = '0x6666666666666666666666666666666666666666';
    const there = tx([move('-1 POS', farm, 'nft', position)], { to: farm, method: 'stake', feeWei: null });
    const back = tx([move('+1 POS', farm, 'nft', position)], { to: farm, method: 'withdraw', feeWei: null });
    const { ledger } = readStory([opened(), there, back, ...byMulticall().slice(1)]);
    expect(sales(ledger)).toEqual(['0.5 3700 3500 200', '0.5 3500.000001 3500 0.000001']);
  });
});

/** While the price stands still, no asset is paid below its principal, and the rest is fees. */
describe('fees that are collected with the principal', () => {
  const parts = (isOneCall: boolean): ChainTransaction[] => [
    opened(),
    ...grown(),
    ...(isOneCall
      ? [act(legs('+0.885', '+1770.000003'), ['decrease', 'collect'], 500n)]
      : [act([], ['decrease'], 500n), act(legs('+0.885', '+1770.000003'), ['collect'])]),
    act(
      [...legs('+0.875', '+1750.5'), move('-1 POS', ZERO, 'nft', position)],
      ['decrease', 'collect', 'burn'],
      500n,
    ),
  ];

  it.each([
    ['in one call', true],
    ['in two', false],
  ])('are income, and the principal is proceeds, %s', (_, isOneCall) => {
    const { ledger } = readStory(parts(isOneCall));
    expect(earnings(ledger)).toEqual([
      '0.01 WETH other 20',
      '20 USDC other 20',
      '0.01 WETH other 20',
      '20.000003 USDC other 20.000003',
      '0.5 USDC other 0.5',
    ]);
    expect(sales(ledger)).toEqual(['0.5 3500 3500 0', '0.5 3500 3500 0']);
  });
});

/**
 * The logs of the manager state what the liquidity was worth, whatever the price did. The pool has USDC first: its
 * address is lower.
 */
describe('fees after the price moved, with the logs of the manager', () => {
  const decrease = (liquidity: bigint, removed: bigint, usdc: string, weth: string): PositionDecrease => ({
    ...{ manager: MANAGER, tokenId: '77', liquidity, removed },
    drawn: [toUnits(usdc, 6), toUnits(weth, 18)],
  });
  const logged = (tx: ChainTransaction, ...decreases: PositionDecrease[]): ChainTransaction => ({
    ...tx,
    decreases,
  });
  const half = decrease(1750n, 875n, '2300.5', '0.62');
  const rest = decrease(875n, 875n, '1100.000001', '1');
  const burn = move('-1 POS', ZERO, 'nft', position);

  const stories: [string, () => ChainTransaction[]][] = [
    [
      'by single calls',
      () => [
        logged(act([], ['decrease'], 875n), half),
        act(legs('+0.625', '+2311.000001'), ['collect']),
        logged(act([], ['decrease'], 875n), rest),
        act(legs('+1.01', '+1130.000002'), ['collect']),
        act([burn], ['burn']),
      ],
    ],
    [
      'by multicall',
      () => [
        logged(act(legs('+0.625', '+2311.000001'), ['decrease', 'collect'], 875n), half),
        logged(act([...legs('+1.01', '+1130.000002'), burn], ['decrease', 'collect', 'burn'], 875n), rest),
      ],
    ],
    [
      'paid in native coin, a few base units short by rounding',
      () => [
        logged(
          act(
            [move('+0.624999999999999999 ETH', MANAGER), move('+2311.000001 USDC', POOL)],
            ['decrease', 'collect'],
            875n,
          ),
          half,
        ),
        logged(act([...legs('+1.01', '+1130.000002'), burn], ['decrease', 'collect', 'burn'], 875n), rest),
      ],
    ],
  ];

  it.each(stories)('are what is collected beyond what was taken out, %s', (name, story) => {
    const { told, ledger } = readStory([opened(), ...grown(), ...story()]);
    const isShort = name.includes('rounding');
    expect(earnings(ledger)).toEqual([
      '0.01 WETH other 20',
      '20 USDC other 20',
      isShort ? '0.004999999999999999 ETH other 9.999999999999998' : '0.005 WETH other 10',
      '10.500001 USDC other 10.500001',
      '0.01 WETH other 20',
      '30.000001 USDC other 30.000001',
    ]);
    expect(sales(ledger)).toEqual(['0.5 3540.5 3500 40.5', '0.5 3100.000001 3500 -399.999999']);
    expect(told.filter(({ flags }) => flags.includes('classification_uncertain'))).toEqual([]);
    expect(ledger.lots.filter((lot) => lot.asset.id === position.id && lot.remaining > 0n)).toEqual([]);
  });

  it('take a part of the basis by the liquidity, also when the rest stays', () => {
    const part = decrease(1750n, 525n, '600', '0.9');
    const { ledger } = readStory([
      opened(),
      ...grown(),
      logged(act(legs('+0.9', '+600'), ['decrease', 'collect'], 525n), part),
    ]);
    expect(sales(ledger)).toEqual(['0.3 2400 2100 300']);
    const open = ledger.lots.filter((lot) => lot.asset.id === position.id && lot.remaining > 0n);
    expect(open.map(({ remaining, cost }) => `${formatUnits(remaining, 18)} ${formatMoney(cost)}`)).toEqual([
      '0.7 4900',
    ]);
  });

  it('wait for the rest of a principal that is collected in parts', () => {
    const all = decrease(1750n, 1750n, '3000', '2');
    const { ledger } = readStory([
      opened(),
      ...grown(),
      logged(act([], ['decrease'], 1750n), all),
      act(legs('+1', '+1500'), ['collect']),
      act(legs('+1.25', '+1501'), ['collect']),
      act([burn], ['burn']),
    ]);
    expect(sales(ledger)).toEqual(['0.5 3500 3500 0', '0.5 3500 3500 0']);
    expect(earnings(ledger).slice(2)).toEqual(['0.25 WETH other 500', '1 USDC other 1']);
  });

  it('are found for a position of one token that comes back in the other', () => {
    const story = [
      act([move('-2 WETH', POOL), move('+1 POS', ZERO, 'nft', position)], ['mint']),
      logged(act(legs('+0.1', '+4100.5'), ['decrease', 'collect'], 9n), decrease(9n, 9n, '4000', '0')),
      act([burn], ['burn']),
    ];
    const { ledger } = readStory(story);
    expect(sales(ledger)).toEqual(['1 4000 4000 0']);
    expect(earnings(ledger)).toEqual(['0.1 WETH other 200', '100.5 USDC other 100.5']);
  });
});

describe('two positions in one transaction', () => {
  const second: Asset = { ...position, id: `ethereum:${MANAGER}#78`, symbol: 'UNI-V3-POS#78' };
  const mint = (weth: string, usdc: string, nft: Asset): ChainTransaction =>
    tx([...legs(weth, usdc), move('+1 POS', ZERO, 'nft', nft)], {
      ...{ to: MANAGER, method: SELECTORS.mint, feeWei: null },
    });
  const decreaseOf = (tokenId: string, weth: string, usdc: string): PositionDecrease => ({
    ...{ manager: MANAGER, tokenId, liquidity: 100n, removed: 100n },
    drawn: [toUnits(usdc, 6), toUnits(weth, 18)],
  });
  const exit = (decreases: PositionDecrease[], weth: string, usdc: string): ChainTransaction => ({
    ...tx(legs(weth, usdc), {
      ...{ to: MANAGER, method: 'multicall', feeWei: null },
      calls: ['77', '78'].flatMap((tokenId) => [
        { to: null, id: SELECTORS.decrease, tokenId, liquidity: 100n },
        { to: null, id: SELECTORS.collect, tokenId },
      ]),
    }),
    ...(decreases.length > 0 && { decreases }),
  });
  const opening = () => [mint('-1', '-2000', position), mint('-0.5', '-1000', second)];

  it('are sold for what their logs state, and no principal is income', () => {
    const both = [decreaseOf('77', '1', '2000'), decreaseOf('78', '0.5', '1000')];
    const { ledger } = readStory([...opening(), exit(both, '+1.51', '+3030')], PRICES);
    const sold = ledger.disposals
      .filter((one) => POSITIONS.has(one.asset.id) || one.asset.id === second.id)
      .map(({ asset: { id }, proceeds, costBasis }) => [id, proceeds, costBasis].map(String).join(' '));
    expect(sold).toEqual([
      `${position.id} ${4_000n * 10n ** 18n} ${4_000n * 10n ** 18n}`,
      `${second.id} ${2_000n * 10n ** 18n} ${2_000n * 10n ** 18n}`,
    ]);
    expect(earnings(ledger)).toEqual(['0.01 WETH other 20', '30 USDC other 30']);
  });

  it('are sold for all that is paid where no log states the principal', () => {
    const { ledger } = readStory([...opening(), exit([], '+1.5', '+3000')], PRICES);
    expect(earnings(ledger)).toEqual([]);
    expect(ledger.lots.filter((lot) => lot.asset.contract === MANAGER && lot.remaining > 0n)).toEqual([]);
  });
});
