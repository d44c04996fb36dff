import { execFileSync } from 'node:child_process';
import { dec, formatDecimal } from '../../src/domain/kernel/decimal';
import { account, call } from '../accounts/client';
import { startApp, type TestApp } from '../app.factory';
import { readCsv } from '../support/csv';
import { startReplay, type Replay } from '../support/replay';

const WALLET = '0x003dc32fe920a4aaeed12dc87e145f030aa753f3';
const SAVINGS = '0xf98c96b5d10faafc2324847c82305bd5fd7e5ad3';
const STRANGER = '0x00000000000000000000000000000000000000aa';

const TRANSACTION_KEYS = [
  'block_number',
  'chain',
  'fee',
  'flags',
  'from',
  'gain_loss',
  'income_type',
  'is_spam',
  'legs',
  'protocol',
  'status',
  'timestamp',
  'to',
  'transaction_id',
  'tx_hash',
  'type',
  'value_status',
];
const LEG_KEYS = [
  'contract_address',
  'counterparty',
  'direction',
  'is_internal',
  'price_source',
  'quantity',
  'symbol',
  'token_key',
  'value_usd',
];
const CSV_HEADER =
  'Date,Type,Chain,Tx hash,From,To,Asset in,Quantity in,Value in USD,Asset out,Quantity out,Value out USD,Fee asset,Fee quantity,Fee USD,Income type,Gain or loss USD,Flags';

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- rows of any shape; the shapes are pinned below
type Row = any;

describe('the transactions of a real wallet', () => {
  let replay: Replay;
  let app: TestApp;
  const get = async (path: string): Promise<Row> => {
    const answer = await app.get(`/api/v1/wallets/${WALLET}/${path}`);
    expect([path, answer.status]).toEqual([path, 200]);
    return answer.body;
  };
  const all = async (query = ''): Promise<Row[]> => {
    const rows: Row[] = [];
    for (let page = 1; ; page += 1) {
      const body = await get(`transactions?per_page=100&page=${page}${query}`);
      rows.push(...body.data);
      if (!body.pagination.has_more) return rows;
    }
  };
  const file = async (query: string) => {
    const response = await fetch(`${app.url}/api/v1/wallets/${WALLET}/transactions/export${query}`, {
      headers: { 'X-Partner-Key': app.partnerKey },
    });
    return { response, text: await response.text() };
  };

  beforeAll(async () => {
    replay = await startReplay();
    app = await startApp({
      ...replay.env,
      EVM_CHAINS: 'ethereum',
      DEMO_WALLETS: 'false',
    });
  });
  afterAll(async () => {
    await app?.close();
    await replay?.close();
  });

  it('know nothing of a wallet nobody has asked for, where nothing is read', async () => {
    const { status, body } = await app.get(`/api/v1/wallets/${WALLET}/transactions/0x12`);
    expect([status, body.error.code, body.error.details]).toEqual([
      404,
      'WALLET_NOT_FOUND',
      { address: WALLET },
    ]);
    expect(await replay.requests()).toEqual([]);
  });

  it('are all there, each once, spam left out unless asked for', async () => {
    const rows = await all();
    const withSpam = await all('&include_spam=true');
    expect(withSpam).toHaveLength(576);
    const spam = withSpam.filter((row) => row.is_spam);
    expect(spam.length).toBeGreaterThan(0);
    expect(rows).toEqual(withSpam.filter((row) => !row.is_spam));
    expect(new Set(withSpam.map((row) => row.transaction_id)).size).toBe(576);
    expect(new Set(withSpam.map((row) => `${row.chain}|${row.tx_hash}`)).size).toBe(576);
  });

  it('have the shape that is written down', async () => {
    const rows = await all('&include_spam=true');
    for (const row of rows) {
      expect(Object.keys(row).sort()).toEqual(TRANSACTION_KEYS);
      for (const leg of row.legs) expect(Object.keys(leg).sort()).toEqual(LEG_KEYS);
      if (row.fee)
        expect(Object.keys(row.fee).sort()).toEqual(['quantity', 'symbol', 'token_key', 'value_usd']);
    }
    const { meta } = await get('transactions');
    expect(meta).toMatchObject({ is_limited: false, tx_limit: null });
    expect(meta).not.toHaveProperty('tx_total');
  });

  it('come newest first, or oldest first when asked', async () => {
    const newest = (await all()).map((row) => row.timestamp);
    const oldest = (await all('&sort=date_asc')).map((row) => row.timestamp);
    expect(newest).toEqual(newest.toSorted().toReversed());
    expect(oldest).toEqual(newest.toReversed());
  });

  it('gain what the tax summary says', async () => {
    const rows = await all();
    const { data } = await get('dashboard');
    expect(data.partial).toBe(false);
    const gain = rows.reduce((sum, row) => sum.plus(row.gain_loss ?? '0'), dec(0));
    expect(formatDecimal(gain)).toBe(data.tax_summary.total_realized_gl);
  });

  it.each([
    ['type=swap', (row: Row) => row.type === 'swap'],
    ['chain=ETHEREUM', () => true],
    ['chain=base', () => false],
    ['symbol=weth', (row: Row) => row.legs.some((leg: Row) => leg.symbol.toLowerCase() === 'weth')],
    ['tax_year=2018', (row: Row) => row.timestamp.startsWith('2018')],
    [
      'start_date=2018-01-01&end_date=2018-03-31',
      (row: Row) => row.timestamp >= '2018-01-01' && row.timestamp < '2018-04-01',
    ],
    ['start_date=2010-01-01&end_date=2010-01-01', () => false],
  ])('%s chooses the same rows in list, CSV and JSON', async (query, isWanted) => {
    const wanted = (await all()).filter(isWanted);
    expect(await all(`&${query}`)).toEqual(wanted);
    const json = await file(`?format=json&${query}`);
    expect(JSON.parse(json.text).transactions).toEqual(wanted.toReversed());
    const csv = await file(`?${query}`);
    expect(
      readCsv(csv.text)
        .slice(1)
        .map((row) => row[3]),
    ).toEqual(wanted.toReversed().map((row) => row.tx_hash));
    for (const { response } of [json, csv])
      expect(response.headers.get('X-Export-Count')).toBe(String(wanted.length));
  });

  it('fill a CSV that two other readers understand alike', async () => {
    const { response, text } = await file('?include_spam=true');
    expect(response.status).toBe(200);
    expect(response.headers.get('Content-Type')).toBe('text/csv; charset=utf-8');
    expect(response.headers.get('Content-Disposition')).toBe(
      `attachment; filename="transactions-${WALLET}.csv"`,
    );
    expect(response.headers.get('X-Export-Truncated')).toBe('false');
    expect(response.headers.get('X-Export-Limited')).toBeNull();
    expect(response.headers.get('Access-Control-Expose-Headers')).toMatch(
      /X-Export-Count,X-Export-Truncated/,
    );
    const [header, ...rows] = readCsv(text);
    expect(header?.join()).toBe(CSV_HEADER);
    const python = JSON.parse(
      execFileSync(
        'python3',
        ['-c', 'import csv,sys,json; json.dump(list(csv.reader(sys.stdin)),sys.stdout)'],
        {
          input: text,
          maxBuffer: 64 * 1024 * 1024,
        },
      ).toString(),
    );
    expect(python).toEqual([header, ...rows]);
    const listed = await all('&include_spam=true&sort=date_asc');
    expect(rows).toHaveLength(listed.length);
    rows.forEach((row, i) => expect(row).toEqual(csvRow(listed[i])));
  });

  it('never begin a cell of text with a formula', async () => {
    const { text } = await file('?include_spam=true');
    const [header = [], ...rows] = readCsv(text);
    const numbers = header.flatMap((name, i) => (/quantity|USD/i.test(name) ? [i] : []));
    for (const row of rows)
      row.forEach((cell, i) => {
        if (numbers.includes(i)) expect(cell).toMatch(/^(-?\d[\d.]*( \+ -?\d[\d.]*)*)?$/);
        else expect(cell).not.toMatch(/^[=+\-@\t\r]/);
      });
  });

  it('are the same in JSON, with the count in header and body', async () => {
    const { response, text } = await file('?format=json');
    const body = JSON.parse(text);
    expect(Object.keys(body).sort()).toEqual(['count', 'transactions', 'truncated']);
    expect(body.truncated).toBe(false);
    expect(body.transactions).toEqual(await all('&sort=date_asc'));
    expect([String(body.count), response.headers.get('X-Export-Count')]).toEqual([
      String(body.transactions.length),
      String(body.transactions.length),
    ]);
    expect(response.headers.get('Content-Type')).toBe('application/json; charset=utf-8');
  });

  it('are served without a key under the old path, as many as the free plan shows', async () => {
    const answer = await app.get(`/api/wallets/${WALLET}/transactions?limit=20&page=2`, {});
    expect(answer.status).toBe(200);
    const rows = await all();
    expect(answer.body).toEqual({
      address: WALLET,
      ...{ partial: false, still_indexing: false, balances_pending: false, unavailable_chains: [] },
      transactions: rows.slice(20, 25),
      page: 2,
      limit: 20,
      total: 25,
      truncated: false,
      is_limited: true,
      tx_limit: 25,
      tx_total: rows.length,
    });
    const partner = await app.get(`/api/wallets/${WALLET}/transactions?limit=100`);
    expect([partner.body.total, partner.body.is_limited]).toEqual([rows.length, false]);
  });

  it('are cut for a user of the free plan in list, file and detail alike', async () => {
    const { token } = await account(app);
    const as = (path: string) => call(app, 'GET', `/api/v1/wallets/${WALLET}/${path}`, { token });
    const rows = await all();
    const list = await as('transactions?per_page=100');
    expect(list.body.data).toEqual(rows.slice(0, 25));
    expect(list.body.pagination.total).toBe(25);
    expect(list.body.meta).toMatchObject({ is_limited: true, tx_limit: 25, tx_total: rows.length });
    const filtered = await as(`transactions?symbol=weth`);
    expect(filtered.body.data).toEqual(
      rows.slice(0, 25).filter((row) => row.legs.some((leg: Row) => leg.symbol === 'WETH')),
    );
    const csv = await as('transactions/export');
    expect(readCsv(csv.text)).toHaveLength(26);
    expect([csv.headers.get('X-Export-Limited'), csv.headers.get('X-Export-Truncated')]).toEqual([
      'true',
      'false',
    ]);
    expect((await as(`transactions/${rows[24].tx_hash}`)).status).toBe(200);
    const hidden = await as(`transactions/${rows[25].tx_hash}`);
    expect([hidden.status, hidden.body.error.code, hidden.body.error.details]).toEqual([
      404,
      'RESOURCE_NOT_FOUND',
      { resource: 'transaction', is_limited: true, tx_limit: 25, tx_total: rows.length },
    ]);
  });

  it('explain themselves: a swap', async () => {
    const swap = (await all('&type=swap')).find(
      (row) => row.legs.length === 2 && row.legs.every((leg: Row) => leg.value_usd !== null),
    );
    const { data } = await get(`transactions/${swap.tx_hash}`);
    expect(data).toMatchObject(swap);
    expect(Object.keys(data).sort()).toEqual(
      [
        ...TRANSACTION_KEYS,
        'choices',
        'disposals',
        'income',
        'lots_consumed',
        'lots_created',
        'prices',
        'source',
        'tax_rule',
      ].sort(),
    );
    expect(data.choices).toEqual(['swap', 'wrap', 'lp_add', 'lp_remove', 'income', 'borrow']);
    expect(data.source).toEqual({
      chain: swap.chain,
      provider: 'etherscan',
      read_at: expect.stringMatching(/^\d{4}-.*Z$/),
    });
    const given = swap.legs.find((leg: Row) => leg.direction === 'out');
    const got = swap.legs.find((leg: Row) => leg.direction === 'in');
    expect(data.prices.map((price: Row) => price.role).sort()).toEqual(['fee', 'in', 'out']);
    for (const price of data.prices) {
      expect(Object.keys(price).sort()).toEqual(
        ['price', 'price_at', 'price_source', 'quantity', 'role', 'symbol', 'token_key', 'value_usd'].sort(),
      );
      expect([typeof price.price, typeof price.price_source, typeof price.price_at]).toEqual([
        'string',
        'string',
        'string',
      ]);
    }
    const sum = (rows: Row[], field: string) =>
      formatDecimal(rows.reduce((total, row) => total.plus(row[field]), dec(0)));
    const sold = data.disposals.filter((row: Row) => row.type === 'swap');
    expect(sum(sold, 'quantity')).toBe(given.quantity);
    expect(sum(data.disposals, 'gain_loss')).toBe(swap.gain_loss);
    expect(data.lots_created).toHaveLength(1);
    expect(data.lots_created[0]).toMatchObject({
      token_key: got.token_key,
      original_quantity: got.quantity,
      original_cost_basis: got.value_usd,
      transaction_id: swap.transaction_id,
      basis_source: 'trade',
    });
    const used = data.lots_consumed.filter((row: Row) => row.relation === 'disposal');
    expect(used.map((row: Row) => row.disposal_id).sort()).toEqual(
      data.disposals.map((row: Row) => row.disposal_id).sort(),
    );
    expect(sum(used, 'cost_basis')).toBe(sum(data.disposals, 'cost_basis'));
    expect(data.income).toEqual([]);
    expect(data.tax_rule).toEqual({
      rule: 'swap',
      treatment: expect.stringContaining('disposed of for the fair value'),
      authority: expect.stringContaining('IRC 1001'),
      method: 'fifo',
    });
    expect((await get(`transactions/${swap.transaction_id.toUpperCase()}`)).data).toEqual(data);
    expect((await get(`transactions/${swap.tx_hash}?chain=ethereum`)).data).toEqual(data);
  });

  it('tell of each kind what it did: the sum over all details is the whole', async () => {
    const rows = (await all('&sort=date_asc')).filter((row) => row.gain_loss !== null).slice(0, 40);
    for (const row of rows) {
      const { data } = await get(`transactions/${row.tx_hash}`);
      const gain = data.disposals.reduce((total: Row, one: Row) => total.plus(one.gain_loss), dec(0));
      expect([row.tx_hash, formatDecimal(gain)]).toEqual([row.tx_hash, row.gain_loss]);
    }
  });

  it('show where funding by the second wallet of its owner came from', async () => {
    await app.get(`/api/v1/wallets/${SAVINGS}/positions`);
    const owned = `owned_wallets=${SAVINGS}`;
    const [funding] = (await get(`transactions?sort=date_asc&per_page=1&${owned}`)).data;
    expect(funding.type).toBe('internal_transfer');
    const { data } = await get(`transactions/${funding.tx_hash}?${owned}`);
    expect(data.disposals).toEqual([]);
    expect(data.lots_created.length).toBeGreaterThan(0);
    expect(data.lots_consumed.map((use: Row) => [use.relation, use.to_lot_id]).sort()).toEqual(
      data.lots_created.map((lot: Row) => ['transfer', lot.lot_id]).sort(),
    );
  });

  it.each([
    ['transactions?sort=value_desc', 'sort'],
    ['transactions?type=gift', 'type'],
    ['transactions?per_page=101', 'per_page'],
    ['transactions?page=0', 'page'],
    ['transactions?tax_year=1800', 'tax_year'],
    ['transactions?tax_year=20.5', 'tax_year'],
    ['transactions?start_date=2023-02-30', 'start_date'],
    ['transactions?end_date=yesterday', 'end_date'],
    ['transactions?start_date=2019-01-01&end_date=2018-01-01', 'end_date'],
    ['transactions/export?start_date=2019-01-01&end_date=2018-01-01', 'end_date'],
    ['transactions?include_spam=maybe', 'include_spam'],
    ['transactions?symbol=', 'symbol'],
    [`transactions?chain=${'x'.repeat(33)}`, 'chain'],
    ['transactions?owned_wallets=0x12', 'owned_wallets'],
    ['transactions/export?format=xml', 'format'],
    ['transactions/export?format=CSV', 'format'],
    ['transactions/export?tax_year=abc', 'tax_year'],
  ])('refuse %s and name the field', async (path, field) => {
    const { status, body } = await app.get(`/api/v1/wallets/${WALLET}/${path}`);
    expect([status, body.error.field]).toEqual([400, field]);
  });

  it.each([
    ['limit=101', 'limit'],
    ['start_date=2019-01-01&end_date=2018-01-01', 'end_date'],
  ])('refuse %s in the words of their family under the old path', async (query, field) => {
    const { status, body } = await app.get(`/api/wallets/${WALLET}/transactions?${query}`, {});
    expect([status, body.detail[0].loc]).toEqual([422, ['query', field]]);
  });

  it('are unknown by another hash, and on another chain', async () => {
    const [row] = await all();
    for (const path of [`transactions/0x${'0'.repeat(64)}`, `transactions/${row.tx_hash}?chain=base`]) {
      const { status, body } = await app.get(`/api/v1/wallets/${WALLET}/${path}`);
      expect([status, body.error.code, body.error.details]).toEqual([
        404,
        'RESOURCE_NOT_FOUND',
        { resource: 'transaction' },
      ]);
    }
  });

  it('of an address without history are none', async () => {
    const { status, body } = await app.get(`/api/v1/wallets/${STRANGER}/transactions`);
    expect([status, body.data, body.pagination.total]).toEqual([200, [], 0]);
  });
});

/** A row of the export as the list has it. */
function csvRow(row: Row): string[] {
  const side = (direction: string) => row.legs.filter((leg: Row) => leg.direction === direction);
  const safe = (text: string) => {
    const clean = text.replaceAll('\0', '');
    return /^[=+\-@\t\r]/.test(clean) ? `'${clean}` : clean;
  };
  const cells = (direction: string) => {
    const legs = side(direction);
    const known = legs.filter((leg: Row) => leg.value_usd !== null);
    const value = known.reduce((sum: Row, leg: Row) => sum.plus(leg.value_usd), dec(0));
    return [
      safe(legs.map((leg: Row) => leg.symbol).join(' + ')),
      legs.map((leg: Row) => leg.quantity).join(' + '),
      known.length === 0 ? '' : formatDecimal(value),
    ];
  };
  return [
    row.timestamp,
    row.type,
    row.chain,
    row.tx_hash,
    row.from ?? '',
    row.to ?? '',
    ...cells('in'),
    ...cells('out'),
    row.fee?.symbol ?? '',
    row.fee?.quantity ?? '',
    row.fee?.value_usd ?? '',
    row.income_type ?? '',
    row.gain_loss ?? '',
    [...(row.is_spam ? ['spam'] : []), ...row.flags].join('; '),
  ];
}
