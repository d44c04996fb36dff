import { MAIN } from '../../src/adapters/providers/demo/demo.addresses';
import type { IssueResponse } from '../../src/modules/wallets/issues/issues.shapes.dto';
import { account, call, type Account, type Answer } from '../accounts/client';
import { startApp, type TestApp } from '../app.factory';
import { onPlan } from '../portfolios/portfolio-client';
import { startEmptyMarkets } from '../support/empty-upstreams';

/** Each kind of item that an exchange account puts into the inbox. */
const COINBASE = [
  'Transactions',
  'ID,Timestamp,Transaction Type,Asset,Quantity Transacted,Price Currency,Price at Transaction,Subtotal,Total (inclusive of fees and/or spread),Fees and/or Spread,Notes',
  'w1,2024-01-05 10:00:00 UTC,Buy,SOL,10,USD,$100.00,$1000.00,$1010.00,$10.00,Bought 10 SOL for 1010 USD',
  'w2,2024-02-05 10:00:00 UTC,Send,SOL,-2,USD,$100.00,-$200.00,-$200.00,$0.00,Sent 2 SOL',
  'w3,2024-03-05 10:00:00 UTC,Receive,LINK,5,USD,$15.00,$75.00,$75.00,$0.00,Received 5 LINK from an external account',
  'w4,2024-04-05 10:00:00 UTC,Asset Teleport,SOL,-1,USD,$100.00,-$100.00,-$100.00,$0.00,',
  'w5,2024-05-05 10:00:00 UTC,Asset Teleport,XRP,12,USD,$0.50,$6.00,$6.00,$0.00,',
  '',
].join('\n');
const KRAKEN = [
  '"txid","refid","time","type","subtype","aclass","asset","wallet","amount","fee","balance"',
  '"K1","R1","2024-01-01 00:00:00","trade","tradespot","currency","ADA","spot / main",500,0,500',
  '"K2","R1","2024-01-01 00:00:00","trade","tradespot","currency","ZUSD","spot / main",-250,0,-250',
  '"K3","R2","2024-02-01 00:00:00","withdrawal","","currency","ADA","spot / main",-100,1,399',
  '"K4","R3","2024-03-01 00:00:00","somethingnew","","currency","ADA","spot / main",-50,0,349',
  '"K5","R4","2024-04-01 00:00:00","trade","tradespot","currency","ADA","spot / main",-10,0,339',
  '',
].join('\n');

/** What an owner can only answer with a type. */
const STATED = new Set(['unmatched_transfer', 'unknown_operation', 'uncertain_classification']);

describe('every choice that the inbox offers', () => {
  let app: TestApp;
  let ada: Account;
  let markets: Awaited<ReturnType<typeof startEmptyMarkets>>;

  beforeAll(async () => {
    markets = await startEmptyMarkets();
    app = await startApp({ ...markets.env, EVM_CHAINS: 'ethereum,base' });
    ada = await account(app);
    await onPlan(app, ada, 'defi');
  });
  afterAll(async () => {
    await app?.close();
    await markets?.close();
  });

  const ask = (method: string, path: string, body?: object): Promise<Answer> =>
    call(app, method, path, { token: ada.token, body });
  const issuesOf = async (address: string): Promise<IssueResponse[]> =>
    (await ask('GET', `/api/v1/issues?address=${address}&per_page=100`)).body.data;
  const reconciled = async (address: string): Promise<Answer['body']> =>
    (await ask('GET', `/api/calculate/reconciliation/${address}`)).body;

  async function imported(exchange: string, text: string): Promise<string> {
    const form = new FormData();
    form.set('exchange', exchange);
    form.append('file', new Blob([text]), 'all.csv');
    const headers = { Authorization: `Bearer ${ada.token}` };
    const url = `${app.url}/api/v1/exchange-accounts/import`;
    const answer = (await (
      await fetch(url, { method: 'POST', headers, body: form })
    ).json()) as Answer['body'];
    return answer.data.account_id as string;
  }

  /** Tries every choice of every item, applies the first one, and takes it back. @returns what was offered */
  async function walk(address: string): Promise<Record<string, string[]>> {
    const before = await issuesOf(address);
    const offered: Record<string, string[]> = {};
    for (const { issue_id: id, type, fix, quantity, symbol, message } of before) {
      if (!STATED.has(type) || !fix) continue;
      const choices = fix.choices;
      const item = `${type} ${quantity} ${symbol}`;
      offered[item] = choices;
      expect([item, message, choices.length > 0]).toEqual([item, message, true]);
      const bodyOf = (choice: string) =>
        choice === 'income' ? { type: choice, income_type: 'airdrop' } : { type: choice };
      for (const choice of choices) {
        const { status, body } = await ask(fix.method, `${fix.path}?preview=true`, bodyOf(choice));
        expect([item, choice, status, body.error]).toEqual([item, choice, 200, undefined]);
      }
      const [first = ''] = choices;
      expect((await ask(fix.method, fix.path, bodyOf(first))).status).toBe(200);
      const left = (await issuesOf(address)).some((issue) => issue.issue_id === id);
      expect([item, first, left]).toEqual([item, first, false]);
      expect((await ask('DELETE', fix.path)).status).toBe(200);
    }
    expect(await issuesOf(address)).toEqual(before);
    return offered;
  }

  const OUT = [
    ...['internal_transfer', 'sell', 'spend', 'gift', 'donation', 'fee', 'lost', 'stolen'],
    ...['deposit', 'repay', 'liquidation'],
  ];
  const IN = ['internal_transfer', 'buy', 'income', 'transfer_in', 'withdrawal', 'borrow'];

  it('for an account is accepted, and settles its item', async () => {
    const id = await imported('coinbase', COINBASE);
    expect(await reconciled(id)).toMatchObject({
      held_outflow_count: 2,
      held_outflows: [
        { symbol: 'SOL', quantity: '2', cause: 'no_other_end', choices: OUT },
        { symbol: 'SOL', quantity: '1', cause: 'unknown_operation', choices: OUT },
      ],
    });
    expect(await walk(id)).toEqual({
      'unmatched_transfer 2 SOL': OUT,
      'unknown_operation 1 SOL': OUT,
      'unknown_operation 12 XRP': expect.arrayContaining(IN),
    });
    const other = await imported('kraken', KRAKEN);
    expect(await walk(other)).toEqual({
      'unmatched_transfer 100 ADA': OUT,
      'unknown_operation 50 ADA': OUT,
      'uncertain_classification 10 ADA': OUT,
    });
  });

  it('for a wallet is accepted, and settles its item', async () => {
    await ask('GET', `/api/v1/wallets/${MAIN}/cost-basis`);
    const offered = await walk(MAIN);
    expect(Object.values(offered).flat()).toEqual(expect.arrayContaining([...OUT, 'bridge']));
  });

  it('moves held units into the form, or out of it for good', async () => {
    const id = await imported('coinbase', COINBASE.replaceAll('w', 'v').replaceAll('10:00:00', '11:00:00'));
    const sold = async (): Promise<string[]> => {
      const form = (await ask('GET', `/api/v1/tax-reports/${id}/form-8949?tax_year=2024`)).body.data;
      return form.parts.flatMap(({ rows }: { rows: { description: string }[] }) =>
        rows.map(({ description }) => description),
      );
    };
    expect(await sold()).toEqual([]);
    const deposits = async () => (await ask('GET', `/api/v1/wallets/${id}/holdings`)).body.meta.deposited;
    expect(await deposits()).toMatchObject([{ quantity: '3' }]);
    const [sent] = (await issuesOf(id)).filter(({ type }) => type === 'unmatched_transfer');
    if (!sent?.fix) throw new Error('nothing is held');
    await ask(sent.fix.method, sent.fix.path, { type: 'gift' });
    expect(await deposits()).toMatchObject([{ quantity: '1' }]);
    expect((await reconciled(id)).held_outflow_count).toBe(1);
  });
});
