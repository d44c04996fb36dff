import { replay } from '../../../domain/engine';
import {
  classifyHistory,
  ledgerEvents,
  valueTransactions,
  type WalletTransaction,
} from '../../../domain/chain';
import { liquidityOf } from './solana.liquidity';
import { interpretSolana } from './solana.mapper';
import { Positions } from './solana.positions';
import { TOKEN_PROGRAMS } from './solana.programs';
import type { SolanaRow } from './solana.schema';
import { POLICIES } from '../../../../test/chain/policies';
import { FIFO } from '../../../../test/support/engine-events';
import {
  bytesOfMint,
  call,
  create,
  named,
  rowsOf,
  solanaAnswer,
  type SolanaStory,
  textOfData,
} from '../../../../test/support/solana-rows';

const ME = 'Me11111111111111111111111111111111111111111';
const BOB = 'Bob1111111111111111111111111111111111111111';
const POOL = 'Poo1111111111111111111111111111111111111111';
const USDC = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v';
const JUP = 'JUPyiwrYJFskUPiHa7hkeR8VUtAeFoSYbKedZNsDvCN';
const NFT = '6dM4TqWyWJsbx7obrdLcviBkTafD5E8av61zfU6jq57X';
const ORCA = 'whirLbMiicVdio4qvUfM5KAg6Ct8VwpYzGff3uctyCc';
const RAYDIUM = 'CAMMCzo5YL8w4VFF8KVHrK22GGUsp5VTaW7grrKgrWqK';
const RENT = 2_039_280;

const little = (value: number, size: number): number[] =>
  Array.from({ length: size }, (_, i) => Math.floor(value / 256 ** i) % 256);
const bytes = (name: string, ...parts: number[][]) =>
  Uint8Array.from([...Buffer.from(name, 'hex'), ...parts.flat()]);
const base64 = (data: Uint8Array): string => Buffer.from(data).toString('base64');
const change = (program: string, name: string, code: string, liquidity: number) => ({
  call: {
    ...{ programId: program, accounts: [ME, 'piece', 'personal', 'pool', 'range', 'vault-a', 'vault-b'] },
    data: textOfData(bytes(code, little(liquidity, 16), little(0, 16))),
  },
  logs: named(program, name).logs,
});
const increase = (liquidity: number) => change(ORCA, 'IncreaseLiquidity', '2e9cf3760dcdfbb2', liquidity);
const decrease = (liquidity: number) => change(ORCA, 'DecreaseLiquidity', 'a026d06f685b2c01', liquidity);
const plain = (name: string) => named(ORCA, name);
const pays = (vault: string, amount: number) =>
  call(TOKEN_PROGRAMS[0], 'transfer', { source: vault, destination: 'mine', amount: String(amount) });

function story(
  calls: readonly { call: object; logs: string[] }[],
  held: readonly [number, number],
  usdc: readonly [number, number],
  jup: readonly [number, number],
  inner: object[] = [],
): SolanaStory {
  const accounts = ['usdc', 'jup', 'piece', 'vault-a', 'vault-b'];
  return {
    lamports: {
      [ME]: [90e9, 90e9],
      ...Object.fromEntries(accounts.map((account): [string, [number, number]] => [account, [RENT, RENT]])),
    },
    tokens: [
      ['usdc', USDC, ME, ...usdc],
      ['jup', JUP, ME, ...jup],
      ['piece', NFT, ME, ...held],
      ['vault-a', USDC, POOL, 90_000 - usdc[0], 90_000 - usdc[1]],
      ['vault-b', JUP, POOL, 90_000 - jup[0], 90_000 - jup[1]],
    ],
    decimals: { [NFT]: 0 },
    calls: calls.map((one) => one.call),
    logs: calls.flatMap(({ logs }) => logs),
    inner,
    fee: 0,
  };
}
const funded: SolanaStory = {
  lamports: { [BOB]: [990e9, 900e9], [ME]: [0, 90e9], usdc: [RENT, RENT], jup: [RENT, RENT] },
  tokens: [
    ['usdc', USDC, ME, 0, 9_000],
    ['jup', JUP, ME, 0, 9_000],
  ],
};
const history = (...stories: SolanaStory[]): WalletTransaction[] => {
  const rows = rowsOf(
    ME,
    [funded, ...stories].map((one, i) => solanaAnswer(i + 1, one)),
  );
  return classifyHistory(interpretSolana(ME, rows), { wallet: ME, owned: new Set([ME]) }).slice(1);
};
const ledgerOf = (txs: readonly WalletTransaction[]) => {
  const valued = valueTransactions(txs, (_id, at) => ({ usd: '1000', source: 'test', at }));
  return replay(ledgerEvents(valued, { ...POLICIES, depositPolicy: 'mixed', owned: new Set([ME]) }), FIFO);
};
/** Income by units, and shares in percent that leave the position, with their proceeds and basis in dollars. */
const results = (txs: readonly WalletTransaction[]) => {
  const { income, disposals } = ledgerOf(txs);
  return {
    income: income.map(({ asset, quantity, type }) => `${quantity} ${asset.symbol} ${type}`),
    sold: disposals
      .filter(({ asset }) => asset.id.includes('#'))
      .map(({ quantity, proceeds, costBasis }) => [
        Number(quantity / 10n ** 16n),
        ...[proceeds, costBasis].map((usd) => Number(usd) / 1e18),
      ]),
  };
};

describe('a position of Orca', () => {
  const opened = story(
    [plain('OpenPosition'), increase(4_000)],
    [0, 1],
    [9_000, 8_000],
    [9_000, 8_000],
    [pays('usdc', 1_000), pays('jup', 1_000)],
  );

  it('gives back the part of its basis that a decrease takes out', () => {
    const txs = history(
      opened,
      story(
        [decrease(1_000)],
        [1, 1],
        [8_000, 8_250],
        [8_000, 8_250],
        [pays('vault-a', 250), pays('vault-b', 250)],
      ),
    );
    expect(txs.map(({ rule }) => rule)).toEqual(['position-opened', 'position-decreased']);
    expect(results(txs)).toEqual({ income: [], sold: [[25, 0.5, 0.5]] });
    expect(txs[1]?.flags).not.toContain('classification_uncertain');
  });

  it('has its fees beside a decrease as income, and its principal not', () => {
    const txs = history(
      opened,
      story(
        [plain('CollectFees'), decrease(1_000)],
        [1, 1],
        [8_000, 8_420],
        [8_000, 8_130],
        [pays('vault-a', 400), pays('vault-b', 100)],
      ),
    );
    expect(results(txs)).toEqual({
      income: ['20 USDC other', '30 JUP other'],
      sold: [[25, 0.5, 0.5]],
    });
  });

  it('ends with the fees of its last part as income', () => {
    const txs = history(
      opened,
      story([increase(4_000)], [1, 1], [8_000, 7_000], [8_000, 7_000], []),
      story(
        [decrease(8_000), plain('CollectFees'), plain('ClosePosition')],
        [1, 0],
        [7_000, 9_510],
        [7_000, 8_515],
        [],
      ),
    );
    // Without the transfers the principal is derived.
    expect(txs[2]?.flags).toContain('classification_uncertain');
    const exact = history(
      opened,
      story([increase(4_000)], [1, 1], [8_000, 7_000], [8_000, 7_000]),
      story(
        [plain('CollectFees'), plain('ClosePosition'), decrease(8_000)],
        [1, 0],
        [7_000, 9_510],
        [7_000, 8_515],
        [pays('vault-a', 2_500), pays('vault-b', 1_500)],
      ),
    );
    expect(results(exact)).toEqual({ income: ['10 USDC other', '15 JUP other'], sold: [[100, 4, 4]] });
  });

  it('pays the principal that its log states, where a token calls others on its way', () => {
    const line = `Program data: ${base64(
      bytes(
        'a601244770cab5ab',
        new Array<number>(72).fill(1),
        little(1_000, 16),
        ...[250, 240, 0, 0].map((n) => little(n, 8)),
      ),
    )}`;
    const { call: made, logs } = decrease(1_000);
    const accounts = [ME, 'piece', 'personal', 'pool', 'range', 'mine', 'mine', 'vault-a', 'vault-b'];
    const logged = {
      call: { ...made, accounts },
      logs: logs.flatMap((log, i) => (i === 1 ? [log, line] : [log])),
    };
    const txs = history(
      opened,
      story(
        [logged],
        [1, 1],
        [8_000, 8_250],
        [8_000, 8_245],
        [pays('vault-a', 250), { programId: BOB }, pays('vault-b', 245)],
      ),
    );
    expect(results(txs)).toEqual({ income: ['5 JUP other'], sold: [[25, 0.49, 0.5]] });
  });

  it('pays the rent of its token back, which is no income', () => {
    const rent = 2_533_440;
    const minted = create(NFT, ME, TOKEN_PROGRAMS[1], rent, 236);
    const withRent = (one: SolanaStory, change: number): SolanaStory => ({
      ...one,
      lamports: {
        ...one.lamports,
        [ME]: [90e9, 90e9 + change],
        [NFT]: change < 0 ? [0, rent] : [rent, 0],
      },
    });
    const txs = history(
      withRent({ ...opened, inner: [minted] }, -rent),
      withRent(
        story(
          [plain('ClosePosition'), decrease(4_000)],
          [1, 0],
          [8_000, 9_000],
          [8_000, 9_000],
          [pays('vault-a', 1_000), pays('vault-b', 1_000)],
        ),
        rent,
      ),
    );
    expect(results(txs)).toEqual({ income: [], sold: [[100, 2, 2]] });
  });

  it('that a token taxes on its way pays no principal twice', () => {
    const txs = history(
      opened,
      story(
        [decrease(4_000)],
        [1, 1],
        [8_000, 8_900],
        [8_000, 9_000],
        [pays('vault-a', 1_000), pays('vault-b', 1_000)],
      ),
      story([plain('CollectFees')], [1, 1], [8_900, 8_907], [9_000, 9_000]),
    );
    expect(results(txs)).toEqual({ income: ['7 USDC other'], sold: [[100, 1.9, 2]] });
  });
});

describe('a position that goes to another wallet of its owner', () => {
  it('keeps its basis there', () => {
    const opened = story([plain('OpenPosition'), increase(4_000)], [0, 1], [9_000, 8_000], [9_000, 8_000]);
    const moved: SolanaStory = {
      lamports: { [ME]: [90e9, 90e9], piece: [RENT, RENT], his: [RENT, RENT] },
      tokens: [
        ['piece', NFT, ME, 1, 0],
        ['his', NFT, BOB, 0, 1],
      ],
      decimals: { [NFT]: 0 },
      calls: [call(TOKEN_PROGRAMS[0], 'transfer')],
      fee: 0,
    };
    const closed: SolanaStory = {
      lamports: { [BOB]: [90e9, 90e9], piece: [RENT, RENT], 'bob-usdc': [RENT, RENT] },
      tokens: [
        ['piece', NFT, BOB, 1, 0],
        ['bob-usdc', USDC, BOB, 0, 2_000],
      ],
      decimals: { [NFT]: 0 },
      calls: [decrease(4_000).call, plain('ClosePosition').call],
      fee: 0,
    };
    const owned = new Set([ME, BOB]);
    const of = (wallet: string, stories: readonly (readonly [number, SolanaStory])[]) => {
      const rows = rowsOf(
        wallet,
        stories.map(([number, one]) => solanaAnswer(number, one)),
      );
      return classifyHistory(interpretSolana(wallet, rows), { wallet, owned });
    };
    const txs = [
      ...of(ME, [
        [2, opened],
        [3, moved],
      ]),
      ...of(BOB, [
        [3, moved],
        [4, closed],
      ]),
    ];
    const valued = valueTransactions(txs, (_id, at) => ({ usd: '1000', source: 'test', at }));
    const { disposals } = replay(ledgerEvents(valued, { ...POLICIES, depositPolicy: 'mixed', owned }), FIFO);
    const sold = disposals.filter(({ wallet, type }) => wallet === BOB && type !== 'fee');
    expect(sold.map(({ proceeds, costBasis }) => [proceeds, costBasis].map((n) => Number(n) / 1e18))).toEqual(
      [[2, 2]],
    );
  });
});

describe('a position of Raydium', () => {
  const event = (code: string, ...parts: number[][]) => `Program data: ${base64(bytes(code, ...parts))}`;
  const mint = bytesOfMint(NFT);
  const logged = (program: string, name: string, line: string) =>
    named(program, name).logs.flatMap((log, i) => (i === 1 ? [log, line] : [log]));
  const opens = {
    call: { programId: RAYDIUM, accounts: [ME, 'piece'], data: textOfData(bytes('4db84ad67056f1c7')) },
    logs: logged(
      RAYDIUM,
      'OpenPositionV2',
      event('641e57f9c4df9ace', new Array<number>(104).fill(1), little(4_000, 16), little(0, 32)),
    ),
  };
  const takes = (liquidity: number, [a, b]: [number, number]) => ({
    ...change(RAYDIUM, 'DecreaseLiquidityV2', '3a7fbc3e4f52c460', liquidity),
    logs: logged(
      RAYDIUM,
      'DecreaseLiquidityV2',
      event('3ade563a44325538', mint, little(liquidity, 16), little(a, 8), little(b, 8), little(0, 56)),
    ),
  });
  const opened = story([opens], [0, 1], [9_000, 8_000], [9_000, 8_000]);

  it('pays its fees with a decrease of nothing', () => {
    const txs = history(opened, story([takes(0, [0, 0])], [1, 1], [8_000, 8_030], [8_000, 8_040]));
    expect(txs[1]?.rule).toBe('position-fees');
    expect(results(txs)).toEqual({ income: ['30 USDC other', '40 JUP other'], sold: [] });
  });

  it('states the principal of a decrease beside its fees', () => {
    const txs = history(opened, story([takes(2_000, [300, 600])], [1, 1], [8_000, 8_330], [8_000, 8_640]));
    expect(results(txs)).toEqual({ income: ['30 USDC other', '40 JUP other'], sold: [[50, 0.9, 1]] });
  });

  it('is read from a real call and its log', () => {
    const real = 'H1Wsr9tUcmCnuPbCSgz3uLPNuFRzLLJaSB4WLiX8W8qr';
    const accounts = [ME, 'piece', 'personal', 'pool', 'range', 'vault-a', 'vault-b'];
    const data = '3a7fbc3e4f52c4605b9e21060000000000000000000000000000000000000000b905100000000000';
    const text =
      'Ot5WOkQyVTjt3MXCCO7ua8rH+S75qrWN6h++JgpIGcCgHfk4uLF0hVueIQYAAAAAAAAAAAAAAAAAAAAAAAAAAOVuEAAAAAAAEL54AAAAAAC+TgEAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=';
    const mints: Record<string, string> = { 'vault-a': JUP, 'vault-b': USDC };
    expect(
      liquidityOf(
        [{ program: RAYDIUM, accounts, data: textOfData(bytes(data)) }],
        logged(RAYDIUM, 'DecreaseLiquidityV2', `Program data: ${text}`),
        (account) => (account === 'piece' ? real : null),
        (account) => mints[account] ?? null,
      ),
    ).toEqual([
      {
        ...{ program: RAYDIUM, mint: real, kind: 'out', liquidity: '102866523' },
        drawn: [
          { mint: JUP, units: '0' },
          { mint: USDC, units: '1076965' },
        ],
      },
    ]);
  });
});

describe('two positions in one transaction', () => {
  it('each state what is taken out of them', () => {
    const program = ORCA;
    const row = (more: Partial<SolanaRow>): SolanaRow => ({
      ...{ signature: 's', slot: 1, time: 1, isFailed: false, fee: '0', signers: [ME] },
      ...{ accounts: [], tokens: [], created: [], stakes: [], calls: [{ program, name: null }] },
      ...more,
    });
    const opens = (mint: string): SolanaRow =>
      row({
        tokens: [{ account: `of-${mint}`, mint, owner: ME, decimals: 0, before: '0', after: '1' }],
        positions: [{ program, mint: null, kind: 'in', liquidity: '100' }],
      });
    const drawn = (units: string) => [{ mint: USDC, units }];
    const closes = row({
      positions: ['a', 'b'].map((mint, i) => ({
        ...{ program, mint, kind: 'out' as const, liquidity: '100', drawn: drawn(String(10 + i)) },
      })),
    });
    const rows = [opens('a'), opens('b'), closes];
    const positions = new Positions(ME, rows);
    const [, , changes] = rows.map((one) => positions.changesOf(one));
    expect(
      changes?.decreases?.map(({ tokenId, liquidity, removed, paid }) => [tokenId, liquidity, removed, paid]),
    ).toEqual([
      ['a', 100n, 100n, [[`solana:${USDC}`, 10n]]],
      ['b', 100n, 100n, [[`solana:${USDC}`, 11n]]],
    ]);
    expect(changes?.calls).toHaveLength(2);
  });
});
