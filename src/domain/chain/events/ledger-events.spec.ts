import { isEscrowOf } from './escrow';
import { asset, move, tx } from '../../../../test/chain/chain-story';
import { DEAD, ME, POOL, ROUTER, SAVINGS, STRANGER, ZERO } from '../../../../test/chain/parties';
import { replay, type LedgerEvent } from '../../engine';
import type { Asset } from '../../kernel/asset';
import type { ChainName } from '../../kernel/chain';
import { formatMoney, formatUnits } from '../../kernel/units';
import type { ChainTransaction } from '../facts/chain-transaction';
import { classifyHistory } from '../classify/classify';
import { ledgerEvents, type LedgerPolicies } from './ledger-events';
import { valueTransactions } from '../pricing/value';
import { POLICIES } from '../../../../test/chain/policies';
import { FIFO } from '../../../../test/support/engine-events';

const owned = new Set([ME, SAVINGS]);
const TAXED: LedgerPolicies = { ...POLICIES, owned };
const PRICES: Record<string, string> = {
  native: '2000',
  [asset('WETH').contract ?? '']: '2000',
  [asset('USDC').contract ?? '']: '1',
  [asset('UNI').contract ?? '']: '10',
  [asset('DAI').contract ?? '']: '1',
  [asset('COMP').contract ?? '']: '50',
  [asset('stETH').contract ?? '']: '2000',
};
/** One dollar of gas, unless the story sets another fee. */
const GAS = 5n * 10n ** 14n;

const eventsOf = (txs: ChainTransaction[], policies: Partial<LedgerPolicies> = {}): LedgerEvent[] => {
  const wallets = [...new Set(txs.map((t) => t.wallet))];
  const classified = wallets.flatMap((wallet) =>
    classifyHistory(
      txs.filter((t) => t.wallet === wallet),
      { wallet, owned },
    ),
  );
  const lookup = (assetId: string, at: number) => {
    const usd = PRICES[assetId.split(':')[1] ?? ''];
    return usd === undefined ? null : { usd, at, source: 'market' };
  };
  return ledgerEvents(valueTransactions(classified, lookup), { ...TAXED, ...policies });
};

const who = (address: string): string =>
  isEscrowOf(address, ME) ? 'deposit' : address === ME ? 'me' : address === SAVINGS ? 'savings' : address;
const usd = (value: bigint | null | undefined): string =>
  value === null || value === undefined ? 'none' : `$${formatMoney(value)}`;
const line = (event: LedgerEvent): string => {
  const what = `${formatUnits(event.quantity, event.asset.decimals)} ${event.asset.symbol}`;
  if (event.kind === 'acquire')
    return [
      '+',
      what,
      event.source,
      event.incomeType ?? '',
      usd(event.cost),
      event.untracked ? 'untracked' : '',
    ]
      .join(' ')
      .replace(/ +/g, ' ')
      .trim();
  if (event.kind === 'dispose')
    return [
      '-',
      what,
      event.type,
      usd(event.proceeds),
      event.fees ? `fees ${usd(event.fees)}` : '',
      (event.flags ?? []).join(' '),
    ]
      .join(' ')
      .replace(/ +/g, ' ')
      .trim();
  if (event.kind === 'allocate') throw new Error('A history has no allocations');
  const to = `${formatUnits(event.received, event.toAsset.decimals)} ${event.toAsset.symbol}`;
  return [
    '>',
    what,
    event.relation,
    `${who(event.wallet)} to ${who(event.toWallet)}`,
    to,
    event.addedCost ? `adds ${usd(event.addedCost)}` : '',
  ]
    .join(' ')
    .trim();
};
const linesOf = (txs: ChainTransaction[], policies?: Partial<LedgerPolicies>): string[] =>
  eventsOf(txs, policies).map(line);
const free = { feeWei: null };
const gas = { feeWei: GAS };

describe('trades', () => {
  it('deduct costs from the amount realized, and record the gas as a disposal', () => {
    expect(linesOf([tx([move('-1 ETH', ROUTER), move('+2000 USDC', POOL)], gas)])).toEqual([
      '+ 2000 USDC swap $2000',
      '- 1 ETH swap $1999 fees $1',
      '- 0.0005 ETH fee $1',
    ]);
  });

  it('split costs over what was given by value', () => {
    const story = tx([move('-1 ETH', ROUTER), move('-2000 USDC', POOL), move('+1 UNI-V2', ZERO)], {
      ...gas,
      method: 'addLiquidityETH',
    });
    expect(linesOf([story])).toEqual([
      '+ 1 UNI-V2 swap $4000',
      '- 1 ETH swap $1999.5 fees $0.5',
      '- 2000 USDC swap $1999.5 fees $0.5',
      '- 0.0005 ETH fee $1',
    ]);
  });

  it('count no value where there is none, and flag both sides', () => {
    expect(eventsOf([tx([move('-1 FROG', POOL), move('+1 TOAD', POOL)], free)])).toMatchObject([
      { kind: 'dispose', proceeds: null, flags: ['missing_price'] },
      { kind: 'acquire', cost: null, carries: { from: 0n, upTo: 1n, whole: 1n }, flags: ['missing_price'] },
    ]);
  });

  it('without a value carry the basis over, after the known value of other units', () => {
    const bought = tx([move('-100 USDC', POOL), move('+1 FROG', POOL)], free);
    const story = tx([move('-1 FROG', POOL), move('+2 TOAD', POOL), move('+30 USDC', POOL)], free);
    const { lots, disposals } = replay(eventsOf([bought, story]), FIFO);
    expect(
      lots
        .filter(({ remaining }) => remaining > 0n)
        .map(({ asset: { symbol }, cost, valueStatus }) => [symbol, formatMoney(cost), valueStatus]),
    ).toEqual([
      ['USDC', '30', 'known'],
      ['TOAD', '70', 'missing'],
    ]);
    expect(disposals.at(-1)).toMatchObject({ valueStatus: 'missing', gain: 0n });
  });

  it('have no negative proceeds: costs above the value count as a fee only', () => {
    const story = tx([move('-0.0001 ETH', ROUTER), move('+0.2 USDC', POOL)], gas);
    expect(linesOf([story])).toEqual([
      '+ 0.2 USDC swap $0.2',
      '- 0.0001 ETH swap $0 fees $0.2 costs_capped',
      '- 0.0005 ETH fee $1',
    ]);
  });

  it('carry change that is returned in wrapped form', () => {
    expect(
      linesOf([tx([move('-1.1 ETH', ROUTER), move('+0.1 WETH', ROUTER), move('+2000 USDC', POOL)], free)]),
    ).toEqual(['+ 2000 USDC swap $2000', '- 1 ETH swap $2000', '> 0.1 ETH wrap me to me 0.1 WETH']);
  });

  it('join what one own wallet paid and another received', () => {
    const paid = tx([move('-1 ETH', ROUTER)], { ...free, method: 'swap' });
    const got = {
      ...tx([move('+2000 USDC', POOL)], { wallet: SAVINGS, from: ME }),
      hash: paid.hash,
      at: paid.at,
      block: paid.block,
    };
    expect(linesOf([paid, got])).toEqual(['+ 2000 USDC swap $2000', '- 1 ETH swap $2000']);
  });
});

describe('fees', () => {
  it.each([
    ['an approval', tx([], { ...gas, method: 'approve' })],
    ['a call without legs', tx([], { ...gas, method: 'vote' })],
    ['a failed transaction', tx([move('-1 ETH', ROUTER)], { ...gas, succeeded: false })],
  ])('of %s are all there is', (_, story) => expect(linesOf([story])).toEqual(['- 0.0005 ETH fee $1']));

  it('of a claim reduce no income', () => {
    expect(linesOf([tx([move('+4 UNI', POOL)], { ...gas, method: 'claim' })])).toEqual([
      '+ 4 UNI income airdrop $40',
      '- 0.0005 ETH fee $1',
    ]);
  });

  it('of a claim that was paid for before are disposals beside an untracked receipt', () => {
    const bought = tx([move('-10 USDC', POOL)], { ...gas, method: 'buyTokens', to: POOL });
    const claimed = tx([move('-0.001 ETH', POOL), move('+4 UNI', POOL)], {
      ...gas,
      method: 'claim',
      to: POOL,
    });
    expect(linesOf([bought, claimed]).slice(2)).toEqual([
      '+ 4 UNI transfer_in none untracked',
      '- 0.001 ETH spend $2 classification_uncertain',
      '- 0.0005 ETH fee $1',
    ]);
  });

  it('join the basis of what moved only when capitalised', () => {
    const story = tx([move('-1 UNI', SAVINGS)], gas);
    expect(linesOf([story])).toEqual(['> 1 UNI transfer me to savings 1 UNI', '- 0.0005 ETH fee $1']);
    expect(linesOf([story], { gasPolicy: 'capitalize' })[0]).toBe(
      '> 1 UNI transfer me to savings 1 UNI adds $1',
    );
  });
});

describe('transfers', () => {
  const sent = tx([move('-1 ETH', SAVINGS)], free);
  const received: ChainTransaction = { ...sent, wallet: SAVINGS };

  it.each([
    ['both wallets', [sent, received]],
    ['the sender alone', [sent]],
    ['the receiver alone', [received]],
  ])('between own wallets are one move, reported by %s', (_, txs) => {
    expect(linesOf(txs)).toEqual(['> 1 ETH transfer me to savings 1 ETH']);
  });

  it('from strangers are untracked, to strangers unmatched', () => {
    expect(linesOf([tx([move('+1 ETH', STRANGER)], { from: STRANGER })])).toEqual([
      '+ 1 ETH transfer_in none untracked',
    ]);
    expect(linesOf([tx([move('-1 ETH', STRANGER)], free)])).toEqual(['- 1 ETH spend $2000 unmatched']);
  });

  it('to nowhere are lost without gain', () => {
    expect(linesOf([tx([move('-1 UNI', DEAD)], free)])).toEqual(['- 1 UNI lost $10']);
  });

  it('of worthless tokens are not there; genuine dust of an impostor cost nothing', () => {
    const alike = '0x555bcdefbcdefbcdefbcdefbcdefbcdefbcd5555';
    expect(linesOf([tx([move('+1 FROG', STRANGER)], { from: STRANGER })])).toEqual([]);
    const story = [tx([move('-1 ETH', STRANGER)], free), tx([move('+0.001 USDC', alike)], { from: alike })];
    expect(linesOf(story)).toEqual(['- 1 ETH spend $2000 unmatched', '+ 0.001 USDC transfer_in $0']);
  });
});

describe('wraps and shares', () => {
  const wrap = tx([move('-1 ETH', POOL), move('+1 WETH', POOL)], free);
  const add = tx([move('-1 ETH', ROUTER), move('-2000 USDC', POOL), move('+8 UNI-V2', ZERO)], {
    ...free,
    method: 'addLiquidityETH',
  });
  const remove = tx([move('-8 UNI-V2', ZERO), move('+1 ETH', ROUTER), move('+2000 USDC', POOL)], {
    ...free,
    method: 'removeLiquidityETH',
  });

  it('carry or sell by policy', () => {
    expect(linesOf([wrap])).toEqual(['> 1 ETH wrap me to me 1 WETH']);
    expect(linesOf([wrap], { wrapPolicy: 'taxable' })).toEqual(['+ 1 WETH swap $2000', '- 1 ETH swap $2000']);
  });

  it('carry the basis into shares and back, by value', () => {
    expect(linesOf([add], { depositPolicy: 'carry' })).toEqual([
      '> 1 ETH wrap me to me 4 UNI-V2',
      '> 2000 USDC wrap me to me 4 UNI-V2',
    ]);
    expect(linesOf([remove], { depositPolicy: 'carry' })).toEqual([
      '> 4 UNI-V2 wrap me to me 1 ETH',
      '> 4 UNI-V2 wrap me to me 2000 USDC',
    ]);
    expect(eventsOf([add], { depositPolicy: 'carry' })).toMatchObject([
      { rescaled: true },
      { rescaled: true },
    ]);
  });

  it('carry an issuer’s redenomination under any policy', () => {
    const story = tx([move('-5 SAI', ROUTER), move('+5 DAI', ZERO)], { ...free, method: 'swapSaiToDai' });
    expect(linesOf([story], { wrapPolicy: 'taxable' })).toEqual(['> 5 SAI wrap me to me 5 DAI']);
  });
});

describe('deposits, loans, rewards', () => {
  it('leave a deposit with the user, and count what comes back above it as income', () => {
    const put = tx([move('-2 UNI', POOL)], { ...free, method: 'stake' });
    const back = tx([move('+2.5 UNI', POOL), move('+1 COMP', POOL)], { ...free, method: 'exit' });
    expect(linesOf([put])).toEqual(['> 2 UNI transfer me to deposit 2 UNI']);
    expect(linesOf([put, back])).toEqual([
      '> 2 UNI transfer me to deposit 2 UNI',
      '+ 0.5 UNI income staking_reward $5',
      '+ 1 COMP income staking_reward $50',
      '> 2 UNI transfer deposit to me 2 UNI',
    ]);
    const half = tx([move('+1 UNI', POOL)], { ...free, method: 'withdraw' });
    expect(linesOf([put, half, half]).slice(1)).toEqual([
      '> 1 UNI transfer deposit to me 1 UNI',
      '> 1 UNI transfer deposit to me 1 UNI',
    ]);
  });

  it('return a validator’s stake without income, and skim rewards with it', () => {
    const stake = tx([move('-32 ETH', '0x00000000219ab540356cbb839cbe05303d7705fa')], {
      ...free,
      method: 'deposit',
    });
    const skim = tx([move('+0.01 ETH', null, 'withdrawal')], { from: null, hash: 'withdrawal-1' });
    const exit = tx([move('+32.02 ETH', null, 'withdrawal')], { from: null, hash: 'withdrawal-2' });
    expect(linesOf([stake, skim, exit])).toEqual([
      '> 32 ETH transfer me to deposit 32 ETH',
      '+ 0.01 ETH income staking_reward $20',
      '+ 0.02 ETH income staking_reward $40',
      '> 32 ETH transfer deposit to me 32 ETH',
    ]);
    expect(linesOf([exit])).toEqual([
      '+ 32 ETH transfer_in none untracked',
      '+ 0.02 ETH income staking_reward $40',
    ]);
  });

  it('borrow at fair value, give back at fair value when the loan is not known', () => {
    expect(linesOf([tx([move('+900 USDC', POOL)], { ...free, method: 'borrow' })])).toEqual([
      '+ 900 USDC transfer_in $900',
    ]);
    expect(linesOf([tx([move('-900 USDC', POOL)], { ...free, method: 'repay' })])).toEqual([
      '- 900 USDC repayment $900 classification_uncertain',
    ]);
  });

  it('keep collateral with the user', () => {
    const story = tx([move('-1 ETH', STRANGER), move('+900 DAI', ZERO)], { ...free, method: 'execute' });
    expect(linesOf([story])).toEqual(['+ 900 DAI transfer_in $900', '> 1 ETH transfer me to deposit 1 ETH']);
  });

  it('take rewards paid along the way for income', () => {
    const story = tx(
      [move('-900 USDC', POOL), move('+1 COMP', '0x3d9819210a31b4961b30ef54be2aed79b9c9cd3b')],
      { ...free, method: 'repayBorrow' },
    );
    expect(linesOf([story])).toEqual([
      '+ 1 COMP income interest $50',
      '- 900 USDC repayment $900 classification_uncertain',
    ]);
  });
});

describe('growth', () => {
  it('records the units of a growing token that a spend takes beyond its receipts', () => {
    const got = tx([move('-1 ETH', POOL), move('+1 stETH', ZERO)], { ...free, method: 'submit' });
    const spent = tx([move('-1.05 stETH', POOL), move('+1.05 ETH', ROUTER)], { ...free, method: 'exchange' });
    expect(linesOf([got, spent]).slice(2)).toEqual([
      '+ 1.05 ETH swap $2100',
      '+ 0.05 stETH income staking_reward $100',
      '- 1.05 stETH swap $2100',
    ]);
  });

  it('is found at a transfer between own wallets too', () => {
    const got = tx([move('-1 ETH', POOL), move('+1 stETH', ZERO)], { ...free, method: 'submit' });
    const sent = tx([move('-1.05 stETH', SAVINGS)], free);
    expect(linesOf([got, sent]).slice(2)).toEqual([
      '+ 0.05 stETH income staking_reward $100',
      '> 1.05 stETH transfer me to savings 1.05 stETH',
    ]);
  });

  it('leaves other tokens short', () => {
    expect(linesOf([tx([move('-1 UNI', STRANGER)], free)])).toEqual(['- 1 UNI spend $10 unmatched']);
  });

  it('takes interest minted at a withdrawal for interest', () => {
    const aToken = asset('aDAI', 'ethereum', 'Aave Interest bearing DAI');
    const put = tx([move('-10 DAI', POOL), move('+10 aDAI', ZERO, 'token', aToken)], {
      ...free,
      method: 'deposit',
    });
    const story = tx(
      [
        move('-10 aDAI', ZERO, 'token', aToken),
        move('+0.5 aDAI', ZERO, 'token', aToken),
        move('+10 DAI', POOL),
      ],
      { ...free, method: 'redeem' },
    );
    expect(linesOf([put, story]).slice(2)).toEqual([
      '+ 0.5 aDAI income interest $0.5',
      '+ 10 DAI swap $10',
      '- 10 aDAI swap $10',
    ]);
  });
});

describe('bridges', () => {
  const GATE = '0x99c9fc46f92e8a1c0dec1b1747d010903e884be1';
  const EXIT = '0x4200000000000000000000000000000000000010';
  const out = tx([move('-1 ETH', GATE)], { ...free, method: 'depositETH' });
  const arrival = (amount: string, later: number) =>
    tx([move(amount, EXIT, 'internal')], { chain: 'optimism', from: STRANGER, at: out.at + later });
  const HOUR = 3_600_000;

  it('carry what arrives on the other chain in time', () => {
    expect(linesOf([out, arrival('+1 ETH', HOUR / 4)])).toEqual(['> 1 ETH bridge me to me 1 ETH']);
    expect(linesOf([out, arrival('+0.995 ETH', HOUR)])).toEqual(['> 1 ETH bridge me to me 0.995 ETH']);
  });

  it.each([
    ['too late', arrival('+1 ETH', 5 * HOUR)],
    ['too little', arrival('+0.9 ETH', HOUR)],
    ['too much', arrival('+1.1 ETH', HOUR)],
  ])('stay apart when it comes %s', (_, end) => {
    const [left, came] = eventsOf([out, end]);
    expect(left).toMatchObject({ kind: 'move', toWallet: `${ME}>Optimism Gateway`, flags: ['unmatched'] });
    expect(came).toMatchObject({ kind: 'acquire', source: 'bridge', untracked: true });
  });

  it('hold what does not arrive, for any time', () => {
    expect(linesOf([out])).toEqual(['> 1 ETH transfer me to deposit 1 ETH']);
  });

  it('carry what a market without a chain returns, up to what was sent there', () => {
    const hyperliquid = '0x2df1c51e09aecf9cacb7bc98cb1742757f163df7';
    const there = tx([move('-5 ETH', hyperliquid)], { ...free, chain: 'arbitrum', method: 'transfer' });
    const back = tx([move('+6 ETH', hyperliquid)], { chain: 'arbitrum', from: STRANGER });
    expect(linesOf([there, back])).toEqual([
      '> 5 ETH transfer me to deposit 5 ETH',
      '+ 1 ETH transfer_in $2000',
      '> 5 ETH transfer deposit to me 5 ETH',
      '+ 1 ETH transfer_in $0',
      '- 1 ETH margin_result $2000 classification_uncertain',
    ]);
  });

  it.each([
    [
      'Hop keeps 18 %',
      '0xb8901acb165ed027e32754e0ffe830802919727f',
      '0x86ca30bef97fb651b8d866d45503684b90cb3312',
      '+0.82 ETH',
    ],
    [
      'Across keeps 4 %',
      '0x5c7bcd6e7de5423a257d81b442095a1a6ced35c5',
      '0x6f26bf09b1c792e3228e5467807a900a503c0281',
      '+0.96 ETH',
    ],
    [
      'Relay keeps 3 %',
      '0xf70da97812cb96acdf810712aa562db8dfa3dbef',
      '0xf70da97812cb96acdf810712aa562db8dfa3dbef',
      '+0.97 ETH',
    ],
    [
      'Stargate',
      '0x150f94b44927f078737562f0fcf3c95c01cc2376',
      '0xb49c4e680174e331cb0a7ff3ab58afc9738d5f8b',
      '+0.999 ETH',
    ],
    [
      'Connext',
      '0x8898b472c54c31894e3b9bb83cea802a5d0e63c6',
      '0x8f7492de823025b4cfaab1d34c58963f2af5deda',
      '+0.99 ETH',
    ],
    [
      'Orbiter',
      '0x80c67432656d59144ceff962e8faf8926599bcf8',
      '0x80c67432656d59144ceff962e8faf8926599bcf8',
      '+0.99 ETH',
    ],
    [
      'deBridge',
      '0xef4fb24ad0916217251f553c0596f8edc630eb66',
      '0xe7351fd770a37282b91d153ee690b63579d6dd7f',
      '+0.99 ETH',
    ],
    [
      'Synapse',
      '0x2796317b0ff8538f253012862c06787adfb8ceb6',
      '0xaf41a65f786339e7911f4acdad6bd49426f2dc6b',
      '+0.99 ETH',
    ],
    [
      'cBridge',
      '0x5427fefa711eff984124bfbb1ab6fbf5e3da1820',
      '0x9d39fc627a6d9d9f8c831c16995b209548cc3401',
      '+0.99 ETH',
    ],
    [
      'Wormhole',
      '0x3ee18b2214aff97000d974cf647e7c347e8fa585',
      '0x1d68124e65fafc907325e3edbf8c4d84499daa8b',
      '+1 ETH',
    ],
  ])('carry lots and dates over %s', (_, from, to, amount) => {
    const left = tx([move('-1 ETH', from)], { ...free, method: 'send' });
    const came = tx([move(amount, to, 'internal')], {
      chain: 'optimism',
      from: STRANGER,
      at: left.at + HOUR,
    });
    expect(linesOf([left, came])).toEqual([`> 1 ETH bridge me to me ${amount.slice(1)}`]);
  });

  it.each([
    ['Optimism', '0x99c9fc46f92e8a1c0dec1b1747d010903e884be1', 'optimism', EXIT],
    ['Base', '0x3154cf16ccdb4c6d922629664174b904d80f2c35', 'base', EXIT],
    ['Arbitrum', '0x4dbd4fc535ac27206064b68ffcf827b0a60bab3f', 'arbitrum', STRANGER],
    ['zkSync', '0x32400084c286cf3e17e7b677ea9583e60a000324', null, ''],
    ['Linea', '0xd19d4b5d358258f05d7b411e21a1460d11b0876f', null, ''],
  ] as const)('carry lots and dates over the bridge of %s, or hold them there', (_, from, chain, payer) => {
    const left = tx([move('-1 ETH', from)], { ...free, method: 'send' });
    if (chain === null) {
      expect(linesOf([left])).toEqual(['> 1 ETH transfer me to deposit 1 ETH']);
      return;
    }
    const came = tx([move('+1 ETH', payer, 'internal')], { chain, from: STRANGER, at: left.at + HOUR });
    expect(linesOf([left, came])).toEqual(['> 1 ETH bridge me to me 1 ETH']);
  });

  const usdc = (chain: ChainName, contract: string, decimals = 6): Asset => ({
    ...asset('USDC', chain, 'USD Coin'),
    id: `${chain}:${contract}`,
    contract,
    decimals,
  });
  const ON_ETHEREUM = usdc('ethereum', '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48');

  it.each([
    [
      'CCTP, which burns and mints',
      '0xbd3fa81b58ba92a82136038b25adec7066af3155',
      { chain: 'base', from: STRANGER, to: '0xad09780d193884d503182ad4588450c416d6f9d4' },
      usdc('base', '0x833589fcd6edb6e08f4c7c32d4f71b54bda02913'),
      ZERO,
    ],
    [
      'Stargate to a coin with more decimals',
      '0xc026395860db2d07ee33e05fe50ed7bd583189c7',
      { chain: 'bsc', from: STRANGER },
      usdc('bsc', '0x8ac76a51cc950d9822d68b83fe1ad97b32cd580d', 18),
      '0x962bd449e630b0d928f308ce63f1a21f02576057',
    ],
  ] as const)('carry a token over %s', (_, to, call, there, payer) => {
    const left = tx([move('-100 USDC', to, 'token', ON_ETHEREUM)], { ...free, method: 'send', to });
    const came = tx([move('+100 USDC', payer, 'token', there)], { ...call, at: left.at + HOUR });
    const [moved, ...others] = eventsOf([left, came]);
    expect(others).toEqual([]);
    expect(moved).toMatchObject({
      kind: 'move',
      relation: 'bridge',
      toAsset: there,
      received: 100n * 10n ** BigInt(there.decimals),
      feeValue: 0n,
    });
  });

  it('lose units over a bridge between coins of other decimals, and no more than the bridge takes', () => {
    const to = '0xc026395860db2d07ee33e05fe50ed7bd583189c7';
    const there = usdc('bsc', '0x8ac76a51cc950d9822d68b83fe1ad97b32cd580d', 18);
    const left = tx([move('-100 USDC', to, 'token', ON_ETHEREUM)], { ...free, method: 'send', to });
    const arrived = (amount: string) =>
      tx([move(amount, '0x962bd449e630b0d928f308ce63f1a21f02576057', 'token', there)], {
        chain: 'bsc',
        from: STRANGER,
        at: left.at + HOUR,
      });
    expect(eventsOf([left, arrived('+99 USDC')])).toMatchObject([
      { relation: 'bridge', received: 99n * 10n ** 18n },
    ]);
    expect(eventsOf([left, arrived('+90 USDC')])).toHaveLength(2);
    expect(eventsOf([left, arrived('+101 USDC')])).toHaveLength(2);
  });
});

describe('a request to get a deposit back', () => {
  const xFoo = asset('xFOO', 'ethereum', 'Staked FOO');
  const ask = (amount: string) =>
    tx([move(amount, ZERO, 'token', xFoo)], { ...free, method: 'cooldown', to: POOL });
  const claim = (amount: string) =>
    tx([move(amount, POOL)], { ...free, method: 'claimWithdrawal', to: POOL });

  it('holds the receipt, and its payment carries the basis', () => {
    const story = [ask('-5 xFOO'), ask('-2 xFOO'), claim('+6 UNI'), claim('+2.5 UNI')];
    expect(linesOf(story, { depositPolicy: 'mixed' })).toEqual([
      '> 5 xFOO transfer me to deposit 5 xFOO',
      '> 2 xFOO transfer me to deposit 2 xFOO',
      '> 5 xFOO wrap deposit to me 6 UNI',
      '> 2 xFOO wrap deposit to me 2.5 UNI',
    ]);
  });
});

describe('names and order', () => {
  const trade = tx([move('-1 ETH', ROUTER), move('-5 UNI', POOL), move('+2000 USDC', POOL)], gas);

  it('name every event of a transaction differently', () => {
    const events = eventsOf([trade]);
    expect(new Set(events.map((e) => e.leg)).size).toBe(events.length);
    expect(new Set(events.map((e) => e.stem))).toEqual(new Set([trade.hash]));
  });

  it('bring ins before outs, and the fee last', () => {
    expect([...eventsOf([trade])].sort((a, b) => a.logIndex - b.logIndex).map((e) => e.asset.symbol)).toEqual(
      ['USDC', 'ETH', 'UNI', 'ETH'],
    );
  });

  it('do not depend on the order of the wallets', () => {
    const other = tx([move('+1 ETH', STRANGER)], { wallet: SAVINGS, from: STRANGER });
    expect(linesOf([other, trade])).toEqual(linesOf([trade, other]));
  });
});
