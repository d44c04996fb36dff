import { startApp, type TestApp } from '../app.factory';
import { startReplay, type Replay } from '../support/replay';

const BITCOIN = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4';
const SOLANA = 'GAgnD5XviS4wN7GpcTBbgvtFAZnT6Lc1ehkbnP3qo1bz';

describe('Bitcoin and Solana wallets through the whole application', () => {
  let replay: Replay;
  let app: TestApp;
  beforeAll(async () => {
    replay = await startReplay();
    app = await startApp({ ...replay.env, EVM_CHAINS: 'ethereum', DEMO_WALLETS: 'false' });
  });
  afterAll(async () => {
    await app?.close();
    await replay?.close();
  });
  const get = async (path: string) => {
    const answer = await app.get(`/api/v1/wallets/${path}`);
    expect([path, answer.status]).toEqual([path, 200]);
    return answer.body;
  };

  it('a Bitcoin address that was emptied: nothing held, and every satoshi it ever got was spent', async () => {
    expect((await get(`${BITCOIN}/positions`)).data).toEqual([]);
    expect(await get(`${BITCOIN}/holdings`)).toMatchObject({
      data: [],
      partial: false,
      still_indexing: false,
    });
    const { tax_summary: tax } = (await get(`${BITCOIN}/dashboard`)).data;
    // The cost of these receipts is unknown: basis 0, so the gain is all that was realized.
    expect(tax.total_cost_basis).toBe('0');
    expect(tax.total_realized_gl).toBe(tax.total_proceeds);
    expect(Number(tax.total_proceeds)).toBeGreaterThan(300);
    const listed = await get(`${BITCOIN}/transactions?per_page=100`);
    expect(listed.pagination.total).toBe(61);
    const [last] = listed.data;
    expect(last).toMatchObject({
      type: 'transfer_out',
      legs: [{ quantity: '0.00000048', symbol: 'BTC', counterparty: null }],
      fee: { symbol: 'BTC', quantity: '0.00042996' },
    });
  });

  it('a Solana wallet whose order was carried out in ten parts: ten lots at what each part cost', async () => {
    const positions = await get(`${SOLANA}/positions`);
    expect(positions.data).toMatchObject([
      { quantity: '0.004440004', lot_count: 10, has_untracked: false, chain: 'solana' },
    ]);
    // 10,000 USDC were given, at the market's price of the day.
    expect(Math.round(Number(positions.data[0].cost_basis))).toBe(9_999);
    const listed = await get(`${SOLANA}/transactions?per_page=100`);
    expect(listed.data.filter(({ type }: { type: string }) => type === 'swap')).toHaveLength(10);
    expect(listed.data.at(-1)).toMatchObject({
      type: 'fee_only',
      fee: { symbol: 'SOL', quantity: '0.00003792' },
    });
  });
});
