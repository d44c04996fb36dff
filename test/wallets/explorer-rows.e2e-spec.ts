import { uuidOf } from '../../src/domain/kernel/hash';
import { PriceSource } from '../../src/ports/upstream/price-source';
import { PartnerKeysService } from '../../src/modules/auth/partner-keys/partner-keys.service';
import { startService, type TestService } from '../app.factory';
import { ScriptedPriceSource } from '../fakes/scripted-price-source';
import { PRICES } from '../chain/read-story';
import { payment, startExplorer, WALLET, type Explorer } from '../support/explorer';
import { sendJson } from '../support/local-upstream';
import { OFFLINE } from '../support/offline';
import { PositionStory } from '../support/position-story';

const NAME = `GENESIS_${WALLET.slice(2)}`;
const SINGLE = `0x${'51'.repeat(20)}`;
const BATCH = `0x${'52'.repeat(20)}`;
const UNLOGGED = `0x${'53'.repeat(20)}`;
const LACKING = `0x${'54'.repeat(20)}`;

let explorer: Explorer;
let app: TestService;
let key: string;

beforeAll(async () => {
  explorer = await startExplorer();
  const first = { blockNumber: '0', timeStamp: '1438269973', from: 'GENESIS', txreceipt_status: '' };
  const stories = [
    new PositionStory(SINGLE, 71n, 1_000).bySingleCalls(),
    new PositionStory(BATCH, 72n, 2_000).byMulticall(),
    new PositionStory(UNLOGGED, 73n, 3_000).byMulticall(),
  ];
  const listOf = (name: 'txlist' | 'tokentx' | 'tokennfttx') => stories.flatMap((story) => story.rows[name]);
  explorer.rows = {
    txlist: [
      { ...payment(2_000, 0), ...first, hash: NAME },
      payment(1, 10),
      ...listOf('txlist'),
      { ...payment(7_000, 9_000), to: LACKING },
    ],
    tokentx: listOf('tokentx'),
    tokennfttx: listOf('tokennfttx'),
  };
  explorer.intercept = (params, response) => {
    if (params.get('action') !== 'balance') return false;
    const result = params.get('address')?.toLowerCase() === LACKING ? '9000' : '2001';
    sendJson(response, { status: '1', message: 'OK', result });
    return true;
  };
  explorer.logs = stories.slice(0, 2).flatMap(({ logs }) => logs);
  const env = { ETHERSCAN_BASE_URL: explorer.url, ETHERSCAN_API_KEY: 'x', EVM_CHAINS: 'ethereum' };
  const prices = new ScriptedPriceSource();
  for (const [id, usd] of Object.entries(PRICES)) if (typeof usd === 'string') prices.usd.set(id, usd);
  app = await startService({ ...OFFLINE, ...env, DEMO_WALLETS: 'false' }, [[PriceSource, prices]]);
  ({ key } = await app.app.get(PartnerKeysService, { strict: false }).create('tests'));
});
afterAll(async () => {
  await app?.close();
  await explorer?.close();
});

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- bodies of several shapes
type Body = any;
async function ask(path: string): Promise<Body> {
  const answer = await fetch(app.url + path, { headers: { 'X-Partner-Key': key } });
  expect([path, answer.status]).toEqual([path, 200]);
  return answer.json();
}
const get = (path: string, wallet = WALLET): Promise<Body> => ask(`/api/v1/wallets/${wallet}/${path}`);

/** A balance of the first block has a name in place of a hash, and the name has capitals. */
describe('a balance of the first block', () => {
  it('keeps its name, wherever it is shown', async () => {
    const { data } = await get('transactions?sort=date_asc');
    expect(data.map((row: { tx_hash: string }) => row.tx_hash)).toEqual([NAME, payment(1, 10)['hash']]);
    expect(data[0]).toMatchObject({ block_number: 0, timestamp: '2015-07-30T15:26:13.000Z' });
    const lots = await get('lots');
    expect(lots.data.map((lot: { tx_hash: string }) => lot.tx_hash)).toContain(NAME);
  });

  it('keeps its id, and is found by id and by name', async () => {
    const id = (await get('transactions?sort=date_asc')).data[0].transaction_id as string;
    expect(id).toBe(uuidOf(`v1|tx|ethereum|${NAME.toLowerCase()}|${WALLET}`));
    for (const name of [id, NAME, NAME.toLowerCase()]) {
      const { data } = await get(`transactions/${name}`);
      expect([data?.tx_hash, data?.lots_created.length]).toEqual([NAME, 1]);
    }
  });
});

const sale = (row: Body): string =>
  ['quantity', 'proceeds', 'cost_basis', 'gain_loss'].map((field) => row[field]).join(' ');
const earned = (row: Body): string => `${row.quantity} ${row.symbol} ${row.type} ${row.fair_market_value}`;

describe('a position whose price moved', () => {
  const reportOf = (wallet: string): Promise<Body> =>
    ask(`/api/calculate/tax-report/${wallet}?tax_year=2020`);
  const positionSales = (report: Body): string[] =>
    report.disposals.filter(({ symbol }: Body) => symbol.startsWith('UNI-V3-POS')).map(sale);

  it.each([
    ['by single calls', SINGLE],
    ['by multicall', BATCH],
  ])('pays fees of what is collected beyond what was taken out, %s', async (_, wallet) => {
    const report = await reportOf(wallet);
    expect(positionSales(report)).toEqual(['0.5 3540.5 3500 40.5', '0.5 3100.000001 3500 -399.999999']);
    expect(report.income_events.map(earned).sort()).toEqual(
      [
        '0.01 WETH other 20',
        '20 USDC other 20',
        '0.005 WETH other 10',
        '10.500001 USDC other 10.500001',
        '0.01 WETH other 20',
        '30.000001 USDC other 30.000001',
      ].sort(),
    );
    const { data } = await get('transactions?per_page=100', wallet);
    expect(data.filter((row: Body) => row.flags.includes('classification_uncertain'))).toEqual([]);
    const lots = (await get('lots?per_page=100', wallet)).data;
    expect(
      lots.filter((lot: Body) => lot.symbol.startsWith('UNI-V3-POS') && Number(lot.remaining_quantity) > 0),
    ).toEqual([]);
  });

  it('is an estimate, and marked as one, when the explorer has no logs', async () => {
    const report = await reportOf(UNLOGGED);
    expect(positionSales(report)).toEqual([
      '0.5 3561.000001 3500 61.000001',
      '0.5 3150.000002 3500 -349.999998',
    ]);
    const { data } = await get('transactions?per_page=100', UNLOGGED);
    const marked = data.filter((row: Body) => row.flags.includes('classification_uncertain'));
    expect(marked.map((row: Body) => row.type)).toEqual(['lp_remove', 'lp_remove']);
  });
});

describe('a history without a row that the explorer left out', () => {
  it('is marked, and its form is INCOMPLETE: the explorer states another balance', async () => {
    const stateOf = async (wallet: string) => {
      const { data, meta } = await ask(`/api/v1/tax-reports/${wallet}/form-8949?tax_year=2020`);
      return [data.status, meta.history_incomplete ?? false];
    };
    expect(await stateOf(LACKING)).toEqual(['INCOMPLETE', true]);
    expect(await stateOf(WALLET)).toEqual(['COMPLETE', false]);
    const file = await fetch(`${app.url}/api/v1/wallets/${LACKING}/transactions/export?format=csv`, {
      headers: { 'X-Partner-Key': key },
    });
    expect([file.status, file.headers.get('x-export-incomplete')]).toEqual([200, 'true']);
  });
});
