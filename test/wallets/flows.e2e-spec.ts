import { PartnerKeysService } from '../../src/modules/auth/partner-keys/partner-keys.service';
import { HistorySource } from '../../src/ports/upstream/history-source';
import { PriceSource } from '../../src/ports/upstream/price-source';
import type { ChainTransaction } from '../../src/domain/chain';
import { startService, type TestService } from '../app.factory';
import { ScriptedHistorySource } from '../fakes/scripted-history-source';
import { ScriptedPriceSource } from '../fakes/scripted-price-source';
import { asset, move, tx, type Step, type TxOptions } from '../chain/chain-story';
import { POOL, ROUTER, STRANGER, ZERO } from '../chain/parties';
import { PRICES } from '../chain/read-story';

const ETH_FLOW = '0x40a50cf069e992aa4536211b23f286ef88752187';
const SETTLEMENT = '0x9008d19f58aabd9ed0d60971565aa8510560ab41';
const DYDX = '0x1e0447b19bb6ecfdae1e4ae1694b0c3659614e4e';
const ACROSS = '0x5c7bcd6e7de5423a257d81b442095a1a6ced35c5';
const LIDO_QUEUE = '0x889edc2edab5f40e902b864ad4d7ade8e412f9b1';
const V3 = '0xc36442b4a4522e871399cd717abdd847ab11fe88';
const vault = asset('yvUNI', 'ethereum', 'UNI yVault');
const nftOf = (contract: string, symbol: string, decimals: number) => ({
  ...asset(`${symbol}#7`),
  ...{ id: `ethereum:${contract}#7`, contract, symbol: `${symbol}#7`, decimals },
});
const position = nftOf(V3, 'UNI-V3-POS', 18);
const claim = nftOf(LIDO_QUEUE, 'unstETH', 0);

type Make = (steps: readonly Step[], options?: TxOptions) => ChainTransaction;
interface Family {
  flow: string;
  story: (make: Make) => ChainTransaction[];
  /** Types of the transactions in order. */
  types: string[];
  /** `quantity symbol type proceeds basis gain` */
  disposals: string[];
  /** `quantity symbol type value` */
  income: string[];
  /** `direction quantity symbol`, and the number of candidates */
  unmatched?: string[];
}

const swap = { method: 'swap' } as const;
const positionCall = (id: string, liquidity?: bigint) => ({
  to: null,
  id,
  tokenId: '7',
  ...(liquidity === undefined ? {} : { liquidity }),
});

const FAMILIES: Family[] = [
  {
    flow: 'an order that a solver fills',
    story: (make) => [
      make([move('-30000 USDC', STRANGER), move('+24 ETH', STRANGER)], swap),
      make([move('-24 ETH', ETH_FLOW)], { to: ETH_FLOW, method: 'createOrder' }),
      make([move('+40690 USDC', SETTLEMENT)], { from: null, to: null }),
    ],
    types: ['swap', 'stake', 'swap'],
    disposals: ['30000 USDC swap 30000 0 30000', '24 ETH swap 40690 30000 10690'],
    income: [],
  },
  {
    flow: 'a loan and its interest',
    story: (make) => [
      make([move('+10 WETH', POOL)], { method: 'borrow' }),
      make([move('-1000 USDC', POOL), move('+1 WETH', ROUTER)], swap),
      make([move('-10.5 WETH', POOL)], { method: 'repay' }),
    ],
    types: ['borrow', 'swap', 'repay'],
    disposals: [
      '1000 USDC swap 1000 0 1000',
      '10 WETH repayment 20000 20000 0',
      '0.5 WETH spend 1000 500 500',
    ],
    income: [],
  },
  {
    flow: 'a margin account with a profit',
    story: (make) => [
      make([move('-1000 DAI', POOL), move('+1000 USDC', ROUTER)], swap),
      make([move('-1000 USDC', DYDX)], { to: DYDX, method: 'operate' }),
      make([move('+1500 USDC', DYDX)], { to: DYDX, method: 'operate' }),
    ],
    types: ['swap', 'stake', 'unstake'],
    disposals: ['1000 DAI swap 1000 0 1000', '500 USDC margin_result 500 0 500'],
    income: [],
  },
  {
    flow: 'a vault of one asset',
    story: (make) => [
      make([move('-500 USDC', POOL), move('+100 UNI', ROUTER)], swap),
      make([move('-100 UNI', POOL), move('+90 yvUNI', ZERO, 'token', vault)], { method: 'deposit' }),
      make([move('-90 yvUNI', ZERO, 'token', vault), move('+104 UNI', POOL)], { method: 'withdraw' }),
    ],
    types: ['swap', 'lp_add', 'lp_remove'],
    disposals: ['500 USDC swap 500 0 500'],
    income: [],
  },
  {
    flow: 'a stake that is asked back for a claim',
    story: (make) => [
      make([move('-15000 USDC', POOL), move('+10 ETH', ROUTER)], swap),
      make([move('-10 ETH', ZERO), move('+10 stETH', ZERO)], { method: 'submit' }),
      make([move('-10 stETH', LIDO_QUEUE), move('+1 CLAIM#7', ZERO, 'nft', claim)], {
        ...{ to: LIDO_QUEUE, method: 'requestWithdrawals' },
      }),
      make([move('-1 CLAIM#7', ZERO, 'nft', claim), move('+10 ETH', LIDO_QUEUE)], {
        ...{ to: LIDO_QUEUE, method: 'claimWithdrawals' },
      }),
    ],
    types: ['swap', 'stake', 'unstake', 'unstake'],
    disposals: ['15000 USDC swap 15000 0 15000'],
    income: [],
  },
  {
    flow: 'a position with fees',
    story: (make) => [
      make([move('-2000 USDC', POOL), move('+2 WETH', ROUTER)], swap),
      make([move('-1 WETH', POOL), move('+1 POS#7', ZERO, 'nft', position)], { to: V3, method: 'mint' }),
      make([move('+0.01 WETH', POOL)], { to: V3, method: 'collect', calls: [positionCall('0xfc6f7865')] }),
      make([move('+1.02 WETH', POOL), move('-1 POS#7', ZERO, 'nft', position)], {
        ...{ to: V3, method: 'multicall' },
        calls: [positionCall('0x0c49ccbe', 500n), positionCall('0xfc6f7865'), positionCall('0x42966c68')],
      }),
    ],
    types: ['swap', 'lp_add', 'income', 'lp_remove'],
    disposals: [
      '2000 USDC swap 2000 0 2000',
      '1 WETH swap 2000 1000 1000',
      '1 UNI-V3-POS#7 swap 2000 2000 0',
    ],
    income: ['0.01 WETH other 20', '0.02 WETH other 40'],
  },
  {
    flow: 'units on a bridge without an arrival',
    story: (make) => [
      make([move('-2000 USDC', ROUTER), move('+3 ETH', ROUTER)], swap),
      make([move('-2 ETH', ACROSS)], { to: ACROSS, method: 'depositV3' }),
    ],
    types: ['swap', 'bridge'],
    disposals: ['2000 USDC swap 2000 0 2000'],
    income: [],
    unmatched: ['out 2 ETH 0'],
  },
];

const walletOf = (n: number): string => `0x${(0xf10a5 + n).toString(16).padStart(40, '0')}`;

describe.each(FAMILIES.map((family, n) => ({ ...family, wallet: walletOf(n) })))('$flow', (family) => {
  let answers: Awaited<ReturnType<typeof ask>>;
  beforeAll(async () => {
    answers = await ask(family.wallet);
  });

  it('is told by its name', () => {
    expect(answers.transactions.map(({ type }: { type: string }) => type).reverse()).toEqual(family.types);
  });

  it('has these disposals, income and transfers without an end', () => {
    const { report } = answers;
    expect(report.disposals.map(disposalLine)).toEqual(family.disposals);
    expect(report.income_events.map(incomeLine)).toEqual(family.income);
    expect(report.reconciliation.unmatched_transfers.map(transferLine)).toEqual(family.unmatched ?? []);
    expect(report.assumptions).toMatchObject({ deposit_policy: 'mixed', lp_policy: 'mixed' });
  });

  it('adds up to the summary', () => {
    const { disposals, tax_summary: summary } = answers.report;
    const gain = disposals.reduce((sum: number, row: Body) => sum + Number(row.gain_loss), 0);
    expect(Number(summary.total_realized_gl)).toBe(gain);
    expect(summary.disposal_count).toBe(disposals.length);
  });

  it('marks every row without proceeds or basis', () => {
    const bare = answers.report.disposals.filter(
      (row: Body) => Number(row.proceeds) === 0 || Number(row.cost_basis) === 0,
    );
    expect(bare.filter((row: Body) => !row.is_untracked && row.flags.length === 0)).toEqual([]);
  });
});

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- bodies of several shapes
type Body = any;
const line = (row: Body, ...fields: string[]): string => fields.map((field) => row[field]).join(' ');
const disposalLine = (row: Body): string =>
  line(row, 'quantity', 'symbol', 'type', 'proceeds', 'cost_basis', 'gain_loss');
const incomeLine = (row: Body): string => line(row, 'quantity', 'symbol', 'type', 'fair_market_value');
const transferLine = (row: Body): string =>
  `${line(row, 'direction', 'quantity', 'symbol')} ${row.candidates.length}`;

let service: TestService;
let key: string;

beforeAll(async () => {
  const history = new ScriptedHistorySource(['ethereum']);
  const prices = new ScriptedPriceSource();
  for (const [id, usd] of Object.entries(PRICES)) if (typeof usd === 'string') prices.usd.set(id, usd);
  FAMILIES.forEach(({ story }, n) => {
    const wallet = walletOf(n);
    const make: Make = (steps, options = {}) => tx(steps, { wallet, feeWei: null, ...options });
    history.give('ethereum', wallet, story(make));
  });
  service = await startService({ EVM_CHAINS: 'ethereum', DEMO_WALLETS: 'false' }, [
    [HistorySource, history],
    [PriceSource, prices],
  ]);
  ({ key } = await service.app.get(PartnerKeysService, { strict: false }).create('tests'));
});
afterAll(() => service?.close());

async function ask(wallet: string): Promise<{ transactions: Body; report: Body }> {
  const get = async (path: string): Promise<Body> => {
    const answer = await fetch(service.url + path, { headers: { 'X-Partner-Key': key } });
    const body: Body = await answer.json();
    expect([path, answer.status]).toEqual([path, 200]);
    return body;
  };
  const report = await get(`/api/calculate/tax-report/${wallet}?tax_year=2024`);
  const { data } = await get(`/api/v1/wallets/${wallet}/transactions?per_page=100`);
  return { report, transactions: data };
}
