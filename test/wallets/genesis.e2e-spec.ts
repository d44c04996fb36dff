import { uuidOf } from '../../src/domain/kernel/hash';
import { startApp, type TestApp } from '../app.factory';
import { payment, startExplorer, WALLET, type Explorer } from '../support/explorer';
import { OFFLINE } from '../support/offline';

const NAME = `GENESIS_${WALLET.slice(2)}`;

/** A balance of the first block has a name in place of a hash, and the name has capitals. */
describe('a balance of the first block', () => {
  let explorer: Explorer;
  let app: TestApp;
  const get = async (path: string) => (await app.get(`/api/v1/wallets/${WALLET}/${path}`)).body;

  beforeAll(async () => {
    explorer = await startExplorer();
    const first = { blockNumber: '0', timeStamp: '1438269973', from: 'GENESIS', txreceipt_status: '' };
    explorer.rows = { txlist: [{ ...payment(2_000, 0), ...first, hash: NAME }, payment(1, 10)] };
    const env = { ETHERSCAN_BASE_URL: explorer.url, ETHERSCAN_API_KEY: 'x', EVM_CHAINS: 'ethereum' };
    app = await startApp({ ...OFFLINE, ...env, DEMO_WALLETS: 'false' });
  }, 60_000);
  afterAll(async () => {
    await app?.close();
    await explorer?.close();
  });

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
