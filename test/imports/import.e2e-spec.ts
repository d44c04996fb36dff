import { DEMO_ADDRESSES } from '../../src/adapters/providers/demo';
import { account, call, codeOf, type Account, type Answer } from '../accounts/client';
import { startApp, type TestApp } from '../app.factory';
import { onPlan } from '../portfolios/portfolio-client';
import { explorerExport } from '../recorded/data';
import { NOWHERE, OFFLINE } from '../support/offline';
import { startReplay, type Replay } from '../support/replay';

const WALLET = '0x003dc32fe920a4aaeed12dc87e145f030aa753f3';
const OTHER = '0x00000000000000000000000000000000000000b2';
const hash = (n: number) => `0x${n.toString(16).padStart(64, '0')}`;
const HEADER = 'tx_hash,timestamp,block_number,from,to,contract_address,symbol,quantity,fee';
const payment = (n: number, quantity: string) =>
  `${hash(n)},2020-09-13T12:26:40Z,${n},${OTHER},${WALLET},,ETH,${quantity},`;

async function send(
  app: TestApp,
  who: Account,
  texts: readonly (string | Uint8Array)[],
  fields: Record<string, string> = {},
  address = WALLET,
): Promise<Answer> {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  for (const [i, text] of texts.entries())
    form.append('file', new Blob([new Uint8Array(Buffer.from(text))]), `${i}.csv`);
  const response = await fetch(`${app.url}/api/v1/wallets/${address}/import`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${who.token}` },
    body: form,
  });
  const text = await response.text();
  return { status: response.status, headers: response.headers, text, body: JSON.parse(text) };
}

const read = (app: TestApp, who: Account, path: string) =>
  call(app, 'GET', `/api/v1/wallets/${WALLET}/${path}`, { token: who.token });

describe('three exports of a real wallet', () => {
  let replay: Replay;
  let open: TestApp;
  let deaf: TestApp;
  const files = (['normal', 'internal', 'erc20'] as const).map((kind) => explorerExport(WALLET, kind));
  type Row = Record<string, unknown>;
  async function pages(
    get: (page: number) => Promise<{ body: Answer['body'] }>,
    pick: (data: never) => Row[],
  ) {
    const rows: Row[] = [];
    for (let page = 1; ; page += 1) {
      const { body } = await get(page);
      rows.push(...pick(body.data as never));
      if (!body.pagination.has_more) return rows;
    }
  }
  const told = (rows: Row[]) => rows.map((row) => JSON.stringify(row)).sort();

  beforeAll(async () => {
    replay = await startReplay();
    const env = { ...replay.env, EVM_CHAINS: 'ethereum', DEMO_WALLETS: 'false' };
    open = await startApp(env);
    deaf = await startApp({
      ...env,
      ETHERSCAN_BASE_URL: NOWHERE,
      BLOCKSCOUT_BASE_URL: NOWHERE,
      ROUTESCAN_BASE_URL: NOWHERE,
    });
  });
  afterAll(async () => {
    await open?.close();
    await deaf?.close();
    await replay?.close();
  });

  it('give the lots the API gives, to the user who sent them and to nobody else', async () => {
    const [ada, bob] = [await account(deaf), await account(deaf)];
    await onPlan(deaf, ada, 'defi');
    const answer = await send(deaf, ada, files);
    expect([answer.status, answer.body.data]).toEqual([
      200,
      {
        import_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
        dry_run: false,
        format: ['etherscan_normal', 'etherscan_internal', 'etherscan_erc20'],
        rows_read: 958,
        rows_accepted: 958,
        rows_duplicate: 0,
        rows_rejected: [],
        rows_rejected_total: 0,
        transactions: 576,
        first_at: '2017-10-07T13:46:18.000Z',
        last_at: expect.stringMatching(/^2023-02-28T/),
      },
    ]);
    const lotsOf = (get: (path: string) => Promise<{ body: Answer['body'] }>) =>
      pages(
        (page) => get(`lots?status=all&per_page=100&page=${page}`),
        (lots: Row[]) => lots,
      );
    await open.get(`/api/v1/wallets/${WALLET}/cost-basis`);
    await read(deaf, ada, 'cost-basis');
    const expected = await lotsOf((path) => open.get(`/api/v1/wallets/${WALLET}/${path}`));
    expect(expected.length).toBeGreaterThan(300);
    expect(told(await lotsOf((path) => read(deaf, ada, path)))).toEqual(told(expected));
    expect((await read(deaf, ada, 'cost-basis')).body.meta.unavailable_chains).toEqual([
      { chain: 'ethereum', code: 'DATA_PROVIDER_ERROR' },
    ]);
    expect(codeOf(await read(deaf, bob, 'cost-basis'))).toEqual([502, 'DATA_PROVIDER_ERROR']);
    expect((await deaf.get(`/api/v1/wallets/${WALLET}/cost-basis`)).status).toBe(502);
  });

  it('add nothing to a wallet the chain has told already', async () => {
    const ada = await account(open);
    await onPlan(open, ada, 'defi');
    const before = await read(open, ada, 'cost-basis?per_page=100');
    expect((await send(open, ada, files)).body.data.rows_accepted).toBe(958);
    const after = await read(open, ada, 'cost-basis?per_page=100');
    expect(after.body.data).toEqual(before.body.data);
  });
});

describe('an import', () => {
  let app: TestApp;
  let ada: Account;
  beforeAll(async () => {
    app = await startApp({ ...OFFLINE, EVM_CHAINS: 'ethereum' });
  });
  beforeEach(async () => {
    ada = await account(app);
  });
  afterAll(() => app?.close());

  const quantity = async (who: Account) =>
    (await read(app, who, 'positions')).body.data?.map((entry: { quantity: string }) => entry.quantity);

  it('twice, and with more rows, counts every row once', async () => {
    const first = [HEADER, payment(1, '1'), payment(2, '0.5')].join('\n');
    expect((await send(app, ada, [first], { dry_run: 'true' })).body.data).toMatchObject({
      dry_run: true,
      rows_accepted: 2,
    });
    expect((await read(app, ada, 'positions')).status).toBe(502);
    expect((await send(app, ada, [first, first])).body.data).toMatchObject({
      rows_accepted: 2,
      rows_duplicate: 2,
    });
    expect(await quantity(ada)).toEqual(['1.5']);
    const second = [HEADER, payment(2, '0.5'), payment(3, '0.25')].join('\n');
    expect((await send(app, ada, [second])).body.data).toMatchObject({ rows_accepted: 1, rows_duplicate: 1 });
    expect(await quantity(ada)).toEqual(['1.75']);
    expect((await send(app, ada, [second])).body.data).toMatchObject({ rows_accepted: 0, rows_duplicate: 2 });
    expect(await quantity(ada)).toEqual(['1.75']);
  });

  it('by two users at once leaves each with their own', async () => {
    const bob = await account(app);
    const [mine, his] = [
      [HEADER, payment(1, '1')].join('\n'),
      [HEADER, payment(1, '2'), payment(2, '3')].join('\n'),
    ];
    await Promise.all([send(app, ada, [mine]), send(app, bob, [his]), send(app, ada, [mine])]);
    expect([await quantity(ada), await quantity(bob)]).toEqual([['1'], ['5']]);
  });

  it.each<[string, (string | Uint8Array)[], Record<string, string>, string]>([
    ['no file', [], {}, 'file'],
    ['six files', Array<string>(6).fill(HEADER), {}, 'file'],
    ['a file of something else', ['name,colour\nrose,red'], {}, 'file.0'],
    ['no text', [HEADER, Uint8Array.of(0xff, 0xfe, 0x00)], {}, 'file.1'],
    ['a chain without exports', [HEADER], { chain: 'solana' }, 'chain'],
    ['a doubtful dry_run', [HEADER], { dry_run: 'perhaps' }, 'dry_run'],
  ])('of %s is refused', async (_name, texts, fields, field) => {
    const answer = await send(app, ada, texts, fields);
    expect([...codeOf(answer), answer.body.error.field]).toEqual([400, 'VALIDATION_ERROR', field]);
  });

  it('into a demo wallet is refused with the reason', async () => {
    const demo = DEMO_ADDRESSES[0]?.address ?? '';
    const text = [HEADER, payment(1, '1').replace(WALLET, demo)].join('\n');
    const { error } = (await send(app, ada, [text], {}, demo)).body;
    expect([error.field, error.message]).toEqual(['address', expect.stringContaining('demo wallet')]);
  });

  it('needs a form that is whole', async () => {
    const post = (type: string, body: string) =>
      fetch(`${app.url}/api/v1/wallets/${WALLET}/import`, {
        method: 'POST',
        headers: { Authorization: `Bearer ${ada.token}`, 'Content-Type': type },
        body,
      }).then(async (response) => [
        response.status,
        ((await response.json()) as { error: { code: string } }).error.code,
      ]);
    const cut = '--x\r\nContent-Disposition: form-data; name="file"; filename="a.csv"\r\n\r\nhalf a fi';
    expect(await post('multipart/form-data; boundary=x', cut)).toEqual([400, 'INVALID_REQUEST']);
    expect(await post('multipart/form-data', cut)).toEqual([400, 'INVALID_REQUEST']);
    expect(await post('text/csv', HEADER)).toEqual([400, 'INVALID_REQUEST']);
    expect(await post('application/json', '{"file":["a"]}')).toEqual([400, 'INVALID_REQUEST']);
  });

  it('above 32 MiB is too large', async () => {
    const answer = await send(app, ada, [Buffer.alloc(33 * 1024 * 1024, 'a')]);
    expect(codeOf(answer)).toEqual([413, 'PAYLOAD_TOO_LARGE']);
  });
});
