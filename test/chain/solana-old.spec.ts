import { interpretSolana } from '../../src/adapters/providers/solana/solana.mapper';
import { SYSTEM, TOKEN_PROGRAMS } from '../../src/adapters/providers/solana/solana.programs';
import { formatUnits } from '../../src/domain/kernel/units';
import { classifyHistory } from '../../src/domain/chain';
import { call, rowsOf, solanaAnswer, textOfData, type SolanaStory } from '../support/solana-rows';

const ME = 'Me11111111111111111111111111111111111111111';
const BOB = 'Bob1111111111111111111111111111111111111111';
const KIN = 'kinXdEcpDQeHPEuQnqmUgtYykqKGVFq6CeVX5iAHJq6';
const WSOL = 'So11111111111111111111111111111111111111112';
const USDC = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v';
const [TOKEN] = TOKEN_PROGRAMS;
const SERUM = '9xQeWvG816bUx9EPjHmaT23yvVM2ZWbrrpZb9PusVFin';
const OLD = Date.UTC(2020, 11, 21) / 1000;
const NEW = Date.UTC(2022, 0, 10) / 1000;
const lamports = { [ME]: [1e9, 1e9], mine: [2_039_280, 2_039_280], his: [2_039_280, 2_039_280] } as const;

/** A call of the token program as bytes: its kind, the units, and what follows them. */
const raw = (accounts: string[], kind: number, units: bigint, ...more: number[]) => ({
  programId: TOKEN,
  accounts,
  data: textOfData(
    Uint8Array.from([
      kind,
      ...Array.from({ length: 8 }, (_, i) => Number((units >> BigInt(8 * i)) & 255n)),
      ...more,
    ]),
  ),
});
const story = (calls: object[], more: Partial<SolanaStory> = {}): SolanaStory => ({
  ...{ lamports: structuredClone(lamports) as never, calls, time: OLD, decimals: { [KIN]: 5 } },
  ...more,
});
/** A later transaction whose balances name the accounts. */
const later = (): SolanaStory =>
  story([call(TOKEN, 'transfer', {})], {
    time: NEW,
    tokens: [
      ['mine', KIN, ME, 500, 400],
      ['his', KIN, BOB, 0, 100],
    ],
  });

const classified = (...stories: SolanaStory[]) =>
  classifyHistory(
    interpretSolana(
      ME,
      rowsOf(
        ME,
        stories.map((one, i) => solanaAnswer(i + 1, one)),
      ),
    ),
    {
      wallet: ME,
      owned: new Set([ME]),
    },
  );
const told = (...stories: SolanaStory[]): string[] =>
  classified(...stories).map(({ type, legs, flags }) =>
    [
      type,
      ...legs.map(
        ({ direction, quantity, asset }) =>
          `${direction === 'in' ? '+' : '-'}${formatUnits(quantity, asset.decimals)} ${asset.contract?.slice(0, 4) ?? 'SOL'}`,
      ),
      ...flags.filter((flag) => flag === 'history_incomplete'),
    ].join(' '),
  );

describe('a transaction without recorded balances of tokens', () => {
  it.each([
    [
      'transfer',
      raw(['mine', 'his', ME], 3, 243_255_869_128_558_880n),
      'transfer_out -2432558691285.5888 kinX',
    ],
    ['transferChecked', raw(['mine', KIN, 'his', ME], 12, 700_000n, 5), 'transfer_out -7 kinX'],
    [
      'a parsed transfer',
      call(TOKEN, 'transfer', { source: 'his', destination: 'mine', authority: BOB, amount: '150000' }),
      'transfer_in +1.5 kinX',
    ],
    ['a mint', raw([KIN, 'mine', BOB], 7, 300_000n), 'transfer_in +3 kinX'],
    ['a burn', raw(['mine', KIN, ME], 8, 300_000n), 'spend -3 kinX'],
  ])('has the units of %s', (_, one, expected) => {
    expect(told(story([one]), later())[0]?.replace(/^income/, 'transfer_in')).toBe(expected);
  });

  it('has the units of calls that a program makes', () => {
    const swap = story([{ programId: SERUM }], {
      inner: [
        raw(['mine', 'his', ME], 3, 200_000n),
        call(TOKEN, 'transferChecked', {
          ...{ source: 'pool', destination: 'dollars', authority: BOB, mint: USDC },
          tokenAmount: { amount: '4000000', decimals: 6 },
        }),
      ],
    });
    const opened = story([raw(['dollars', USDC, ME, 'rent'], 1, 0n)]);
    expect(told(opened, swap, later())[1]).toBe('swap -2 kinX +4 EPjF');
  });

  it('says that it cannot be read when the token is not known', () => {
    const one = story([raw(['mine', 'his', ME], 3, 5n)]);
    expect(told(one)).toEqual(['unknown history_incomplete']);
  });

  it('says so where a program moved what nothing records', () => {
    expect(told(story([{ programId: SERUM }]))).toEqual(['unknown history_incomplete']);
    const logs = [`Program ${TOKEN} invoke [2]`];
    expect(told(story([{ programId: SERUM }], { time: NEW, logs }))).toEqual(['unknown history_incomplete']);
  });

  it('is nothing where no token can have moved', () => {
    expect(told(story([{ programId: SERUM }], { time: NEW }))).toEqual(['fee_only']);
    expect(told(story([call(SYSTEM, 'transfer')], {}))).toEqual(['fee_only']);
    expect(told(story([raw(['mine', 'his', ME], 3, 5n)], { err: 'failed' }))).toEqual(['failed']);
  });

  it('finds the owners of balances in other transactions', () => {
    const unnamed = story([call(TOKEN, 'transfer', {})], {
      tokens: [
        ['mine', KIN, null, 50_000, 150_000],
        ['his', KIN, null, 900_000, 800_000],
      ],
    });
    expect(told(unnamed, later())[0]).toBe('transfer_in +1 kinX');
  });

  it('is not counted from calls where balances are recorded', () => {
    const both = { ...later(), calls: [raw(['mine', 'his', ME], 3, 100n)] };
    expect(told(both)).toEqual(['transfer_out -0.001 kinX']);
  });
});

describe('rent of a token account that somebody else opened', () => {
  const RENT = 2_039_280;
  const opened: SolanaStory = {
    lamports: { [BOB]: [1e9, 1e9 - RENT], mine: [0, RENT], his: [RENT, RENT] },
    tokens: [
      ['mine', USDC, ME, null, 250e6],
      ['his', USDC, BOB, 900e6, 650e6],
    ],
    calls: [call(TOKEN, 'transfer', {})],
    time: NEW,
  };
  const closed: SolanaStory = {
    lamports: { [ME]: [1e9, 1e9 + RENT], mine: [RENT, 0], his: [RENT, RENT] },
    tokens: [
      ['mine', USDC, ME, 250e6, null],
      ['his', USDC, BOB, 650e6, 900e6],
    ],
    calls: [call(TOKEN, 'transfer', {}), call(TOKEN, 'closeAccount', {})],
    time: NEW,
  };

  it('comes in when the account is closed, and is no price of the tokens that leave', () => {
    expect(told(opened, closed)).toEqual([
      'transfer_in +250 EPjF',
      'transfer_out -250 EPjF',
      'transfer_in +0.00203928 SOL',
    ]);
  });

  it('comes in too when the account was opened outside of the history: of unknown basis', () => {
    const received: SolanaStory = {
      ...opened,
      lamports: { [BOB]: [1e9, 1e9], mine: [RENT, RENT], his: [RENT, RENT] },
      tokens: [
        ['mine', USDC, ME, 0, 250e6],
        ['his', USDC, BOB, 900e6, 650e6],
      ],
    };
    const read = classified(received, closed);
    expect(told(received, closed)).toEqual(told(opened, closed));
    expect(read.at(-1)?.flags).toContain('untracked');
    expect(read.filter(({ type }) => type === 'income')).toEqual([]);
  });

  it('comes in without tokens beside it, and only as far as it is rent', () => {
    const empty: SolanaStory = {
      lamports: { [ME]: [1e9, 1e9 + RENT], mine: [RENT, 0] },
      tokens: [['mine', USDC, ME, 0, null]],
      calls: [call(TOKEN, 'closeAccount', {})],
      time: NEW,
    };
    const wrapped: SolanaStory = {
      ...empty,
      lamports: { [ME]: [1e9, 3e9 + RENT], mine: [2e9 + RENT, 0] },
      tokens: [['mine', WSOL, ME, 2e9, null]],
    };
    expect(told(empty)).toEqual(['transfer_in +0.00203928 SOL']);
    expect(told(wrapped)).toEqual(['transfer_in +0.00203928 SOL']);
  });

  it('that goes back to who paid it is none of the wallet', () => {
    const back: SolanaStory = {
      ...closed,
      lamports: { [BOB]: [1e9, 1e9 + RENT], [ME]: [1e9, 1e9], mine: [RENT, 0], his: [RENT, RENT] },
    };
    expect(told(opened, back)).toEqual(['transfer_in +250 EPjF', 'transfer_out -250 EPjF']);
  });

  it('that the wallet paid itself in the history is no receipt', () => {
    const own: SolanaStory = {
      ...opened,
      lamports: { [ME]: [1e9, 1e9 - RENT], [BOB]: [1e9, 1e9], mine: [0, RENT], his: [RENT, RENT] },
    };
    expect(told(own, closed)).toEqual(['transfer_in +250 EPjF', 'transfer_out -250 EPjF']);
  });
});
