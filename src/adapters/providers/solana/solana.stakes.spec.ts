import { positions, replay } from '../../../domain/engine';
import {
  classifyHistory,
  ledgerEvents,
  valueTransactions,
  type WalletTransaction,
} from '../../../domain/chain';
import { interpretSolana } from './solana.mapper';
import { STAKE } from './solana.programs';
import { toSolanaRow } from './solana.schema';
import { POLICIES } from '../../../../test/chain/policies';
import { FIFO } from '../../../../test/support/engine-events';
import {
  call,
  create,
  named,
  rowsOf,
  solanaAnswer,
  type SolanaStory,
} from '../../../../test/support/solana-rows';

const ME = 'Me11111111111111111111111111111111111111111';
const BOB = 'Bob1111111111111111111111111111111111111111';
const JITO = 'J1toso1uCk3RLmjorhTtrVwY9HJ7X8V9yYac6Y7kGCPn';
const STAKE_POOL = 'SPoo1Ku8WFXoNDMHPsrGSTSG1Y47rzgn41SLUNakuHy';
const AUTHORITY = 'PoolAuthority111111111111111111111111111111';
const POOL_STAKE = 'PoolStake11111111111111111111111111111111111';
const MINE = 'MyStake1111111111111111111111111111111111111';
const NEW = 'NewStake111111111111111111111111111111111111';
const STAKE_RENT = 2_282_880;
const SOL = 1e9;

const row = (story: SolanaStory) => toSolanaRow(solanaAnswer(1, story), ME);
const stored = (...stories: SolanaStory[]) =>
  rowsOf(
    ME,
    stories.map((story, i) => solanaAnswer(i + 1, story)),
  );
const history = (...stories: SolanaStory[]): WalletTransaction[] => {
  return classifyHistory(interpretSolana(ME, stored(...stories)), { wallet: ME, owned: new Set([ME]) });
};
const summary = (txs: readonly WalletTransaction[]) =>
  txs.map(({ hash, type, legs }) => [
    hash,
    type,
    legs
      .map(({ direction, quantity, asset }) => `${direction === 'in' ? '+' : '-'}${quantity} ${asset.symbol}`)
      .join(' '),
  ]);
const ledgerOf = (txs: readonly WalletTransaction[]) => {
  const valued = valueTransactions(txs, (_id, at) => ({ usd: '100', source: 'test', at }));
  return replay(ledgerEvents(valued, { ...POLICIES, depositPolicy: 'mixed', owned: new Set([ME]) }), FIFO);
};

const bought: SolanaStory = {
  lamports: { [BOB]: [90 * SOL, 80 * SOL], [ME]: [0, 10 * SOL] },
};
const staked: SolanaStory = {
  lamports: { [ME]: [10 * SOL, 8 * SOL], [MINE]: [0, 2 * SOL] },
  calls: [
    create(MINE, ME, STAKE, 2 * SOL, 200),
    call(STAKE, 'initialize', { stakeAccount: MINE, authorized: { staker: ME, withdrawer: ME } }),
    call(STAKE, 'delegate', { stakeAccount: MINE, stakeAuthority: ME }),
  ],
};
/** The pool merges the stake account of the wallet and mints receipts. */
const deposited: SolanaStory = {
  lamports: {
    [ME]: [8 * SOL, 8 * SOL],
    [MINE]: [2.1 * SOL, 0],
    [POOL_STAKE]: [5_000 * SOL, 5_002.1 * SOL],
    tokens: [2_039_280, 2_039_280],
  },
  tokens: [['tokens', JITO, ME, 0, 1_800]],
  calls: [
    ...['Staker', 'Withdrawer'].map((authorityType) =>
      call(STAKE, 'authorize', {
        ...{ stakeAccount: MINE, authority: ME, newAuthority: AUTHORITY, authorityType },
      }),
    ),
    named(STAKE_POOL, 'DepositStake').call,
  ],
  inner: [
    call(STAKE, 'merge', { destination: POOL_STAKE, source: MINE, stakeAuthority: AUTHORITY }),
    call('TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA', 'mintTo'),
  ],
};
/** The pool destroys receipts and splits a stake account for the wallet. */
const withdrawn: SolanaStory = {
  lamports: {
    [ME]: [8 * SOL, 8 * SOL - STAKE_RENT],
    [NEW]: [0, 1.2 * SOL + STAKE_RENT],
    [POOL_STAKE]: [5_002.1 * SOL, 5_000.9 * SOL],
    tokens: [2_039_280, 2_039_280],
  },
  tokens: [['tokens', JITO, ME, 1_800, 800]],
  calls: [create(NEW, ME, STAKE, STAKE_RENT, 200), named(STAKE_POOL, 'WithdrawStake').call],
  inner: [
    call(STAKE, 'split', { stakeAccount: POOL_STAKE, newSplitAccount: NEW, stakeAuthority: AUTHORITY }),
    ...['Staker', 'Withdrawer'].map((authorityType) =>
      call(STAKE, 'authorize', {
        ...{ stakeAccount: NEW, authority: AUTHORITY, newAuthority: ME, authorityType },
      }),
    ),
  ],
};
const back: SolanaStory = {
  lamports: { [ME]: [8 * SOL, 9.3 * SOL], [NEW]: [1.3 * SOL, 0] },
  calls: [call(STAKE, 'withdraw', { stakeAccount: NEW, destination: ME, withdrawAuthority: ME })],
};

describe('the stake accounts of a wallet', () => {
  it('are not those of a pool that it deposits into or withdraws from', () => {
    expect(row(deposited)).toMatchObject({
      stakes: [MINE],
      authorized: [{ account: MINE, owner: AUTHORITY }],
    });
    expect(row(withdrawn)).toMatchObject({ stakes: [NEW], authorized: [{ account: NEW, owner: ME }] });
  });

  it('become receipts of a pool with their basis, and what they earned is income', () => {
    const txs = history(bought, staked, deposited);
    expect(summary(txs.slice(1))).toEqual([
      ['sig2', 'stake', '-2000000000 SOL'],
      ['stake-sig3', 'unstake', '+2100000000 SOL'],
      ['sig3', 'stake', '-2100000000 SOL +1800 JitoSOL'],
    ]);
    const { income, disposals } = ledgerOf(txs);
    expect(income.map(({ quantity, type }) => [quantity, type])).toEqual([[100_000_000n, 'staking_reward']]);
    expect(disposals.map(({ type }) => type)).toEqual(['fee', 'fee']);
  });

  it('that a pool pays for its receipts have their basis, and what comes back later is no income', () => {
    const txs = history(bought, staked, deposited, withdrawn, back);
    expect(summary(txs.slice(4))).toEqual([
      ['sig4', 'unstake', `+1200000000 SOL -1000 JitoSOL`],
      ['stake-sig4', 'stake', `-${1.2 * SOL + STAKE_RENT} SOL`],
      ['sig5', 'unstake', '+1300000000 SOL'],
    ]);
    const { income, disposals } = ledgerOf(txs);
    expect(income.map(({ quantity }) => quantity)).toEqual([
      100_000_000n,
      BigInt(1.3 * SOL - 1.2 * SOL - STAKE_RENT),
    ]);
    expect(disposals.every(({ type }) => type === 'fee')).toBe(true);
  });

  it('leave with the units when another wallet gets them', () => {
    const given: SolanaStory = {
      lamports: { [ME]: [8 * SOL, 8 * SOL], [MINE]: [2 * SOL, 2 * SOL] },
      calls: [
        call(STAKE, 'authorize', {
          ...{ stakeAccount: MINE, authority: ME, newAuthority: BOB, authorityType: 'Withdrawer' },
        }),
      ],
    };
    const txs = history(bought, staked, given);
    expect(summary(txs.slice(2))).toEqual([
      ['stake-sig3', 'unstake', '+2000000000 SOL'],
      ['sig3', 'transfer_out', '-2000000000 SOL'],
    ]);
    expect(positions(ledgerOf(txs), ME).map(({ quantity }) => quantity)).toEqual([7_999_990_000n]);
  });

  it('that another wallet has earn nothing more, whatever an earlier version stored', () => {
    const given: SolanaStory = {
      lamports: { [ME]: [8 * SOL, 8 * SOL], [MINE]: [2 * SOL, 2 * SOL] },
      calls: [
        call(STAKE, 'authorize', {
          ...{ stakeAccount: MINE, authority: ME, newAuthority: BOB, authorityType: 'Withdrawer' },
        }),
      ],
    };
    const rewards = [15, 25].map((slot) => ({
      ...{ list: 'rewards', key: `${MINE}|${slot}`, block: slot },
      body: { account: MINE, epoch: slot, lamports: '7', slot, time: 1_700_000_000 + slot },
    }));
    const hashes = interpretSolana(ME, [...stored(staked, given), ...rewards]).map(({ hash }) => hash);
    expect(hashes.filter((hash) => hash.startsWith('reward'))).toEqual([`reward-15-${MINE}`]);
  });

  it('have their basis at another wallet of the owner that gets them', () => {
    const given: SolanaStory = {
      lamports: { [ME]: [8 * SOL, 8 * SOL], [MINE]: [2.1 * SOL, 2.1 * SOL], [BOB]: [0, 0] },
      calls: [
        call(STAKE, 'authorizeChecked', {
          ...{ stakeAccount: MINE, authority: ME, newAuthority: BOB, authorityType: 'Withdrawer' },
        }),
      ],
      signers: [ME, BOB],
    };
    const paid: SolanaStory = {
      lamports: { [BOB]: [SOL, 3.2 * SOL], [MINE]: [2.2 * SOL, 0] },
      calls: [call(STAKE, 'withdraw', { stakeAccount: MINE, destination: BOB, withdrawAuthority: BOB })],
    };
    const owned = new Set([ME, BOB]);
    const of = (wallet: string, stories: readonly (readonly [number, SolanaStory])[]) => {
      const rows = rowsOf(
        wallet,
        stories.map(([number, one]) => solanaAnswer(number, one)),
      );
      return classifyHistory(interpretSolana(wallet, rows), { wallet, owned });
    };
    const mine = of(ME, [
      [2, staked],
      [3, given],
    ]);
    const his = of(BOB, [
      [3, given],
      [4, paid],
    ]);
    expect(summary([...mine, ...his])).toEqual([
      ['sig2', 'stake', '-2000000000 SOL'],
      ['stake-sig3', 'unstake', '+2100000000 SOL'],
      ['sig3', 'internal_transfer', '-2100000000 SOL'],
      ['sig3', 'internal_transfer', '+2100000000 SOL'],
      ['stake-sig3', 'stake', '-2100000000 SOL'],
      ['sig4', 'unstake', '+2200000000 SOL'],
    ]);
    const valued = valueTransactions([...mine, ...his], (_id, at) => ({ usd: '100', source: 'test', at }));
    const ledger = replay(ledgerEvents(valued, { ...POLICIES, depositPolicy: 'mixed', owned }), FIFO);
    expect(ledger.income.map(({ quantity }) => quantity)).toEqual([100_000_000n, 100_000_000n]);
    expect(positions(ledger, BOB).map(({ quantity }) => quantity)).toEqual([BigInt(2.2 * SOL) - 5_000n]);
  });

  it('have their basis at another own wallet that does not sign, and count once', () => {
    const given: SolanaStory = {
      lamports: { [ME]: [8 * SOL, 8 * SOL], [MINE]: [2.1 * SOL, 2.1 * SOL] },
      calls: [
        call(STAKE, 'authorize', {
          ...{ stakeAccount: MINE, authority: ME, newAuthority: BOB, authorityType: 'Withdrawer' },
        }),
      ],
    };
    const paid = (units: number): SolanaStory => ({
      lamports: { [BOB]: [SOL, SOL + units], [MINE]: [2.2 * SOL, 2.2 * SOL - units] },
      calls: [call(STAKE, 'withdraw', { stakeAccount: MINE, destination: BOB, withdrawAuthority: BOB })],
    });
    const owned = new Set([ME, BOB]);
    const of = (wallet: string, stories: readonly (readonly [number, SolanaStory])[]) =>
      classifyHistory(
        interpretSolana(
          wallet,
          rowsOf(
            wallet,
            stories.map(([number, one]) => solanaAnswer(number, one)),
          ),
        ),
        { wallet, owned },
      );
    const txs = [
      ...of(ME, [
        [1, bought],
        [2, staked],
        [3, given],
      ]),
      ...of(BOB, [
        [4, paid(0.5 * SOL)],
        [5, paid(1.7 * SOL)],
      ]),
    ];
    const valued = valueTransactions(txs, (_id, at) => ({ usd: '100', source: 'test', at }));
    const ledger = replay(ledgerEvents(valued, { ...POLICIES, depositPolicy: 'mixed', owned }), FIFO);
    expect(positions(ledger, BOB).map(({ quantity }) => quantity)).toEqual([BigInt(2.2 * SOL) - 10_000n]);
    // 0.1 before it was given, 0.1 after that.
    expect(ledger.income.map(({ quantity }) => quantity)).toEqual([100_000_000n, 100_000_000n]);
    expect(positions(ledger, ME).map(({ quantity }) => quantity)).toEqual([7_999_990_000n]);
  });

  it('can be paid out to another wallet', () => {
    const paid: SolanaStory = {
      lamports: { [ME]: [8 * SOL, 8 * SOL], [MINE]: [2 * SOL, 0], [BOB]: [0, 2 * SOL] },
      calls: [call(STAKE, 'withdraw', { stakeAccount: MINE, destination: BOB, withdrawAuthority: ME })],
    };
    expect(summary(history(bought, staked, paid)).slice(2)).toMatchObject([
      ['stake-sig3', 'unstake', '+2000000000 SOL'],
      ['sig3', 'transfer_out', '-2000000000 SOL'],
    ]);
  });

  it('take no tip', () => {
    const lamports: SolanaStory['lamports'] = { ...staked.lamports, [ME]: [10e9, 8e9 - 1e6], tip: [0, 1e6] };
    const [, tx] = history(bought, { ...staked, lamports });
    expect([tx?.type, tx?.legs[0]?.quantity, tx?.fee?.quantity]).toEqual([
      'stake',
      2_000_000_000n,
      1_005_000n,
    ]);
  });
});
