import { interpretSolana } from '../../src/adapters/providers/solana/solana.mapper';
import { SYSTEM } from '../../src/adapters/providers/solana/solana.programs';
import { positions, replay } from '../../src/domain/engine';
import {
  classifyHistory,
  ledgerEvents,
  unmatchedTransfers,
  valueTransactions,
  type WalletTransaction,
} from '../../src/domain/chain';
import { FIFO } from '../support/engine-events';
import {
  call,
  create,
  named,
  rowsOf,
  solanaAnswer,
  type SolanaStory,
  type SolanaToken,
} from '../support/solana-rows';
import { move, tx } from './chain-story';
import { ME as OTHER } from './parties';
import { POLICIES } from './policies';

const ME = 'Me11111111111111111111111111111111111111111';
const BOB = 'Bob1111111111111111111111111111111111111111';
const POOL = 'Poo1111111111111111111111111111111111111111';
const KEEPER = 'Keeper1111111111111111111111111111111111111';
const USDC = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v';
const MSOL = 'mSoLzYCxHdYgdzU16g5QSh3i5K3z3KZK7ytfqcJm7So';
const JITO = 'J1toso1uCk3RLmjorhTtrVwY9HJ7X8V9yYac6Y7kGCPn';
const BNSOL = 'BNso1VUJnh4zcfpZa6986Ea66P6TCp59hvtNJ8b1X85';
const JUP = 'JUPyiwrYJFskUPiHa7hkeR8VUtAeFoSYbKedZNsDvCN';
const PROGRAMS = {
  jupiter: 'JUP6LkbZbjS1jKKwapdHNy74zcZ3tLUZoi5QNyVTaV4',
  marinade: 'MarBmsSgKXdrN1egZf5sqe1TMai9K1rChYNDJgjq7aD',
  stakePool: 'SPoo1Ku8WFXoNDMHPsrGSTSG1Y47rzgn41SLUNakuHy',
  distributor: 'meRjbQXFNf5En86FXT2YPz1dQzLj4Yb3xK8u1MVgqpb',
  dlmm: 'LBUZKhRxPF3XUpBCjp4YzTKgLccjZhTSDM9YuVaPwxo',
  marginfi: 'MFv2hWf31Z9kbCa1snEPYctwafyhdvnV7FZnsebVacA',
  kamino: 'KLend2g3cP87fffoy8q1mQqGKjrxjC8boSyAYavgmjD',
  drift: 'dRiftyHA39MWEi3m9aunc5MzRF1JYuBsbn6VPcn33UH',
  perps: 'PERPHjGBqRHArX4DySjwM6UJHiR3sWAatqfdBS2qQJu',
  orca: 'whirLbMiicVdio4qvUfM5KAg6Ct8VwpYzGff3uctyCc',
  wormhole: 'wormDTUJ6AWPNvk59vGQbDvGJmqbDTdgWgAqcLBCgUb',
  cctp: 'CCTPiPYPc6AsJuwueEnWgSgucamXDZwBd53dQ11YiKX3',
  checks: 'L2TExMFKdjpN9kozasaurPirfHy9P8sbXoAN1qA3S95',
  signatures: 'Ed25519SigVerify111111111111111111111111111',
} as const;
const TIPS = '96gYZGLnJYVFmbjzopPSU6QiEV5fGqZNyN9nmNhvrZU5';
const RENT = 2_039_280;
const SOL = 1e9;

/** A call of one or more programs: SOL by which each party changes, and token amounts before and after. */
function story(
  calls: readonly (readonly [keyof typeof PROGRAMS, string])[],
  sol: Record<string, number>,
  tokens: SolanaToken[] = [],
  more: Partial<SolanaStory> = {},
): SolanaStory {
  const made = calls.map(([program, name]) => named(PROGRAMS[program], name));
  const payer = more.signers?.[0] ?? ME;
  return {
    lamports: {
      [payer]: [90 * SOL, 90 * SOL + (sol[payer] ?? 0)],
      ...Object.fromEntries(
        Object.entries(sol)
          .filter(([party]) => party !== payer)
          .map(([party, change]): [string, [number, number]] => [party, [90 * SOL, 90 * SOL + change]]),
      ),
      ...Object.fromEntries(tokens.map(([account]): [string, [number, number]] => [account, [RENT, RENT]])),
    },
    tokens,
    calls: made.map((one) => one.call),
    // The network logs nothing of checks of signatures.
    logs: made.filter(({ call }) => call.programId !== PROGRAMS.signatures).flatMap(({ logs }) => logs),
    ...more,
  };
}
const mine = (mint: string, before: number, after: number): SolanaToken => [
  `my-${mint}`,
  mint,
  ME,
  before,
  after,
];
const theirs = (mint: string, owner: string, before: number, after: number): SolanaToken => [
  `${owner}-${mint}`,
  mint,
  owner,
  before,
  after,
];

const funded: SolanaStory = story([], { [ME]: 50 * SOL, [BOB]: -50 * SOL }, [mine(USDC, 0, 9_000)], {
  signers: [BOB],
});
const history = (...stories: SolanaStory[]): WalletTransaction[] => {
  const rows = rowsOf(
    ME,
    [funded, ...stories].map((one, i) => solanaAnswer(i + 1, one)),
  );
  return classifyHistory(interpretSolana(ME, rows), { wallet: ME, owned: new Set([ME]) }).slice(1);
};
const summary = (txs: readonly WalletTransaction[]) =>
  txs.map(({ type, incomeType, legs }) =>
    [
      incomeType ?? type,
      ...legs.map(
        ({ direction, quantity, asset }) => `${direction === 'in' ? '+' : '-'}${quantity} ${asset.symbol}`,
      ),
    ].join(' '),
  );
const ledgerOf = (txs: readonly WalletTransaction[]) => {
  const valued = valueTransactions(txs, (_id, at) => ({ usd: '100', source: 'test', at }));
  return replay(ledgerEvents(valued, { ...POLICIES, depositPolicy: 'mixed', owned: new Set([ME]) }), FIFO);
};

describe('staked coins on Solana', () => {
  const staked = story([['marinade', 'Deposit']], { [ME]: -10 * SOL, reserve: 10 * SOL }, [
    mine(MSOL, 0, 8_000),
  ]);
  const ordered = story([['marinade', 'OrderUnstake']], {}, [mine(MSOL, 8_000, 0)]);
  const paid = story([['marinade', 'Claim']], { [ME]: 10.5 * SOL, reserve: -10.5 * SOL });

  it('that are paid out later carry their basis, and the payment is no income', () => {
    const txs = history(staked, ordered, paid);
    expect(summary(txs)).toEqual([
      'stake -10000000000 SOL +8000 mSOL',
      'unstake -8000 mSOL',
      'unstake +10500000000 SOL',
    ]);
    const { income, disposals } = ledgerOf(txs);
    expect(income).toEqual([]);
    expect(disposals.map(({ type }) => type)).toEqual(['fee', 'fee', 'fee']);
  });

  it('are known by their mint', () =>
    expect(
      summary(
        history(
          story([['stakePool', 'DepositSol']], { [ME]: -SOL, reserve: SOL }, [mine(BNSOL, 0, 900)]),
          story([['stakePool', 'WithdrawSol']], { [ME]: SOL, reserve: -SOL }, [mine(BNSOL, 900, 0)]),
        ),
      ),
    ).toEqual(['stake -1000000000 SOL +900 BNSOL', 'unstake +1000000000 SOL -900 BNSOL']));

  it('that the route of a trade mints or burns are traded', () =>
    expect(
      summary(
        history(
          story([['jupiter', 'Route']], {}, [
            mine(USDC, 9_000, 8_000),
            theirs(USDC, POOL, 0, 1_000),
            mine(JITO, 0, 900),
          ]),
          story([['jupiter', 'Route']], {}, [
            mine(USDC, 8_000, 9_500),
            theirs(USDC, POOL, 2_000, 500),
            mine(JITO, 900, 0),
          ]),
        ),
      ),
    ).toEqual(['swap -1000 USDC +900 JitoSOL', 'swap +1500 USDC -900 JitoSOL']));
});

describe('income on Solana', () => {
  it('is a claim from a distributor', () =>
    expect(
      summary(
        history(
          story([['distributor', 'NewClaim']], {}, [mine(JUP, 0, 700), theirs(JUP, POOL, 9_000, 8_300)]),
        ),
      ),
    ).toEqual(['airdrop +700 JUP']));

  it('are the fees of a pool, also while its liquidity stays there', () => {
    const added = story([['dlmm', 'AddLiquidityByStrategy']], {}, [
      mine(USDC, 9_000, 8_000),
      theirs(USDC, POOL, 0, 1_000),
    ]);
    const fees = story([['dlmm', 'ClaimFee2']], {}, [mine(USDC, 8_000, 8_007), theirs(USDC, POOL, 50, 43)]);
    const removed = story([['dlmm', 'RemoveLiquidityByRange']], {}, [
      mine(USDC, 8_007, 9_007),
      theirs(USDC, POOL, 1_000, 0),
    ]);
    const txs = history(added, fees, removed);
    expect(summary(txs)).toEqual(['stake -1000 USDC', 'other +7 USDC', 'unstake +1000 USDC']);
    expect(ledgerOf(txs).income.map(({ quantity }) => quantity)).toEqual([7n]);
  });
});

describe('a position with concentrated liquidity on Solana', () => {
  const NFT = 'Position11111111111111111111111111111111111';
  const piece = (before: number, after: number) => mine(NFT, before, after);
  const step = (names: readonly string[], usdc: [number, number], held: [number, number], sol: number) =>
    story(
      names.map((name) => ['orca', name] as const),
      { [ME]: sol, [POOL]: -sol },
      [mine(USDC, ...usdc), theirs(USDC, POOL, 20_000 - usdc[0], 20_000 - usdc[1]), piece(...held)],
      { decimals: { [NFT]: 0 } },
    );

  it('keeps what is put into it later as its basis, and pays fees as income', () => {
    const txs = history(
      step(['OpenPosition', 'IncreaseLiquidityV2'], [9_000, 8_000], [0, 1], -SOL),
      step(['IncreaseLiquidityV2'], [8_000, 6_000], [1, 1], -2 * SOL),
      step(['UpdateFeesAndRewards', 'CollectFeesV2'], [6_000, 6_050], [1, 1], 0),
      step(['DecreaseLiquidityV2', 'ClosePosition'], [6_050, 9_050], [1, 0], 3 * SOL),
    );
    expect(txs.map(({ rule }) => rule)).toEqual([
      'position-opened',
      'position-increased',
      'position-fees',
      'position-closed',
    ]);
    const { income, disposals, lots } = ledgerOf(txs);
    expect(income.map(({ quantity, type }) => [quantity, type])).toEqual([[50n, 'other']]);
    const closed = disposals.filter(({ asset }) => asset.id.includes('#'));
    // 3 SOL at 100 dollars went in, and came back.
    expect(closed.reduce((sum, { costBasis }) => sum + costBasis, 0n) / 10n ** 18n).toBe(300n);
    expect(lots.some(({ asset, remaining }) => asset.id.includes('#') && remaining > 0n)).toBe(false);
  });
});

describe('lending on Solana', () => {
  const VAULT = 'Vault11111111111111111111111111111111111111';
  const OTHER_VAULT = 'Vault22222222222222222222222222222222222222';
  const usdc = (before: number, after: number, vault: string): SolanaToken[] => [
    mine(USDC, before, after),
    theirs(USDC, vault, 9_000, 9_000 + before - after),
  ];

  it('keeps what is deposited, and what comes back beyond it is interest', () => {
    const txs = history(
      story([['marginfi', 'LendingAccountDeposit']], {}, usdc(9_000, 5_000, VAULT)),
      story([['marginfi', 'LendingAccountWithdraw']], {}, usdc(5_000, 9_100, VAULT)),
    );
    expect(summary(txs)).toEqual(['stake -4000 USDC', 'unstake +4100 USDC']);
    const { income, disposals } = ledgerOf(txs);
    expect(income.map(({ quantity, type }) => [quantity, type])).toEqual([[100n, 'interest']]);
    expect(disposals.every(({ type }) => type === 'fee')).toBe(true);
  });

  it('is known behind the calls that prepare it', () =>
    expect(
      summary(
        history(
          story(
            [
              ['kamino', 'RefreshReserve'],
              ['kamino', 'RefreshObligation'],
              ['kamino', 'DepositReserveLiquidityAndObligationCollateral'],
            ],
            {},
            usdc(9_000, 8_000, VAULT),
          ),
          story(
            [
              ['kamino', 'RefreshReserve'],
              ['kamino', 'BorrowObligationLiquidity'],
            ],
            {
              [ME]: SOL,
              [VAULT]: -SOL,
            },
          ),
          story([['kamino', 'RepayObligationLiquidity']], { [ME]: -SOL, [VAULT]: SOL }),
        ),
      ),
    ).toEqual(['stake -1000 USDC', 'borrow +1000000000 SOL', 'repay -1000000000 SOL']));

  it('keeps a margin deposit at the venue, and a profit is the result of trades', () => {
    const txs = history(
      story([['drift', 'Deposit']], {}, usdc(9_000, 8_000, VAULT)),
      story([['drift', 'Withdraw']], {}, usdc(8_000, 9_600, OTHER_VAULT)),
    );
    expect(summary(txs)).toEqual(['stake -1000 USDC', 'unstake +1600 USDC']);
    const { income, disposals } = ledgerOf(txs);
    expect(income).toEqual([]);
    expect(
      disposals.filter(({ type }) => type !== 'fee').map(({ type, quantity }) => [type, quantity]),
    ).toEqual([['margin_result', 600n]]);
  });

  it('keeps the collateral of a position that a keeper opens and pays out', () => {
    const request = 'Request111111111111111111111111111111111111';
    const txs = history(
      story([['perps', 'CreateIncreasePositionMarketRequest']], {}, usdc(9_000, 8_000, request)),
      story([['perps', 'DecreasePosition4']], {}, usdc(8_000, 9_200, VAULT), { signers: [KEEPER] }),
    );
    expect(summary(txs)).toEqual(['stake -1000 USDC', 'unstake +1200 USDC']);
    expect(ledgerOf(txs).income).toEqual([]);
    expect(positions(ledgerOf(txs), ME).some(({ asset }) => asset.symbol === 'USDC')).toBe(true);
  });
});

describe('the calls of a Solana transaction', () => {
  it('that send units over a bridge are no sale', () => {
    const txs = history(
      story([['wormhole', 'TransferWrapped']], {}, [mine(USDC, 9_000, 4_000), theirs(USDC, POOL, 0, 5_000)]),
    );
    expect(summary(txs)).toEqual(['bridge -5000 USDC']);
    expect(txs[0]?.protocol).toBe('Wormhole');
  });

  it.each([
    ['wormhole', 'TransferWrapped', '0x3ee18b2214aff97000d974cf647e7c347e8fa585'],
    ['cctp', 'DepositForBurn', '0xbd3fa81b58ba92a82136038b25adec7066af3155'],
  ] as const)('that send units over %s pair with their arrival on another chain', (program, name, gate) => {
    const sent = history(
      story([[program, name]], {}, [mine(USDC, 9_000, 4_000), theirs(USDC, POOL, 0, 5_000)]),
    );
    const at = (sent[0]?.at ?? 0) + 600_000;
    const arrival = tx([move('+0.00499 USDC', gate)], { from: BOB, to: gate, at });
    const arrived = classifyHistory([arrival], { wallet: OTHER, owned: new Set([ME, OTHER]) });
    const unmatched = (...txs: WalletTransaction[]) => unmatchedTransfers(txs, ME, 1).count;
    expect([unmatched(...sent), unmatched(...sent, ...arrived)]).toEqual([1, 0]);
  });

  it('are not those that a wallet adds for its checks', () =>
    expect(
      summary(
        history(
          story([['checks', 'AssertAccountInfoMulti']], { [ME]: -SOL, [BOB]: SOL }, [], {
            calls: [call(SYSTEM, 'transfer'), { programId: PROGRAMS.checks }],
          }),
        ),
      ),
    ).toEqual(['transfer_out -1000000000 SOL']));

  it('have their names behind a check of signatures, which logs nothing', () => {
    const [tx] = history(
      story(
        [
          ['signatures', ''],
          ['distributor', 'NewClaim'],
        ],
        {},
        [mine(JUP, 0, 700), theirs(JUP, POOL, 9_000, 8_300)],
      ),
    );
    expect(tx?.method).toBe('NewClaim');
  });

  it('that pay a tip have it as a cost, beside what is bought', () => {
    const [tx] = history(
      story([['jupiter', 'Route']], { [ME]: -SOL - 2e6, [POOL]: SOL, [TIPS]: 2e6 }, [
        mine(JUP, 0, 700),
        theirs(JUP, POOL, 9_000, 8_300),
      ]),
    );
    expect([...summary(tx ? [tx] : []), tx?.fee?.quantity]).toEqual([
      'swap -1000000000 SOL +700 JUP',
      2_005_000n,
    ]);
  });

  it('give receipts that wait for the wallet to it', () => {
    const deposit = '5TAiuAh3YGDbwjEruC1ZpXTJWdNDS7Ur7VeqNNiHMmGV';
    const receipt = 'Receipt111111111111111111111111111111111111';
    const rent = (128 + 200) * 6_960;
    const [tx] = history({
      lamports: {
        [ME]: [50 * SOL, 49 * SOL - rent],
        [receipt]: [0, rent],
        reserve: [90 * SOL, 91 * SOL],
        waiting: [RENT, RENT],
      },
      tokens: [['waiting', JITO, receipt, 0, 900]],
      calls: [named(deposit, 'DepositStake').call],
      inner: [create(receipt, ME, deposit, rent, 200)],
    });
    expect(summary(tx ? [tx] : [])).toEqual(['stake -1000000000 SOL +900 JitoSOL']);
  });
});
