import { post } from '../accounts/client';
import { StoredAnswers } from './stored-answers';

let answers: StoredAnswers;
let token: string;
beforeAll(async () => {
  answers = await StoredAnswers.start();
  token = await answers.addUser('defi');
});
afterAll(() => answers?.close());

type Row = Record<string, string>;

/** Every so many of a list, as a partner sees it. */
async function some(path: string, count: number): Promise<Row[]> {
  const { data } = (await answers.app.get(path)).body as { data: Row[] };
  const step = Math.max(1, Math.floor(data.length / count));
  return data.filter((_, i) => i % step === 0).slice(0, count);
}

/** The path of a sale that no chain knows of, of a wallet that holds something. */
async function sold(address: string, tokenKey: string | undefined): Promise<string[]> {
  if (tokenKey === undefined) return [];
  const sale = { disposal_type: 'sale', disposed_at: '2024-03-04T05:06:07Z', proceeds_usd: '12' };
  const entry = { address, token_key: tokenKey, quantity: '0.0001', ...sale };
  const { body } = await post(answers.app, '/api/v1/manual-entries/disposal-entries', entry, { token });
  return body.success ? [`/api/v1/wallets/${address}/transactions/${body.data.id}`] : [];
}

async function pathsOf(wallet: string): Promise<string[]> {
  const root = `/api/v1/wallets/${wallet}`;
  const transactions = [
    ...(await some(`${root}/transactions?per_page=100`, 6)),
    ...(await some(`${root}/transactions?per_page=100&sort=date_asc`, 6)),
    ...(await some(`${root}/transactions?per_page=100&include_spam=true&type=transfer_in`, 2)),
  ];
  const lots = [
    ...(await some(`${root}/lots?per_page=100&status=all`, 4)),
    ...(await some(`${root}/lots?per_page=100&status=closed&sort=date_desc`, 4)),
  ];
  const holdings = await some(`${root}/holdings?per_page=100`, 8);
  return [
    ...['', 'format=json', 'tax_year=2022', 'chain=polygon&include_spam=true', 'symbol=ETH&format=json'].map(
      (filter) => `${root}/transactions/export?${filter}`,
    ),
    `${root}/transactions?updated_since=2020-01-01T00:00:00Z&per_page=30`,
    ...holdings.map(({ token_key: key }) => `${root}/holdings/${encodeURIComponent(String(key))}`),
    ...['eth', 'ETH?chain=base', 'no-such-token'].map((name) => `${root}/holdings/${name}`),
    ...['', '&page=2', '&symbol=eth', '&chain=base'].map(
      (filter) => `${root}/lots/needs-basis?per_page=10${filter}`,
    ),
    ...['', '&page=2', '&tax_year=2022', '&chain=base'].map(
      (filter) => `${root}/transactions/needs-price?per_page=10${filter}`,
    ),
    ...(await sold(wallet, holdings[0]?.['token_key'])),
    ...transactions.map(({ transaction_id: id }) => `${root}/transactions/${id}`),
    ...transactions
      .slice(0, 2)
      .map(({ tx_hash: hash, chain }) => `${root}/transactions/${hash}?chain=${chain}`),
    ...lots.map(({ lot_id: id }) => `${root}/lots/${id}/lineage`),
    ...lots.slice(0, 2).map(({ lot_id: id }) => `${root}/lots/${id}/lineage?direction=down&depth=1`),
  ];
}

it('a stored ledger explains transactions and lots as a computed one, byte for byte, on recorded wallets', () =>
  answers.expectSame(pathsOf));
