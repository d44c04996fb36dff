import { account, call, type Account, type Answer } from '../accounts/client';
import { startApp, type TestApp } from '../app.factory';
import { onPlan } from '../portfolios/portfolio-client';
import { OFFLINE } from '../support/offline';
import { HEADERS } from './told-books';

type Row = Record<string, string>;

/** Nothing is priced: every figure of these forms is in the files. */
describe('the form of a file without any market price', () => {
  let app: TestApp;
  let ada: Account;

  beforeAll(async () => {
    app = await startApp({ ...OFFLINE });
    ada = await account(app);
    await onPlan(app, ada, 'defi');
  });
  afterAll(() => app?.close());

  const ask = (path: string): Promise<Answer> => call(app, 'GET', path, { token: ada.token });

  async function imported(lines: readonly string[], fields: Record<string, string>): Promise<Response> {
    const form = new FormData();
    for (const [name, value] of Object.entries(fields)) form.set(name, value);
    form.append('file', new Blob([`${lines.join('\n')}\n`]), 'rows.csv');
    return fetch(`${app.url}/api/v1/exchange-accounts/import`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${ada.token}` },
      body: form,
    });
  }

  it('recognises the exchange of a file, and asks for it where the layout names none', async () => {
    const row =
      'k,2023-03-25 06:45:27 UTC,Buy,ETH,0.5,USD,$2000.00,$1000.00,$1020.00,$20.00,Bought 0.5 ETH for 1020.00 USD';
    const response = await imported([HEADERS.coinbase, row], { label: 'Savings' });
    const { data } = (await response.json()) as { data: { account_id: string } };
    const { body } = await ask(`/api/v1/exchange-accounts/${data.account_id}`);
    expect(body.data).toMatchObject({ exchange: 'coinbase', label: 'Savings', transaction_count: 1 });

    const generic = ['timestamp,kind,asset,amount', '2024-01-04T10:00:00Z,deposit,USD,1000'];
    const unnamed = await imported(generic, {});
    expect(unnamed.status).toBe(400);
    expect(await unnamed.text()).toContain('The files name no exchange');
  });

  async function formOf(exchange: string, lines: readonly string[], year: number) {
    const response = await imported(lines, { exchange });
    const { data } = (await response.json()) as { data: { account_id: string; unknown_operations: Row[] } };
    const reports = `/api/v1/tax-reports/${data.account_id}`;
    const [sales, income] = [
      await ask(`${reports}/form-8949?tax_year=${year}`),
      await ask(`${reports}/schedule-1?tax_year=${year}`),
    ];
    return {
      id: data.account_id,
      unknown: data.unknown_operations.map(({ name }) => name),
      sales: (sales.body.data.parts as { rows: Row[] }[])
        .flatMap(({ rows }) => rows)
        .map((row) => [row['description'], row['proceeds'], row['cost_basis'], row['gain_loss']].join(' ')),
      income: income.body.data,
    };
  }

  it('of Coinbase: staked coins renamed back, income with its dollars, and a sale of all', async () => {
    const lines = [
      HEADERS.coinbase,
      'a,2024-03-25 06:45:27 UTC,Buy,ETH,0.5,USD,$2000.00,$1000.00,$1020.00,$20.00,Bought 0.5 ETH for 1020.00 USD',
      'b,2024-05-28 06:23:38 UTC,Convert,ETH,-0.2,USD,$1826.04,-$365.21,-$365.21,$0.00,Converted 0.2 ETH to 0.2 ETH2',
      'c,2024-08-01 10:00:00 UTC,Staking Income,ETH2,0.01,USD,$1848.10,$18.48,$18.48,$0.00,',
      'd,2025-01-07 19:26:56 UTC,Send,ETH2,-0.21,USD,$3302.65,-$693.56,-$693.56,$0.00,Sent 0.21 ETH2s',
      'e,2025-01-07 19:26:56 UTC,Receive,ETH,0.21,USD,$3302.65,$693.56,$693.56,$0.00,Received 0.21 ETHs',
      'f,2025-02-01 10:00:00 UTC,Receive,GRT,10,USD,$0.25,$2.50,$2.50,$0.00,Received 10 GRT from Coinbase Earn',
      'g,2025-04-10 15:00:00 UTC,Sell,ETH,-0.51,USD,$1968.89,-$1000.00,-$990.00,$10.00,Sold 0.51 ETH for 990.00 USD',
    ];
    const { sales, income, id } = await formOf('coinbase', lines, 2025);
    expect(sales).toEqual(['0.01 ETH 19.41 18.48 0.93', '0.5 ETH 970.59 1020.00 -49.41']);
    expect(income.total).toBe('2.50');
    const { body } = await ask(`/api/v1/wallets/${id}/transactions?type=income`);
    const sources = (body.data as { legs: { price_source: string }[] }[]).flatMap(({ legs }) =>
      legs.map((leg) => leg.price_source),
    );
    expect(sources).toEqual(['stated_by_exchange', 'stated_by_exchange']);
  });

  it('of Crypto.com: a limit order counts once', async () => {
    const lines = [
      HEADERS.cryptocom,
      '2025-05-01 10:00:00,USD -> CRO,USD,-100.00,CRO,1000.0,USD,100.00,100.00,viban_purchase,',
      '2025-06-01 10:00:00,Sell CRO,CRO,-600.0,,,USD,-70.00,-70.00,trading.limit_order.fiat_wallet.sell_lock,',
      '2025-06-02 10:00:00,CRO -> USD,CRO,-600.0,USD,72.44,USD,72.44,72.44,trading.limit_order.fiat_wallet.sell_commit,',
      '2025-07-01 10:00:00,CRO Stake,CRO,-100.0,,,USD,-9.00,-9.00,finance.dpos.staking.crypto_wallet,',
      '2025-08-01 10:00:00,CRO Reward,CRO,2,,,USD,0.30,0.30,finance.dpos.compound_interest.crypto_wallet,',
    ];
    const { sales, income, unknown } = await formOf('cryptocom', lines, 2025);
    expect([sales, income.total, unknown]).toEqual([['600 CRO 72.44 60.00 12.44'], '0.30', []]);
  });

  it('of Binance.US: dollars by their value, and a reward that is taken back', async () => {
    const lines = [
      HEADERS.binanceus,
      '1,2025-06-01 02:00:00,Spot Trading,Buy,102,202,,,,AVAX,4,81,USD,,80,,,,Wallet,,',
      '1,2025-07-04 02:45:23,Spot Trading,Sell,103,203,,,,AVAX,4,46,USD,,44,,,,Wallet,,',
      '1,2025-08-01 03:00:00,Distribution,Staking Rewards,104,204,ADA,1,0.30,,,,,,,,,,Wallet,,',
      '1,2025-08-02 03:00:00,Distribution,Staking Rewards,105,205,ADA,-0.25,-0.10,,,,,,,,,,Wallet,,',
    ];
    const { sales, income } = await formOf('binanceus', lines, 2025);
    expect([sales, income.total]).toEqual([['4 AVAX 44.00 80.00 -36.00'], '0.20']);
  });
});
