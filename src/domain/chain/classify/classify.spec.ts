import { asset, move, tx } from '../../../../test/chain/chain-story';
import { DEAD, ME, POOL, ROUTER, SAVINGS, STRANGER, ZERO } from '../../../../test/chain/parties';
import { FLOW_STORIES } from '../../../../test/chain/flow-stories';
import { nativeAsset } from '../../kernel/asset';
import type { ChainTransaction } from '../facts/chain-transaction';
import { classifyHistory } from './classify';
import { LOAN_SHAPES, RECEIPT_SHAPES } from './loans/loan-shapes';
import { RULES } from './rules';
import type { WalletTransaction } from '../facts/wallet-transaction';

const owned = new Set([ME, SAVINGS]);
const classify = (...txs: ChainTransaction[]): WalletTransaction[] =>
  classifyHistory(txs, { wallet: ME, owned });
const last = (...txs: ChainTransaction[]): WalletTransaction => classify(...txs).at(-1) as WalletTransaction;
const summary = (t: WalletTransaction) => [t.rule, t.type, t.incomeType, t.flags.join(' ')].join('|');

const CASHIER = '0x99c9fc46f92e8a1c0dec1b1747d010903e884be1';
const COMPTROLLER = '0x3d9819210a31b4961b30ef54be2aed79b9c9cd3b';
const BEACON = '0x00000000219ab540356cbb839cbe05303d7705fa';
const WITHDRAWALS = '0x00000961ef480eb55e80d19ad83579a64c007002';
const CONSOLIDATIONS = '0x0000bbddc7ce488642fb579f8b00f3a590007251';
const GMX_VAULT = '0x31ef83a530fde1b38ee9a18093a333d8bbbc40d5';
const GMX_MARKET = '0x70d95587d40a2caf56bd97485ab3eec10bee6336';
const STAKE = 'Stake11111111111111111111111111111111111111';
const named = (symbol: string, name: string) => asset(symbol, 'ethereum', name);
const lp = named('UNI-V2', 'Uniswap V2');
const debt = named('variableDebtUSDC', 'Aave variable debt USDC');
const glm = asset('GLM');
const golem = {
  ...glm,
  id: 'ethereum:0x7dd9c5cba05e151c895fde1cf355c9a1d5da6429',
  contract: '0x7dd9c5cba05e151c895fde1cf355c9a1d5da6429',
};

/** The last transaction of each story is the one asked about: rule | type | income type | flags. */
const STORIES: [expected: string, txs: ChainTransaction[]][] = [
  ['failed|failed||', [tx([move('-1 ETH', ROUTER)], { succeeded: false })]],
  [
    'validator-request|fee_only||',
    [
      tx([move('-0.000000000000000001 ETH', CONSOLIDATIONS)], {
        to: CONSOLIDATIONS,
        method: '0x8a8a8a8a',
      }),
    ],
  ],
  [
    'beacon-requested|unstake||review',
    [
      tx([move('-0.000000000000000001 ETH', WITHDRAWALS)], {
        to: WITHDRAWALS,
        calls: [{ to: WITHDRAWALS, id: null, withdraws: 10n ** 19n }],
      }),
      tx([move('+10 ETH', null, 'withdrawal')], { from: null, to: null }),
    ],
  ],
  [
    'beacon-principal|unstake||review',
    [tx([move('+32.01 ETH', null, 'withdrawal')], { from: null, to: null })],
  ],
  [
    'beacon-reward|income|staking_reward|',
    [tx([move('+0.012 ETH', null, 'withdrawal')], { from: null, to: null })],
  ],
  [
    'beacon-reward|income|staking_reward|classification_uncertain review',
    [tx([move('+10 ETH', null, 'withdrawal')], { from: null, to: null })],
  ],
  [
    'beacon-reward|income|staking_reward|',
    [tx([move('+4 ETH', null, 'withdrawal')], { from: null, to: null })],
  ],
  [
    'beacon-reward|income|staking_reward|classification_uncertain review',
    [tx([move('+4 ETH', null, 'withdrawal')], { from: null, to: null, at: Date.UTC(2025, 5, 1) })],
  ],
  [
    'beacon-reward|income|staking_reward|',
    [tx([move('+0.9 ETH', null, 'withdrawal')], { from: null, to: null, at: Date.UTC(2025, 5, 1) })],
  ],
  [
    'epoch-reward|income|staking_reward|',
    [
      tx([move('+0.012 ETH', POOL, 'reward'), move('-0.012 ETH', POOL)], {
        from: null,
        flags: ['epoch_reward'],
      }),
    ],
  ],
  ['block-reward|income|mining_reward|', [tx([move('+2 ETH', null, 'coinbase')], { from: null, to: null })]],
  [
    'stake-reward|income|staking_reward|classification_uncertain',
    [
      tx([move('+0.5 SOL', STAKE, 'balance', nativeAsset('solana'))], {
        chain: 'solana',
        method: 'withdraw',
      }),
    ],
  ],
  ['approval|approve||', [tx([], { method: 'approve(address spender, uint256 amount)' })]],
  ['contract-call|fee_only||', [tx([], { method: 'vote' })]],
  ['nothing-moved|unknown||', [tx([move('+1 UNI', ME)], { from: STRANGER })]],
  ['internal-transfer|internal_transfer||', [tx([move('-1 ETH', SAVINGS)])]],
  ['wrap|wrap||', [tx([move('-1 ETH', POOL), move('+1 WETH', POOL)], { method: 'deposit' })]],
  ['wrap|unwrap||', [tx([move('-1 WETH', POOL), move('+1 ETH', POOL)], { method: 'withdraw' })]],
  ['migration|wrap||', [tx([move('-5 SAI', ROUTER), move('+5 DAI', ZERO)], { method: 'Swap Sai To Dai' })]],
  [
    'migration|wrap||',
    [
      tx([move('+5 GLM', ZERO, 'token', golem)], {
        method: 'migrate',
        to: '0xa74476443119a942de498590fe1f2454d7d4ac0d',
      }),
    ],
  ],
  [
    'collateral-loan|borrow||classification_uncertain',
    [tx([move('-1 ETH', STRANGER), move('+900 DAI', ZERO)], { method: 'execute' })],
  ],
  ['borrow|borrow||', [tx([move('+900 USDC', POOL)], { method: 'borrow(uint256 borrowAmount)' })]],
  [
    'borrow|borrow||',
    [
      tx([move('+900 USDC', POOL), move('+900 variableDebtUSDC', ZERO, 'token', debt)], {
        method: 'execute',
      }),
    ],
  ],
  ['repay|repay||', [tx([move('-900 USDC', POOL)], { method: 'repayBorrow' })]],
  [
    'liquidation|spend||',
    [
      tx([move('-1 ETH', POOL), move('+3 aFOO', ZERO)], { method: 'deposit' }),
      tx([move('-3 aFOO', POOL)], { method: 'liquidationCall', from: STRANGER }),
    ],
  ],
  [
    'harvest-on-deposit|stake|staking_reward|',
    [
      tx([move('-1 UNI-V2', POOL, 'token', lp)], { method: 'deposit' }),
      tx([move('-2 UNI-V2', POOL, 'token', lp), move('+3 FARM', POOL)], {
        method: 'deposit(uint256 pid, uint256 amount)',
      }),
    ],
  ],
  [
    'deposit-returned|unstake||',
    [
      tx([move('-2 UNI', POOL)], { method: 'stake' }),
      tx([move('+2 UNI', POOL), move('+1 FARM', POOL)], { method: 'exit' }),
    ],
  ],
  [
    'deposit-returned|unstake||classification_uncertain',
    [tx([move('-2 UNI', POOL)], { method: 'stake' }), tx([move('+3 UNI', POOL)], { method: 'exit' })],
  ],
  [
    'margin-paid|swap||classification_uncertain',
    [
      tx([move('-2 UNI', GMX_VAULT)], { chain: 'arbitrum', method: 'multicall' }),
      tx([move('+9 ETH', GMX_MARKET)], { chain: 'arbitrum', method: 'executeOrder', from: STRANGER }),
    ],
  ],
  [
    'margin-closed|unstake||classification_uncertain',
    [
      tx([move('-2 UNI', GMX_VAULT)], { chain: 'arbitrum', method: 'multicall' }),
      tx([move('+3 UNI', GMX_MARKET)], { chain: 'arbitrum', method: 'executeOrder', from: STRANGER }),
    ],
  ],
  ['distributor|income|interest|', [tx([move('+3 COMP', COMPTROLLER)], { method: 'claimComp' })]],
  ['liquid-staking|stake||', [tx([move('-1 ETH', POOL), move('+1 stETH', ZERO)], { method: 'submit' })]],
  [
    'liquid-unstaking|unstake||',
    [tx([move('-1 stETH', ZERO), move('+1 ETH', POOL)], { method: 'claimWithdrawal' })],
  ],
  [
    'shares-received|lp_add||',
    [
      tx([move('-1 ETH', ROUTER), move('-2000 USDC', POOL), move('+1 UNI-V2', ZERO, 'token', lp)], {
        method: 'addLiquidityETH',
      }),
    ],
  ],
  [
    'shares-received|lp_add||',
    [
      tx([move('-1 ETH', ROUTER), move('-2000 USDC', POOL), move('+1 POS#77', ZERO)], {
        method: 'multicall',
      }),
    ],
  ],
  [
    'shares-returned|lp_remove||',
    [
      tx([move('-1 UNI-V2', POOL, 'token', lp), move('+1 ETH', ROUTER), move('+2000 USDC', POOL)], {
        method: 'removeLiquidityETH',
      }),
    ],
  ],
  [
    'swap|swap||',
    [tx([move('-1 ETH', ROUTER), move('+2000 USDC', POOL)], { method: 'swapExactETHForTokens' })],
  ],
  ['swap|swap||', [tx([move('-1 ETH', ROUTER), move('+1 CAT#9', ZERO)], { method: 'mintCat' })]],
  [
    'swap-with-change|swap||',
    [tx([move('-1 ETH', ROUTER), move('+0.1 WETH', ROUTER), move('+3 UNI', POOL)], { method: 'swap' })],
  ],
  [
    'multi-swap|swap||classification_uncertain',
    [tx([move('-1 ETH', ROUTER), move('+2000 USDC', POOL), move('+3 UNI', POOL)], { method: 'swap' })],
  ],
  ['burn|spend||burn review', [tx([move('-3 UNI', DEAD)], { method: 'transfer' })]],
  ['bridge-out|bridge||', [tx([move('-1 ETH', CASHIER)], { method: 'depositETH' })]],
  [
    'bridge-in|bridge||',
    [
      tx([move('+1 ETH', '0x4200000000000000000000000000000000000010', 'internal')], {
        chain: 'optimism',
        from: STRANGER,
      }),
    ],
  ],
  ['bridge-in|bridge||', [tx([move('+1 POL', ZERO)], { chain: 'polygon', from: ZERO })]],
  ['deposit|stake||', [tx([move('-32 ETH', BEACON)], { method: 'deposit' })]],
  ['reward|income|staking_reward|', [tx([move('+3 UNI', POOL)], { method: 'getReward()' })]],
  ['claim|income|airdrop|', [tx([move('+400 UNI', POOL)], { method: 'claim' })]],
  ['airdrop|income|airdrop|', [tx([move('+4 UNI', POOL)], { method: 'airdrop', from: STRANGER })]],
  [
    'airdrop|transfer_in||untracked classification_uncertain',
    [tx([move('-1 ETH', POOL)]), tx([move('+4 UNI', POOL)], { method: 'airdrop', from: STRANGER })],
  ],
  ['minted|income|airdrop|', [tx([move('+4 UNI', ZERO)], { from: STRANGER })]],
  [
    'minted|transfer_in||untracked classification_uncertain',
    [tx([move('+4 USDC', ZERO)], { method: 'mint', from: STRANGER })],
  ],
  ['transfer-in|transfer_in||untracked', [tx([move('+1 ETH', STRANGER)], { from: STRANGER })]],
  [
    'transfer-in|transfer_in||untracked classification_uncertain',
    [tx([move('+1 ETH', POOL)], { method: 'vote' })],
  ],
  ['transfer-out|transfer_out||unmatched', [tx([move('-1 ETH', STRANGER)])]],
  ['spend|spend||unmatched', [tx([move('-0.01 ETH', POOL)], { method: 'register' })]],
  ['debt-only|borrow||', [tx([move('+900 variableDebtUSDC', ZERO, 'token', debt)], { method: 'delegate' })]],
  [
    'unknown|unknown||classification_uncertain',
    [tx([move('-1 ETH', SAVINGS), move('+3 COMP', COMPTROLLER)], { method: 'claim' })],
  ],
];

describe('classification', () => {
  for (const [expected, txs] of STORIES) it(expected, () => expect(summary(last(...txs))).toBe(expected));

  it('knows a deposit by its return', () => {
    const [offer, cancel] = classify(
      tx([move('-500 DAI', POOL)], { method: 'offer' }),
      tx([move('+500 DAI', POOL)], { method: 'cancel' }),
    );
    expect(offer && summary(offer)).toBe('deposit-until-returned|stake||classification_uncertain');
    expect(cancel && summary(cancel)).toBe('deposit-returned|unstake||');
  });

  it('treats units that did not come back as spent', () => {
    const [offer] = classify(
      tx([move('-500 DAI', POOL)], { method: 'offer' }),
      tx([move('+499 DAI', POOL)], { method: 'cancel' }),
    );
    expect(offer?.type).toBe('spend');
  });

  it('takes the arrival of a bridged token for no airdrop', () => {
    const arrival = tx([move('+5 LDOX', ZERO)], { chain: 'arbitrum', from: STRANGER });
    expect(last(tx([move('-5 LDOX', ROUTER)], { method: 'bridge' }), arrival).type).toBe('bridge');
  });

  it('separates the deposit from its income', () => {
    const stake = tx([move('-2 UNI', POOL)], { method: 'stake' });
    const exit = tx([move('+3 UNI', POOL), move('+1 FARM', POOL)], { method: 'exit' });
    expect(last(stake, exit).legs.map((leg) => leg.principal)).toEqual([2n * 10n ** 18n, 0n]);
    expect(last(stake).legs[0]?.principal).toBeUndefined();
  });

  it('has a story for every rule', () => {
    // The rule that depends on later transactions has a separate test above, that of funds is in flows.spec, those of
    // loans are in loan-shapes.spec, and that of farms in farmed-positions.spec.
    const covered = new Set([
      ...[...LOAN_SHAPES, ...RECEIPT_SHAPES].map(({ name }) => name),
      'deposit-until-returned',
      'fund-redeemed',
      'position-farmed',
      ...STORIES.map(([expected]) => expected.split('|')[0]),
      ...FLOW_STORIES.map(({ expected }) => expected.split('|')[0]),
    ]);
    expect(RULES.map((rule) => rule.name).filter((name) => !covered.has(name))).toEqual([]);
  });

  it('nets units returned in the same transaction, and a payment to oneself', () => {
    expect(
      last(tx([move('-1 ETH', ROUTER), move('+0.2 ETH', ROUTER), move('+5 UNI', POOL)])).legs,
    ).toMatchObject([
      { direction: 'out', quantity: 8n * 10n ** 17n },
      { direction: 'in', quantity: 5n * 10n ** 18n },
    ]);
    expect(last(tx([move('-1 ETH', ME)])).type).toBe('fee_only');
  });

  it('separates units sent to an own wallet from units sent to a third party', () => {
    const { legs, type } = last(tx([move('-1 ETH', SAVINGS), move('-2 ETH', STRANGER)]));
    expect(type).toBe('transfer_out');
    expect(legs.map((leg) => [leg.isInternal, leg.quantity])).toEqual([
      [true, 10n ** 18n],
      [false, 2n * 10n ** 18n],
    ]);
  });

  it('reports unknown decimals of a token', () => {
    const blank = { ...asset('BLANK'), decimals: 0, decimalsUnknown: true };
    expect(last(tx([move('-1 ETH', ROUTER), move('+12345 BLANK', POOL, 'token', blank)])).flags).toContain(
      'missing_metadata',
    );
  });

  it('names a transaction by chain, hash and wallet', () => {
    const story = tx([move('-1 ETH', STRANGER)]);
    const [mine] = classify(story);
    const [theirs] = classifyHistory([{ ...story, wallet: STRANGER }], {
      wallet: STRANGER,
      owned: new Set(),
    });
    expect(mine?.id).toMatch(/^[0-9a-f-]{36}$/);
    expect(theirs?.id).not.toBe(mine?.id);
    expect(classify(story)[0]?.id).toBe(mine?.id);
  });
});
