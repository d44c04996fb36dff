import type { ChainTransaction } from '../../src/domain/chain/facts/chain-transaction';
import { asset, move, tx, type TxOptions } from './chain-story';
import { KIND_STORIES, type FlowStory } from './kind-stories';
import { ME, POOL, ROUTER, STRANGER, ZERO } from './parties';

const story = (flow: string, expected: string, ...txs: ChainTransaction[]): FlowStory => ({
  flow,
  expected,
  txs,
});
const withId = (id: string, one: ChainTransaction): ChainTransaction => ({
  ...one,
  method: { ...one.method, id },
});
const by = (method: string, to: string, more: TxOptions = {}): TxOptions => ({ method, to, ...more });
const named = (symbol: string, name: string, contract?: string) => {
  const plain = asset(symbol, 'ethereum', name);
  return contract ? { ...plain, contract, id: `ethereum:${contract}` } : plain;
};

const V3 = '0xc36442b4a4522e871399cd717abdd847ab11fe88';
const V4 = '0xbd216513d74c8cf14cf4747e6aaa6420ff64ee9e';
const VOTE_LOCK = '0x5f3b5dfeb7b28cdbd7faba78963ee202a494e2a2';
const COMET = '0xc3d688b66703497daa19211eedff47f25384cdc3';
const BULKER = '0xa397a8c2086c554b531c02e29f3291c9704b00c7';
const LUSD = named('LUSD', 'LUSD Stablecoin', '0x5f98805a4e8be255a32880fdec7f6728c6568ba0');
const BLUE = '0xbbbbbbbbbb9cc5e90e3b3af64bdaf62c37eeffcb';
const CCTP_OUT = '0xbd3fa81b58ba92a82136038b25adec7066af3155';
const CCTP_IN = '0xc30362313fbba5cf9163f0bb16a0e01f01a896ca';
const HYPERLIQUID = '0x2df1c51e09aecf9cacb7bc98cb1742757f163df7';
const ACROSS = '0xe35e9842fceaca96570b734083f4a58e8f7c5f2a';
const RELAY = '0xf70da97812cb96acdf810712aa562db8dfa3dbef';
const SOCKET = '0x3a23f943181408eac424116af7b7790c94cb97a5';
const ETH_FLOW = '0x40a50cf069e992aa4536211b23f286ef88752187';
const COW = '0x9008d19f58aabd9ed0d60971565aa8510560ab41';
const LIDO_QUEUE = '0x889edc2edab5f40e902b864ad4d7ade8e412f9b1';
const MERKL = '0x3ef3d8ba38ebe18db133cec108f4d14ce00dd9ae';
const OMNI_CLAIM = '0xd0c155595929fd6be034c3848c00daebc6d330f6';
const GRAPH = '0x00669a4cf01450b64e8a2a20e9b1fcb71e61ef03';
const usdcOn = (chain: 'base' | 'arbitrum', contract: string) => ({
  ...asset('USDC', chain),
  contract,
  id: `${chain}:${contract}`,
});
const gho = named('GHO', 'Gho Token', '0x40d16fc0246ad3160ccc09b8d0d3a2cd28ae6c2f');
const baseUsdc = usdcOn('base', '0x833589fcd6edb6e08f4c7c32d4f71b54bda02913');
const arbitrumUsdc = usdcOn('arbitrum', '0xaf88d065e77c8cc2239327c5edb3a432268e5831');
const POL_CHAIN = { chain: 'polygon' } as const;
const cBat = named('cBAT', 'Compound BAT', '0x6c8c6b02e7b2be14d4fa6022dfd6d75921d90e4e');
const aDai = named('aDAI', 'Aave interest bearing DAI');
const xToken = named('xFOO', 'Staked FOO');
const called = (id: string, to: string | null = null) => ({ calls: [{ to, id }] });
const mooFoo = named('mooFOO', 'Moo Foo Vault');
const VAULT = mooFoo.contract ?? '';
const CONVEX_POOL = '0x7091dbb7fcba54569ef1387ac89eb2a5c9f6d2ea';
const CVX_LOCK = '0x72a19342e8f1838460ebfccef09f6585e32db86e';
const AURA_OFT = '0x1509706a6c66ca549ff0cb464de88231ddbe213b';
const auraToken = { ...asset('AURA', 'base'), contract: AURA_OFT, id: `base:${AURA_OFT}` };
const DECREASE = '0x0c49ccbe';
const COLLECT = '0xfc6f7865';
const PANCAKE_V3 = '0x46a15b0b27311cedf172ab29e4f4766fbe7f4364';
const PANCAKE_FARM = '0x556b9306565093c855aea9ae92a594704c2cd59e';
const INCREASE = '0x219f5d17';

export const FLOW_STORIES: readonly FlowStory[] = [
  ...KIND_STORIES,
  story(
    '2.1 mint of a position with one asset',
    'position-opened|lp_add||Uniswap V3',
    tx([move('-500 USDC', POOL), move('+1 POS#7', ZERO)], by('mint', V3)),
  ),
  story(
    '2.1 increase',
    'position-increased|lp_add||Uniswap V3',
    tx([move('-500 USDC', POOL), move('-1 WETH', POOL)], by('increaseLiquidity', V3)),
  ),
  story(
    '2.1 increase of a fork that is not listed, by selector',
    'position-increased|lp_add||',
    tx([move('-500 USDC', POOL)], { ...by('', POOL), ...called(INCREASE) }),
  ),
  story(
    '2.1 decrease and collect by multicall',
    'position-decreased|lp_remove||Uniswap V3',
    tx([move('+500 USDC', POOL), move('+1 WETH', POOL)], {
      ...by('multicall', V3),
      calls: [DECREASE, COLLECT].map((id) => ({ to: null, id })),
    }),
  ),
  story(
    '2.1 collect alone is fee income',
    'position-fees|income|other|Uniswap V3',
    tx([move('+5 USDC', POOL)], by('collect', V3)),
  ),
  story(
    '2.1 burn of an empty position',
    'position-burned|lp_remove||Uniswap V3',
    tx([move('-1 POS#7', ZERO)], by('burn', V3)),
  ),
  story(
    '2.2 a position that is sent to the farm of its protocol',
    'deposit|stake||PancakeSwap',
    tx([move('-1 POS#7', PANCAKE_FARM)], by('safeTransferFrom', PANCAKE_V3)),
  ),
  story(
    '2.2 a position that is sent to a stranger',
    'transfer-out|transfer_out||',
    tx([move('-1 POS#7', STRANGER)], by('safeTransferFrom', PANCAKE_V3)),
  ),
  story(
    '2.2 a position that comes back from the farm with a reward',
    'deposit-returned|unstake||PancakeSwap',
    tx([move('-1 POS#7', PANCAKE_FARM)], by('safeTransferFrom', PANCAKE_V3)),
    tx([move('+1 POS#7', PANCAKE_FARM), move('+3 CAKE', PANCAKE_FARM)], by('withdraw', PANCAKE_FARM)),
  ),
  story(
    '2.1 V4 withdrawal',
    'position-decreased|lp_remove||Uniswap V4',
    tx([move('+5 USDC', POOL), move('+1 ETH', POOL)], by('modifyLiquidities', V4)),
  ),
  story(
    '2.1 a lock returned with its NFT',
    'position-closed|lp_remove||Curve',
    tx([move('-1 LOCK#7', VOTE_LOCK), move('+30 FOO', VOTE_LOCK)], by('withdraw', VOTE_LOCK)),
  ),
  story(
    '2.3 CCTP departure is no deposit',
    'bridge-out|bridge||CCTP',
    tx([move('-900 USDC', CCTP_OUT)], by('depositForBurn', CCTP_OUT)),
  ),
  story(
    '2.3 CCIP departure of a coin that exists only as debt is no repayment',
    'bridge-out|bridge||',
    tx([move('-900 GHO', ZERO, 'token', gho)], by('', ROUTER, { method: '0x96f4e9f9' })),
  ),
  story(
    '2.3 CCIP departure pays for the message',
    'bridge-out|bridge||',
    tx([move('-900 GHO', POOL, 'token', gho), move('-0.01 ETH', ROUTER)], by('ccipSend', ROUTER)),
  ),
  story('2.3 CCIP arrival out of the pool that locked the coin', 'bridge-in|bridge||', {
    ...tx([move('+900 GHO', POOL, 'token', gho)], { from: STRANGER, to: ROUTER }),
    method: { id: '0xf58e03fc', name: 'execute(bytes32[2],bytes)' },
  }),
  story(
    '2.3 CCTP arrival is no airdrop',
    'bridge-in|bridge||CCTP',
    tx(
      [move('+900 USDC', ZERO, 'token', arbitrumUsdc)],
      by('receiveMessage', CCTP_IN, { chain: 'arbitrum' }),
    ),
  ),
  story(
    '2.3 CCTP arrival by a relayer, read from the selector',
    'bridge-in|bridge||',
    tx([move('+900 USDC', ZERO, 'token', baseUsdc)], {
      chain: 'base',
      from: null,
      to: null,
      method: '0x57ecfd28',
    }),
  ),
  story(
    '2.3 Across fill by a relayer',
    'bridge-in|bridge||',
    tx([move('+365 USDC', STRANGER, 'token', arbitrumUsdc)], {
      chain: 'arbitrum',
      from: null,
      to: null,
      method: '0xdeff4b24',
    }),
  ),
  story(
    '2.3 Across departure with native coin',
    'bridge-out|bridge||Across',
    tx([move('-2 ETH', ACROSS)], by('depositV3', ACROSS, { chain: 'arbitrum' })),
  ),
  story(
    '2.3 payment of a solver',
    'bridge-in|bridge||Relay',
    tx([move('+0.5 ETH', RELAY)], { from: RELAY, to: ME }),
  ),
  story(
    '2.3 arrival from the shifted address of an L1 contract',
    'bridge-in|bridge||Socket',
    tx([move('+8 ETH', '0x4b34f943181408eac424116af7b7790c94cba8b6')], {
      chain: 'base',
      from: '0x4b34f943181408eac424116af7b7790c94cba8b6',
      to: ME,
    }),
  ),
  story(
    '2.3 aggregator that only takes',
    'bridge-out|bridge||Socket',
    tx([move('-700 USDC', SOCKET)], by('0x00000016', SOCKET)),
  ),
  story(
    '2.3 transfer to a venue without a chain',
    'bridge-out|bridge||Hyperliquid',
    tx([move('-500 USDC', HYPERLIQUID, 'token', arbitrumUsdc)], { chain: 'arbitrum', method: 'transfer' }),
  ),
  story(
    '2.3 child token of Polygon',
    'child-token-exit|bridge||Polygon PoS Bridge',
    tx([move('-80 RNDR', ZERO)], by('withdraw(uint256)', asset('RNDR', 'polygon').contract ?? '', POL_CHAIN)),
  ),
  story(
    '2.3 token that sends itself over LayerZero',
    'sent-by-token|bridge||LayerZero',
    tx(
      [move('-90 OFT', ZERO), move('-0.01 ETH', asset('OFT').contract)],
      by('0xc7c7f5b3', asset('OFT').contract ?? ''),
    ),
  ),
  story(
    '2.2 a token that is locked through its own contract on another chain is a deposit',
    'deposit|stake||',
    tx([move('-90 AURA', AURA_OFT, 'token', auraToken), move('-0.01 ETH', AURA_OFT, 'native')], {
      ...by('', AURA_OFT),
      chain: 'base',
      calls: [{ to: null, id: '0x4bbc170a' }],
    }),
  ),
  story(
    '2.2 a vault that pays the caller for a harvest at the deposit',
    'shares-received-with-reward|lp_add||',
    tx([move('-5 FOO', VAULT), move('+4 mooFOO', ZERO, 'token', mooFoo), move('+0.001 WETH', STRANGER)], {
      ...by('depositAll', VAULT),
    }),
  ),
  story(
    '2.2 a vault that returns change gives no reward',
    'multi-swap|swap||',
    tx([move('-5 FOO', VAULT), move('+4 mooFOO', ZERO, 'token', mooFoo), move('+0.001 WETH', VAULT)], {
      ...by('depositAll', VAULT),
    }),
  ),
  story(
    '2.11 a reward that the same call deposits again',
    'deposit|stake||Convex',
    tx([move('+7 CRVX', CONVEX_POOL), move('-7 CRVX', CVX_LOCK)], by('stake(uint256)', CVX_LOCK)),
  ),
  story(
    '2.14 free mint',
    'nft-minted|transfer_in||',
    tx([move('+1 ART#4', ZERO)], by('mint(uint256)', POOL)),
  ),
  story(
    '2.2 a pool that keeps its shares inside (Liquidity Book)',
    'liquidity-kept|stake||',
    tx([move('-1 WETH', POOL), move('-3000 USDC', POOL)], { ...by('', ROUTER), ...called('0xa3c7271a') }),
  ),
  story(
    '2.2 liquidity out of such a pool, in another proportion',
    'liquidity-returned|unstake||',
    tx([move('-1 WETH', POOL), move('-3000 USDC', POOL)], { ...by('', ROUTER), ...called('0xa3c7271a') }),
    tx([move('+0.5 WETH', POOL), move('+4600 USDC', POOL)], { ...by('', ROUTER), ...called('0xc22159b6') }),
  ),
  story(
    '2.2 fees of such a pool, while its liquidity stays there',
    'pool-fees|income|other|',
    tx([move('-1 WETH', POOL), move('-3000 USDC', POOL)], { ...by('', ROUTER), ...called('0xa3c7271a') }),
    tx([move('+7 USDC', POOL)], by('claimFee', ROUTER)),
  ),
  story(
    '2.7 order placed',
    'order-placed|stake||CoW EthFlow',
    tx([move('-24 ETH', ETH_FLOW)], by('createOrder', ETH_FLOW)),
  ),
  story(
    '2.7 order filled',
    'order-filled|swap||CoW EthFlow',
    tx([move('-24 ETH', ETH_FLOW)], by('createOrder', ETH_FLOW)),
    tx([move('+40000 USDC', COW)], { from: null, to: null }),
  ),
  story(
    '2.7 order refunded',
    'order-refunded|unstake||CoW EthFlow',
    tx([move('+24 ETH', ETH_FLOW)], { from: null, to: null }),
  ),
  story(
    '2.8 smart account executes',
    'shares-received|lp_add||',
    tx([move('-5 FOO', POOL), move('+5 xFOO', ZERO, 'token', xToken)], {
      from: STRANGER,
      to: ME,
      method: 'execTransaction',
      calls: [{ to: POOL, id: '0xb6b55f25' }],
    }),
  ),
  story(
    '2.11 a withdrawal of nothing from a farm whose deposit is not known',
    'harvest-without-deposit|income|staking_reward|',
    tx([move('+3 FOO', POOL)], {
      ...by('withdraw', POOL),
      calls: [{ to: null, id: '0x441a3e70', isOfNothing: true }],
    }),
  ),
  story(
    '2.8 a batch whose calls are not known is no transfer',
    'spend|spend||',
    tx([move('-4 DAI', POOL)], {
      ...{ from: STRANGER, to: ME, method: 'execTransaction' },
      calls: [{ to: ROUTER, id: '0x8d80ff0a' }],
    }),
  ),
  story(
    '2.9 ether that a gateway lends is no bridge transfer',
    'deposit|stake||',
    withId('0x474cf53d', tx([move('-4 ETH', POOL)], by('depositETH', POOL))),
  ),
  story(
    '2.3 ether for a rollup, by a bridge that is not listed',
    'bridge-out|bridge||',
    withId('0xb1a1a882', tx([move('-4 ETH', POOL)], by('depositETH', POOL))),
  ),
  story(
    '2.8 bundled operation of the account',
    'deposit|stake||Beacon Deposit',
    tx([move('-32 ETH', '0x00000000219ab540356cbb839cbe05303d7705fa')], {
      from: STRANGER,
      to: null,
      method: 'handleOps',
    }),
  ),
  story(
    '2.8 deposit in the proxy of the owner',
    'deposit-in-own-proxy|stake||',
    tx([move('-87 DAI', ROUTER)], by('execute(address _target, bytes _data)', ROUTER)),
  ),
  story(
    '2.8 withdrawal from the proxy of the owner',
    'withdrawal-from-own-proxy|unstake||',
    tx([move('+0.8 WETH', ROUTER)], by('execute(address _target, bytes _data)', ROUTER)),
  ),
  story(
    '2.9 supply of the base coin without receipt',
    'base-coin-repaid|repay||Compound v3',
    tx([move('-100 USDC', COMET)], by('supply', COMET)),
  ),
  story(
    '2.9 withdrawal of the base coin without receipt',
    'base-coin-borrowed|borrow||Compound v3',
    tx([move('+100 USDC', COMET)], by('withdraw', COMET)),
  ),
  story(
    '2.9 withdrawal of collateral',
    'withdrawal|unstake||Compound v3',
    tx([move('+30 UNI', COMET)], by('withdraw', COMET)),
  ),
  story('2.9 loan of Morpho Blue', 'borrow|borrow||', tx([move('+7 USDC', BLUE)], by('0x50d8cd4b', BLUE))),
  story(
    '2.9 loan with its collateral in one call',
    'loan-with-collateral|borrow||',
    tx([move('-16 WETH', POOL), move('+26000 FOO', ROUTER)], by('create_loan', ROUTER)),
  ),
  story(
    '2.9 loan that is paid back for its collateral',
    'loan-closed|repay||',
    tx([move('-26000 FOO', ROUTER), move('+16 WETH', POOL)], by('repay', ROUTER)),
  ),
  story(
    '2.9 collateral that a liquidator seizes',
    'liquidation|spend||',
    tx([move('-5 cBAT', STRANGER, 'token', cBat)], { from: null, to: null, method: '0x000000bb' }),
  ),
  story(
    '2.9 interest minted with nothing else',
    'interest|income|interest|',
    tx(
      [
        move('+3 aDAI', ZERO, 'token', aDai),
        move('-1 aDAI', POOL, 'token', aDai),
        move('+1 aDAI', POOL, 'token', aDai),
      ],
      {
        method: 'execute',
      },
    ),
  ),
  story(
    '2.10 request to get a stake back',
    'withdrawal-request|unstake||',
    tx([move('-5 xFOO', ZERO, 'token', xToken)], by('cooldown', ROUTER)),
  ),
  story(
    '2.10 payment of a request',
    'request-paid|unstake||',
    tx([move('-5 ezETH', ROUTER)], by('withdraw', ROUTER)),
    tx([move('+5.1 ETH', ROUTER, 'internal')], by('claim', ROUTER)),
  ),
  story(
    '2.2 deposit whose share is issued later',
    'deposit-request|stake||',
    tx([move('-500 USDC', POOL)], by('requestDeposit', ROUTER)),
  ),
  story(
    '2.2 share that is issued later',
    'deposit-issued|lp_add||',
    tx([move('-500 USDC', POOL)], by('requestDeposit', ROUTER)),
    tx([move('+400 UNI-V2', ZERO, 'token', named('UNI-V2', 'Uniswap V2'))], {
      ...{ from: STRANGER, to: POOL, method: 'executeDeposit' },
    }),
  ),
  story('2.9 debt of Synthetix', 'borrow|borrow||', tx([move('+90 sUSD', ZERO)], by('issueSynths', POOL))),
  story(
    '2.9 debt of Synthetix that is paid back',
    'repay|repay||',
    tx([move('-90 sUSD', ZERO)], by('burnSynths', POOL)),
  ),
  story(
    '2.2 deposit for an account is no bridge',
    'deposit|stake||',
    tx([move('-5 FOO', POOL)], by('depositFor(address,address,uint256)', POOL)),
  ),
  story(
    '2.10 super token',
    'shares-received|lp_add||',
    tx([move('-5 ETH', POOL), move('+5 ETHx', ZERO)], by('upgradeByETH', POOL)),
  ),
  story(
    '2.9 coin that is minted against a deposit',
    'minted-loan|borrow||',
    tx([move('-500 DAI', POOL)], by('deposit', POOL)),
    tx([move('+200 alUSD', ZERO)], by('mint', POOL)),
  ),
  story(
    '2.10 request for a claim that is a token',
    'claim-received|unstake||Lido',
    tx([move('-10 stETH', LIDO_QUEUE), move('+1 CLAIM#7', ZERO)], by('requestWithdrawals', LIDO_QUEUE)),
  ),
  story(
    '2.10 payment of a claim',
    'claim-paid|unstake||Lido',
    tx([move('-1 CLAIM#7', ZERO), move('+10 ETH', LIDO_QUEUE)], by('claimWithdrawals', LIDO_QUEUE)),
  ),
  story(
    '2.10 lock that is a token',
    'lock-received|stake||',
    tx([move('-30 FOO', POOL), move('+1 LOCK#7', ZERO)], by('createLock', POOL)),
  ),
  story(
    '2.10 expired lock',
    'withdrawal|unstake||The Graph',
    tx([move('+9 FOO', GRAPH)], by('withdrawDelegated', GRAPH, { chain: 'arbitrum' })),
  ),
  story(
    '2.10 withdrawal that charges native coin',
    'paid-withdrawal|unstake||',
    tx([move('-3 ETH', POOL), move('+50 FOO', POOL)], by('unstake', POOL)),
  ),
  story(
    '2.11 distributor',
    'distributor|income|staking_reward|Merkl',
    tx([move('+5 FOO', MERKL)], by('claim', MERKL)),
  ),
  story(
    '2.11 distributor that pays from another address',
    'distributor-called|income|staking_reward|Merkl',
    tx([move('+5 FOO', STRANGER)], by('0x71ee95c0', MERKL)),
  ),
  story(
    '2.11 claim that charges native coin',
    'paid-claim|income|airdrop|Omni airdrop',
    tx([move('-0.0005 ETH', OMNI_CLAIM), move('+14 FOO', OMNI_CLAIM)], by('claim', OMNI_CLAIM)),
  ),
  story(
    '2.9 collateral and loan by a contract that bundles calls',
    'bundled-loan|borrow||Compound v3',
    tx([move('-7 ETH', BULKER), move('+7000 USDC', COMET)], by('invoke', BULKER)),
  ),
  story(
    '2.9 coin that exists only as debt',
    'debt-minted|borrow||',
    tx([move('+70 LUSD', ZERO, 'token', LUSD)], by('adjustTrove', POOL)),
  ),
  story(
    '2.9 debt that is paid back with such a coin',
    'debt-burned|repay||',
    tx([move('-70 LUSD', ZERO, 'token', LUSD)], by('adjustTrove', POOL)),
  ),
  story(
    '2.11 rewards of a farm at a deposit of nothing',
    'harvest|income|staking_reward|',
    tx([move('-5 FOO', POOL)], by('deposit', POOL)),
    tx([move('+3 BAR', POOL)], by('deposit', POOL)),
  ),
  story(
    '2.2 share out of a gauge, with its rewards',
    'shares-returned-with-reward|lp_remove||',
    tx(
      [move('-5 xFOO', ZERO, 'token', xToken), move('+5 FOO', POOL), move('+3 BAR', POOL)],
      by('withdraw', POOL),
    ),
  ),
];
