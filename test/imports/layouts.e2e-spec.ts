import { account, type Account, type Answer } from '../accounts/client';
import { startApp, type TestApp } from '../app.factory';
import { startEmptyUpstreams } from '../support/empty-upstreams';

const WALLET = '0x003dc32fe920a4aaeed12dc87e145f030aa753f3';
const OTHER = '0x00000000000000000000000000000000000000B2';
const USDC = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48';
const DAI = '0x6b175474e89094c44da98b954eedeac495271d0f';
const hash = (n: number) => `0x${n.toString(16).padStart(64, '0')}`;

/** Three transfers as the pages of explorers show them. */
const TRANSFERS = [
  { n: 1, at: 1_620_216_670, from: OTHER, to: WALLET, amount: '1,250.5', usd: '$1,250.50', token: 'USDC' },
  {
    n: 2,
    at: 1_620_303_070,
    from: OTHER,
    to: WALLET,
    amount: '0.000000000000000001',
    usd: 'N/A',
    token: 'DAI',
  },
  { n: 3, at: 1_620_389_470, from: WALLET, to: OTHER, amount: '250.25', usd: '$250.25', token: 'USDC' },
] as const;
type Transfer = (typeof TRANSFERS)[number];
const dateOf = ({ at }: Transfer) => new Date(at * 1000).toISOString().slice(0, 19).replace('T', ' ');

/** Columns of an export: the header as written -> the cell. */
const CELLS: Readonly<Record<string, (transfer: Transfer) => string>> = {
  Txhash: ({ n }) => hash(n),
  'Transaction Hash': ({ n }) => hash(n),
  Blockno: ({ n }) => String(12_370_000 + n),
  UnixTimestamp: ({ at }) => String(at),
  DateTime: dateOf,
  'DateTime (UTC)': dateOf,
  From: ({ from }) => from.toLowerCase(),
  To: ({ to }) => to.toLowerCase(),
  Value: ({ amount }) => amount,
  TokenValue: ({ amount }) => amount,
  USDValueDayOfTx: ({ usd }) => usd,
  ContractAddress: ({ token }) => (token === 'USDC' ? USDC : DAI),
  TokenName: ({ token }) => (token === 'USDC' ? 'USD Coin' : 'Dai Stablecoin'),
  TokenSymbol: ({ token }) => token,
  TokenId: ({ n }) => String(n),
  PrivateNote: () => 'rent, "March"',
  '': () => '',
};

/** Every layout in which explorers have exported ERC-20 transfers, by the year they began to. */
const LAYOUTS: readonly (readonly [name: string, columns: string])[] = [
  [
    '2019, ends with an empty column',
    'Txhash,UnixTimestamp,DateTime,From,To,Value,ContractAddress,TokenName,TokenSymbol,',
  ],
  ['2021', 'Txhash,UnixTimestamp,DateTime,From,To,Value,ContractAddress,TokenName,TokenSymbol'],
  [
    '2021, with blocks',
    'Txhash,Blockno,UnixTimestamp,DateTime,From,To,Value,ContractAddress,TokenName,TokenSymbol',
  ],
  [
    '2022',
    'Txhash,UnixTimestamp,DateTime,From,To,TokenValue,USDValueDayOfTx,ContractAddress,TokenName,TokenSymbol',
  ],
  [
    '2022, with blocks',
    'Txhash,Blockno,UnixTimestamp,DateTime,From,To,TokenValue,USDValueDayOfTx,ContractAddress,TokenName,TokenSymbol',
  ],
  [
    '2023',
    'Txhash,Blockno,UnixTimestamp,DateTime (UTC),From,To,TokenValue,USDValueDayOfTx,ContractAddress,TokenName,TokenSymbol',
  ],
  [
    '2023, with notes',
    'Txhash,Blockno,UnixTimestamp,DateTime (UTC),From,To,TokenValue,USDValueDayOfTx,ContractAddress,TokenName,TokenSymbol,PrivateNote',
  ],
  [
    '2024',
    'Transaction Hash,Blockno,UnixTimestamp,DateTime (UTC),From,To,TokenValue,USDValueDayOfTx,ContractAddress,TokenName,TokenSymbol',
  ],
];
const quoted = (cells: readonly string[]) => cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join();
function fileOf(columns: string): string {
  const names = columns.split(',');
  const rows = TRANSFERS.map((transfer) => names.map((name) => CELLS[name]?.(transfer) ?? ''));
  return [quoted(names), ...rows.map(quoted)].join('\r\n');
}

describe('ERC-20 transfers as an explorer exported them', () => {
  let upstreams: Awaited<ReturnType<typeof startEmptyUpstreams>>;
  let app: TestApp;
  let ada: Account;
  beforeAll(async () => {
    upstreams = await startEmptyUpstreams();
    app = await startApp(upstreams.env);
  });
  beforeEach(async () => {
    ada = await account(app);
  });
  afterAll(async () => {
    await app?.close();
    await upstreams?.close();
  });

  const send = async (text: string) => {
    const form = new FormData();
    form.append('file', new Blob([text]), 'export.csv');
    const response = await fetch(`${app.url}/api/v1/wallets/${WALLET}/import`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${ada.token}` },
      body: form,
    });
    const body = (await response.json()) as Answer['body'];
    return { status: response.status, body };
  };
  const read = async (path: string) =>
    (await app.get(`/api/v1/wallets/${WALLET}/${path}`, { Authorization: `Bearer ${ada.token}` })).body.data;

  it.each(LAYOUTS)('in %s', async (_year, columns) => {
    const { status, body } = await send(fileOf(columns));
    expect([status, body.data]).toEqual([
      200,
      expect.objectContaining({
        format: ['etherscan_erc20'],
        rows_read: 3,
        rows_accepted: 3,
        rows_rejected: [],
        transactions: 3,
        first_at: '2021-05-05T12:11:10.000Z',
        last_at: '2021-05-07T12:11:10.000Z',
      }),
    ]);
    const positions = (await read('positions')) as { symbol: string; quantity: string }[];
    expect(positions.map(({ symbol, quantity }) => [symbol, quantity]).sort()).toEqual([
      ['DAI', '0.000000000000000001'],
      ['USDC', '1000.25'],
    ]);
    const [last] = (await read('transactions')) as { block_number: number | null }[];
    expect(last?.block_number).toBe(columns.includes('Blockno') ? 12_370_003 : null);
  });

  it('in one layout are known again in another', async () => {
    expect((await send(fileOf(LAYOUTS[1]?.[1] ?? ''))).body.data.rows_accepted).toBe(3);
    expect((await send(fileOf(LAYOUTS[7]?.[1] ?? ''))).body.data).toMatchObject({
      rows_accepted: 0,
      rows_duplicate: 3,
    });
  });

  it.each([
    ['ERC-721', 'Txhash,UnixTimestamp,DateTime,From,To,ContractAddress,TokenId,TokenName,TokenSymbol'],
    [
      'ERC-1155',
      'Txhash,Blockno,UnixTimestamp,DateTime (UTC),From,To,ContractAddress,TokenValue,TokenId,TokenName,TokenSymbol',
    ],
    [
      'ERC-1155 of 2021',
      'Txhash,UnixTimestamp,DateTime,From,To,ContractAddress,Value,TokenId,TokenName,TokenSymbol',
    ],
  ])('are not what a table of %s transfers holds', async (_name, columns) => {
    const { status, body } = await send(fileOf(columns));
    expect([status, body.error?.code, body.error?.field]).toEqual([400, 'VALIDATION_ERROR', 'file.0']);
  });
});
