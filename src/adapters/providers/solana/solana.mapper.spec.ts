import { positions, replay } from '../../../domain/engine';
import {
  classifyHistory,
  ledgerEvents,
  valueTransactions,
  type WalletTransaction,
} from '../../../domain/chain';
import { interpretSolana } from './solana.mapper';
import { rentOf, STAKE, SYSTEM, TOKEN_PROGRAMS } from './solana.programs';
import { rpcTransaction, toSolanaRow } from './solana.schema';
import { POLICIES } from '../../../../test/chain/policies';
import { FIFO } from '../../../../test/support/engine-events';
import {
  call,
  create,
  rowsOf,
  solanaAnswer,
  type SolanaStory as Story,
} from '../../../../test/support/solana-rows';

const ME = 'Me11111111111111111111111111111111111111111';
const BOB = 'Bob1111111111111111111111111111111111111111';
const POOL = 'Poo1111111111111111111111111111111111111111';
const VALIDATOR_STAKE = 'StakeAccount1111111111111111111111111111111';
const WSOL = 'So11111111111111111111111111111111111111112';
const USDC = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v';
const JUP = 'JUPyiwrYJFskUPiHa7hkeR8VUtAeFoSYbKedZNsDvCN';
const JITO = 'J1toso1uCk3RLmjorhTtrVwY9HJ7X8V9yYac6Y7kGCPn';
const DCA = 'DCA265Vj8a9CEuX1eb1LWRnDT7uK6q1xMipnNyatn23M';
const DEX = '675kPX9MHTjS2zt1qfr1NYHuzeLXfQM9H24wFSUt1Mp8';
const RENT = 2_039_280;

let counter = 0;
const told = (story: Story) => solanaAnswer(++counter, story);
const stored = (stories: readonly Story[]) => rowsOf(ME, stories.map(told));
const history = (...stories: Story[]): WalletTransaction[] =>
  classifyHistory(interpretSolana(ME, stored(stories)), { wallet: ME, owned: new Set([ME]) });
const legs = (tx: WalletTransaction | undefined) =>
  tx?.legs.map(
    ({ direction, quantity, asset }) => `${direction === 'in' ? '+' : '-'}${quantity} ${asset.symbol}`,
  ) ?? [];
const last = (...stories: Story[]) => {
  const tx = history(...stories).at(-1);
  return [tx?.type, legs(tx).join(' '), tx?.fee?.quantity ?? null];
};

describe('a Solana transaction as its wallet sees it', () => {
  it.each<[string, [string, string, bigint | null], Story[]]>([
    [
      'SOL sent',
      ['transfer_out', '-300 SOL', 5_000n],
      [{ lamports: { [ME]: [100_000, 99_700], [BOB]: [0, 300] }, calls: [call(SYSTEM, 'transfer')] }],
    ],
    [
      'SOL received',
      ['transfer_in', '+300 SOL', null],
      [{ lamports: { [BOB]: [100_000, 99_700], [ME]: [0, 300] }, calls: [call(SYSTEM, 'transfer')] }],
    ],
    [
      'SOL to itself',
      ['fee_only', '', 5_000n],
      [{ lamports: { [ME]: [100_000, 100_000] }, calls: [call(SYSTEM, 'transfer')] }],
    ],
    [
      'SOL wrapped in an account of its own',
      ['fee_only', '', 5_000n],
      [
        {
          lamports: { [ME]: [9e9, 8e9 - RENT], wrapped: [0, 1e9 + RENT] },
          tokens: [['wrapped', WSOL, ME, null, 1e9]],
          calls: [create('wrapped', ME, TOKEN_PROGRAMS[0], RENT, 165)],
        },
      ],
    ],
    [
      'an account of wrapped SOL that gets another owner',
      ['spend', '-1000000000 SOL', 5_000n],
      [
        {
          lamports: { [ME]: [9e9, 9e9], wrapped: [1e9 + RENT, 1e9 + RENT] },
          tokens: [
            ['wrapped', WSOL, ME, 1e9, null],
            ['wrapped', WSOL, BOB, null, 1e9],
          ],
          calls: [call(TOKEN_PROGRAMS[0], 'setAuthority')],
        },
      ],
    ],
    [
      'a token account opened, and closed again',
      ['fee_only', '', 5_000n],
      [
        { lamports: { [ME]: [9e9, 9e9 - RENT], mine: [0, RENT] }, tokens: [['mine', USDC, ME, null, 0]] },
        { lamports: { [ME]: [8e9, 8e9 + RENT], mine: [RENT, 0] }, tokens: [['mine', USDC, ME, 0, null]] },
      ],
    ],
    [
      'tokens received, with the account to hold them',
      ['transfer_in', '+50 USDC', null],
      [
        {
          lamports: { [BOB]: [9e9, 9e9 - RENT], his: [RENT, RENT], mine: [0, RENT] },
          tokens: [
            ['his', USDC, BOB, 50, 0],
            ['mine', USDC, ME, null, 50],
          ],
          calls: [create('mine', BOB, TOKEN_PROGRAMS[0], RENT, 165), call(TOKEN_PROGRAMS[0], 'transfer')],
        },
      ],
    ],
    [
      'such an account closed: now the rent is its own',
      ['transfer_in', `+${RENT} SOL`, 5_000n],
      [
        {
          lamports: { [BOB]: [9e9, 9e9 - RENT], his: [RENT, RENT], mine: [0, RENT] },
          tokens: [
            ['his', USDC, BOB, 50, 0],
            ['mine', USDC, ME, null, 50],
          ],
        },
        { lamports: { [ME]: [8e9, 8e9 + RENT], mine: [RENT, 0] }, tokens: [['mine', USDC, ME, 0, null]] },
      ],
    ],
    [
      'tokens sent, with the account to hold them: rent is a cost',
      ['transfer_out', '-50 USDC', 5_000n + BigInt(RENT)],
      [
        {
          lamports: { [ME]: [9e9, 9e9 - RENT], mine: [RENT, RENT], his: [0, RENT] },
          tokens: [
            ['mine', USDC, ME, 50, 0],
            ['his', USDC, BOB, null, 50],
          ],
          calls: [call(TOKEN_PROGRAMS[0], 'transferChecked')],
        },
      ],
    ],
    [
      'two tokens swapped, with a tip',
      ['swap', '-50 USDC +40 JUP', 105_000n],
      [
        {
          lamports: {
            [ME]: [9e9, 9e9 - 100_000],
            a: [RENT, RENT],
            b: [RENT, RENT],
            pa: [RENT, RENT],
            pb: [RENT, RENT],
            tip: [1, 100_001],
          },
          tokens: [
            ['a', USDC, ME, 50, 0],
            ['b', JUP, ME, 0, 40],
            ['pa', USDC, POOL, 0, 50],
            ['pb', JUP, POOL, 40, 0],
          ],
          calls: [{ programId: DEX }],
        },
      ],
    ],
    [
      'a little SOL swapped for a token is no cost',
      ['swap', '-100000 SOL +40 JUP', 5_000n],
      [
        {
          lamports: {
            [ME]: [9e9, 9e9 - 100_000],
            b: [RENT, RENT],
            pa: [RENT, RENT + 100_000],
            pb: [RENT, RENT],
          },
          tokens: [
            ['b', JUP, ME, 0, 40],
            ['pa', WSOL, POOL, 0, 100_000],
            ['pb', JUP, POOL, 40, 0],
          ],
          calls: [{ programId: DEX }],
        },
      ],
    ],
    [
      'a transaction of its own that failed',
      ['failed', '', 5_000n],
      [{ lamports: { [ME]: [9e9, 9e9], [BOB]: [0, 0] }, err: { InstructionError: [0, 'Custom'] } }],
    ],
    [
      "a failed transaction of somebody else's",
      ['failed', '', null],
      [{ lamports: { [BOB]: [9e9, 9e9], [ME]: [0, 0] }, err: { InstructionError: [0, 'Custom'] } }],
    ],
    [
      'SOL staked',
      ['stake', '-2000000000 SOL', 5_000n],
      [
        {
          lamports: { [ME]: [9e9, 7e9], [VALIDATOR_STAKE]: [0, 2e9] },
          calls: [
            create(VALIDATOR_STAKE, ME, STAKE, 2e9, 200),
            call(STAKE, 'initialize', { stakeAccount: VALIDATOR_STAKE }),
            call(STAKE, 'delegate', { stakeAccount: VALIDATOR_STAKE }),
          ],
        },
      ],
    ],
    [
      'a small sum out of a stake nobody saw being made',
      ['income', '+900000 SOL', 5_000n],
      [
        {
          lamports: { [ME]: [9e9, 9e9 + 900_000], [VALIDATOR_STAKE]: [5e9, 5e9 - 900_000] },
          calls: [call(STAKE, 'withdraw', { stakeAccount: VALIDATOR_STAKE, destination: ME })],
        },
      ],
    ],
    [
      'SOL for a liquid staking token that is minted',
      ['stake', '-1000 SOL +900 JitoSOL', 5_000n],
      [
        {
          lamports: { [ME]: [9e9, 9e9 - 1_000], mine: [RENT, RENT], reserve: [5, 1_005] },
          tokens: [['mine', JITO, ME, 0, 900]],
          calls: [{ programId: 'SPoo1Ku8WFXoNDMHPsrGSTSG1Y47rzgn41SLUNakuHy' }],
        },
      ],
    ],
    [
      'tokens burnt',
      ['spend', '-7 JUP', 5_000n],
      [
        {
          lamports: { [ME]: [9e9, 9e9], mine: [RENT, RENT] },
          tokens: [['mine', JUP, ME, 7, 0]],
          calls: [call(TOKEN_PROGRAMS[0], 'burn')],
        },
      ],
    ],
    [
      'an account of a program, whose rent comes back',
      ['fee_only', '', 5_000n],
      [
        {
          lamports: { [ME]: [9e9, 9e9 - Number(rentOf(100n))], state: [0, Number(rentOf(100n))] },
          calls: [create('state', ME, DEX, Number(rentOf(100n)), 100), { programId: DEX }],
        },
      ],
    ],
    [
      'more than rent put into an account of a program',
      ['spend', '-5000000 SOL', 5_000n],
      [
        {
          lamports: { [ME]: [9e9, 9e9 - 5e6], state: [0, 5e6] },
          calls: [create('state', ME, DEX, 5e6, 100), { programId: DEX }],
        },
      ],
    ],
  ])('%s', (_name, expected, stories) => {
    expect(last(...stories)).toEqual(expected);
  });

  const order = 'Order11111111111111111111111111111111111111';
  const opened: Story = {
    lamports: {
      [ME]: [9e9, 9e9 - RENT - Number(rentOf(200n))],
      mine: [RENT, RENT],
      [order]: [0, Number(rentOf(200n))],
      escrow: [0, RENT],
    },
    tokens: [
      ['mine', USDC, ME, 90, 0],
      ['escrow', USDC, order, null, 90],
    ],
    calls: [create(order, ME, DCA, Number(rentOf(200n)), 200), { programId: DCA }],
  };
  const filled: Story = {
    lamports: {
      [BOB]: [9e9, 9e9],
      escrow: [RENT, RENT],
      jup: [RENT, RENT],
      pa: [RENT, RENT],
      pb: [RENT, RENT],
    },
    tokens: [
      ['escrow', USDC, order, 90, 60],
      ['jup', JUP, ME, 0, 25],
      ['pa', USDC, POOL, 0, 30],
      ['pb', JUP, POOL, 25, 0],
    ],
    calls: [{ programId: DCA }],
  };

  it('what an open order holds is still its owner’s; a part carried out is a trade; the rest comes back', () => {
    const cancelled: Story = {
      lamports: {
        [ME]: [8e9, 8e9 + RENT + Number(rentOf(200n))],
        mine: [RENT, RENT],
        [order]: [Number(rentOf(200n)), 0],
        escrow: [RENT, 0],
      },
      tokens: [
        ['mine', USDC, ME, 0, 60],
        ['escrow', USDC, order, 60, null],
      ],
      calls: [{ programId: DCA }],
    };
    expect(history(opened, filled, cancelled).map((tx) => [tx.type, legs(tx).join(' ')])).toEqual([
      ['fee_only', ''],
      ['swap', '-30 USDC +25 JUP'],
      ['fee_only', ''],
    ]);
  });

  it('an order opened before the history begins is known by what it alone gives', () => {
    expect(last(filled)).toEqual(['swap', '-30 USDC +25 JUP', null]);
    const stranger = { ...filled, calls: [{ programId: DEX }] };
    expect(last(stranger)).toEqual(['transfer_in', '+25 JUP', null]);
  });

  it('what comes back from a stake beyond what was put in was earned there, however it was split', () => {
    const half = 'Half111111111111111111111111111111111111111';
    const staked: Story = {
      lamports: { [ME]: [9e9, 7e9], [VALIDATOR_STAKE]: [0, 2e9] },
      calls: [call(STAKE, 'delegate', { stakeAccount: VALIDATOR_STAKE })],
    };
    const split: Story = {
      lamports: { [ME]: [7e9, 7e9], [VALIDATOR_STAKE]: [2e9, 1e9], [half]: [0, 1e9] },
      calls: [call(STAKE, 'split', { stakeAccount: VALIDATOR_STAKE, newSplitAccount: half })],
    };
    const back = (account: string, lamports: number): Story => ({
      lamports: { [ME]: [7e9, 7e9 + lamports], [account]: [lamports, 0] },
      calls: [call(STAKE, 'withdraw', { stakeAccount: account, destination: ME })],
    });
    const txs = history(staked, split, back(half, 1.05e9), back(VALIDATOR_STAKE, 1.02e9));
    expect(txs.map(({ type }) => type)).toEqual(['stake', 'fee_only', 'unstake', 'unstake']);
    const valued = valueTransactions(txs, (_id, at) => ({ usd: '100', source: 'test', at }));
    const owned = new Set([ME]);
    const events = ledgerEvents(valued, {
      ...POLICIES,
      owned,
    });
    const { income } = replay(events, FIFO);
    expect(income.map(({ quantity, type }) => [quantity, type])).toEqual([[70_000_000n, 'staking_reward']]);
  });

  it('between two wallets of one owner nothing is disposed of but the fee', () => {
    const bought: Story = {
      lamports: { [POOL]: [9e9, 8e9], [ME]: [0, 1e9], mine: [RENT, RENT] },
      tokens: [['mine', USDC, ME, 0, 50]],
    };
    const moved: Story = {
      lamports: { [ME]: [1e9, 0.6e9], [BOB]: [0, 0.4e9], mine: [RENT, RENT], his: [RENT, RENT] },
      tokens: [
        ['mine', USDC, ME, 50, 20],
        ['his', USDC, BOB, 0, 30],
      ],
      calls: [call(SYSTEM, 'transfer'), call(TOKEN_PROGRAMS[0], 'transferChecked')],
    };
    const owned = new Set([ME, BOB]);
    const rows = [bought, moved].map(told);
    const of = (wallet: string) => {
      return classifyHistory(interpretSolana(wallet, rowsOf(wallet, rows)), { wallet, owned });
    };
    const valued = valueTransactions([...of(ME), ...of(BOB).slice(1)], (_id, at) => ({
      usd: '2',
      source: 'test',
      at,
    }));
    expect(valued.map(({ type }) => type)).toEqual(['transfer_in', 'internal_transfer', 'internal_transfer']);
    const events = ledgerEvents(valued, {
      ...POLICIES,
      owned,
    });
    const ledger = replay(events, FIFO);
    expect(ledger.disposals.map(({ type, quantity }) => [type, quantity])).toEqual([['fee', 5_000n]]);
    const held = (wallet: string) =>
      positions(ledger, wallet)
        .map(({ asset, quantity }) => `${quantity} ${asset.symbol}`)
        .sort();
    expect([held(ME), held(BOB)]).toEqual([
      ['20 USDC', '599995000 SOL'],
      ['30 USDC', '400000000 SOL'],
    ]);
  });

  it('the fee that a token takes of a transfer between two wallets of one owner is a fee, not a loss', () => {
    const moved: Story = {
      lamports: { [ME]: [1e9, 1e9], mine: [RENT, RENT], his: [RENT, RENT] },
      tokens: [
        ['mine', USDC, ME, 500, 400],
        ['his', USDC, BOB, 0, 98],
      ],
      calls: [call(TOKEN_PROGRAMS[1], 'transferChecked')],
    };
    const bought: Story = {
      lamports: { [POOL]: [9e9, 8e9], [ME]: [0, 1e9], mine: [RENT, RENT] },
      tokens: [['mine', USDC, ME, 0, 500]],
    };
    const owned = new Set([ME, BOB]);
    const rows = [bought, moved].map(told);
    const of = (wallet: string) => {
      return classifyHistory(interpretSolana(wallet, rowsOf(wallet, rows)), { wallet, owned });
    };
    const txs = [...of(ME), ...of(BOB).slice(1)];
    expect(txs.map(({ type }) => type)).toEqual(['transfer_in', 'internal_transfer', 'internal_transfer']);
    const valued = valueTransactions(txs, (_id, at) => ({ usd: '2', source: 'test', at }));
    const ledger = replay(ledgerEvents(valued, { ...POLICIES, owned }), FIFO);
    expect(ledger.disposals.map(({ type, quantity }) => [type, quantity])).toEqual([
      ['fee', 2n],
      ['fee', 5_000n],
    ]);
    expect(positions(ledger, BOB).map(({ quantity }) => quantity)).toEqual([98n]);
  });

  it('a crumb among crumbs for many is an advertisement', () => {
    const many = Object.fromEntries(
      Array.from({ length: 12 }, (_, i): [string, [number, number]] => [`crumb${i}`, [5, 6]]),
    );
    const [tx] = history({ lamports: { [BOB]: [9e9, 9e9 - 13], [ME]: [1e9, 1e9 + 1], ...many } });
    expect([tx?.isSpam, legs(tx)]).toEqual([true, ['+1 SOL']]);
    const [paid] = history({ lamports: { [BOB]: [9e9, 9e9 - 20_012], [ME]: [1e9, 1e9 + 20_000], ...many } });
    expect(paid?.isSpam).toBe(false);
  });

  it('inside a slot one begins with what the one before it left', () => {
    const one = (before: number, after: number): Story => ({
      lamports: { [BOB]: [9e9, 9e9], [ME]: [before, after], other: [after, before] },
      slot: 7_777,
    });
    const rows = interpretSolana(ME, stored([one(30, 40), one(10, 20), one(20, 30)]));
    const amounts = rows.map(({ txIndex }) => txIndex);
    expect(amounts).toEqual([0, 1, 2]);
    const fromStart = interpretSolana(ME, stored([{ ...one(5, 10), slot: 7_776 }, one(20, 30), one(10, 20)]));
    expect(fromStart.map(({ hash }) => Number(hash.slice(3)))).toEqual([counter - 2, counter, counter - 1]);
  });
});

describe('a transaction as the node gives it', () => {
  const plain = {
    slot: 1,
    blockTime: 1_600_000_000,
    meta: {
      err: null,
      fee: '5000',
      preBalances: ['18446744073709551615', '0', '7', '9'],
      postBalances: ['18446744073709546615', '1', '8', '8'],
      loadedAddresses: { writable: ['W'], readonly: ['R'] },
      preTokenBalances: [{ accountIndex: 2, mint: USDC, uiTokenAmount: { amount: '5', decimals: 6 } }],
      postTokenBalances: [{ accountIndex: 2, mint: USDC, uiTokenAmount: { amount: '9', decimals: 6 } }],
      logMessages: [
        `Program ${DEX} invoke [1]`,
        `Program ${TOKEN_PROGRAMS[0]} invoke [2]`,
        'Program log: Instruction: Transfer',
        `Program ${TOKEN_PROGRAMS[0]} success`,
        'Program log: Instruction: Swap',
        `Program ${DEX} success`,
      ],
    },
    transaction: {
      signatures: ['sig'],
      message: {
        header: { numRequiredSignatures: 1 },
        accountKeys: [ME, DEX],
        instructions: [{ programIdIndex: 1, accounts: [0], data: '' }],
      },
    },
  };

  it('in the plain encoding the accounts of lookup tables follow, writable ones first', () => {
    const row = toSolanaRow(rpcTransaction.parse(plain), ME);
    expect(row?.accounts.map(({ address }) => address)).toEqual([ME, DEX, 'W', 'R']);
    expect(row?.accounts[0]?.before).toBe('18446744073709551615');
    expect(row?.signers).toEqual([ME]);
    expect(row?.tokens).toMatchObject([{ account: 'W', before: '5', after: '9', owner: null }]);
  });

  it('names the outer call by what its program says of itself', () => {
    const row = toSolanaRow(rpcTransaction.parse(plain), ME);
    expect(row?.calls).toEqual([{ program: DEX, name: 'Swap' }]);
  });

  it('an account whose owner is not named is the wallet’s where the wallet is known to own it', () => {
    const row = toSolanaRow(rpcTransaction.parse(plain), ME, new Set(['W']));
    expect(row?.tokens[0]?.owner).toBe(ME);
  });

  it('without a time it cannot be used', () => {
    expect(toSolanaRow(rpcTransaction.parse({ ...plain, blockTime: null }), ME)).toBeNull();
  });
});
