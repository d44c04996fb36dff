import { account, call, type Account, type Answer } from '../accounts/client';
import { startApp, type TestApp } from '../app.factory';
import { FakeClock } from '../fakes/fake-clock';
import { onPlan } from '../portfolios/portfolio-client';
import { OFFLINE } from '../support/offline';

/** Units that a broker holds, in 2027: what it was told decides. @source 26 CFR 1.1012-1(j)(3); Notice 2026-20 */
const ELECTIONS = '/api/v1/method-elections';
const ORDERS = '/api/v1/standing-selections';
const SELECTIONS = '/api/v1/manual-entries/lot-selections';
const FILE =
  'timestamp,kind,asset,amount,sent_asset,sent_amount,id\n' +
  '2025-01-01T12:00:00Z,trade,BTC,1,USD,110,a\n2026-01-01T12:00:00Z,trade,BTC,1,USD,320,b\n' +
  '2027-02-01T12:00:00Z,trade,USD,400,BTC,1,c\n';
const SOLD = '2027-02-01T12:00:00Z';
const EVIDENCE = { kind: 'setting_screenshot', file_sha256: 'AB'.repeat(32) };

let app: TestApp;
beforeAll(async () => {
  app = await startApp({ ...OFFLINE }, new FakeClock(Date.UTC(2027, 2, 1, 12)));
});
afterAll(() => app?.close());

interface Customer {
  id: string;
  ask(method: string, path: string, body?: object): Promise<Answer>;
  /** Basis, gain, other gain and flags of the rows of 2027. */
  sales(): Promise<unknown[][]>;
  add(file: string): Promise<unknown>;
  /** The body of a file. */
  text(path: string): Promise<string>;
  lots(): Promise<{ lot_id: string; original_cost_basis: string }[]>;
}

/** A user with one account. */
async function customer(exchange: string, more: Record<string, string> = {}): Promise<Customer> {
  const user: Account = await account(app);
  await onPlan(app, user, 'defi');
  const ask = (method: string, path: string, body?: object) =>
    call(app, method, path, { token: user.token, body });
  const headers = { Authorization: `Bearer ${user.token}` };
  const upload = async (text: string, fields: Record<string, string>): Promise<string> => {
    const form = new FormData();
    for (const [name, value] of Object.entries(fields)) form.set(name, value);
    form.append('file', new Blob([text]), 'rows.csv');
    const target = `${app.url}/api/v1/exchange-accounts/import`;
    const response = await fetch(target, { method: 'POST', headers, body: form });
    return ((await response.json()) as { data: { account_id: string } }).data.account_id;
  };
  const id = await upload(FILE, { exchange, ...more });
  const list = async (path: string) => (await ask('GET', path)).body.data;
  return {
    id,
    ask,
    add: (text) => upload(text, { account_id: id }),
    text: async (path) => (await fetch(`${app.url}${path}`, { headers })).text(),
    lots: () => list(`/api/v1/wallets/${id}/lots`),
    sales: async () => {
      const rows = await list(`/api/v1/wallets/${id}/transactions`);
      const sale = rows.find(({ timestamp }: { timestamp: string }) => timestamp.startsWith('2027'));
      const detail = await list(`/api/v1/wallets/${id}/transactions/${sale.transaction_id}`);
      return [
        sale.flags,
        ...detail.disposals.map((row: Record<string, unknown>) => [
          row['cost_basis'],
          row['gain_loss'],
          row['identified_gain_loss'],
          row['flags'],
        ]),
      ];
    },
  };
}

const NOT_TOLD = [['not_identified_to_broker'], ['110', '290', '80', ['not_identified_to_broker']]];
const TOLD = [[], ['320', '80', null, []]];

it('follows own books in 2027 only where the broker was told in time', async () => {
  const ann = await customer('gemini');
  expect(await ann.sales()).toEqual([[], ['110', '290', null, []]]);
  const inBooks = {
    address: ann.id,
    method: 'hifo',
    effective_from: '2026-06-01',
    stated_recorded_at: '2026-06-01',
  };
  const made = await ann.ask('POST', ELECTIONS, inBooks);
  expect(made.body.data).toMatchObject({ communicated_to_broker_at: null, evidence: null });
  expect(await ann.sales()).toEqual(NOT_TOLD);

  const end = `${ELECTIONS}/${made.body.data.id}?mistaken=true`;
  expect((await ann.ask('DELETE', end)).status).toBe(200);
  const late = {
    address: ann.id,
    method: 'hifo',
    communicated_to_broker_at: '2027-02-01T12:00:01Z',
    evidence: EVIDENCE,
  };
  const second = await ann.ask('POST', ELECTIONS, late);
  expect(second.body.data).toMatchObject({ effective_from: '2027-02-01T12:00:01.000Z' });
  expect(await ann.sales()).toEqual([[], ['110', '290', null, []]]);

  expect((await ann.ask('DELETE', `${ELECTIONS}/${second.body.data.id}?mistaken=true`)).status).toBe(200);
  const told = await ann.ask('POST', ELECTIONS, { ...late, communicated_to_broker_at: SOLD });
  expect([told.status, told.body.data]).toMatchObject([
    201,
    {
      communicated_to_broker_at: '2027-02-01T12:00:00.000Z',
      evidence: { kind: 'setting_screenshot', file_sha256: 'ab'.repeat(32), reference: null },
      stated_recorded_at: '2027-02-01T12:00:00.000Z',
    },
  ]);
  expect(await ann.sales()).toEqual(TOLD);
  // As if the broker had been told: a comparison.
  const summary = await ann.ask('GET', `/api/v1/tax-reports/${ann.id}/summary?tax_year=2027&method=lifo`);
  expect(summary.body.data).toMatchObject({ total_realized_gl: '80', assumptions: { is_comparison: true } });
});

it('leaves an account to own books whose exchange files no Form 1099-DA', async () => {
  const eve = await customer('binance');
  const order = {
    address: eve.id,
    method: 'hifo',
    effective_from: '2026-06-01',
    stated_recorded_at: '2026-06-01',
  };
  expect((await eve.ask('POST', ELECTIONS, order)).status).toBe(201);
  expect(await eve.sales()).toEqual(TOLD);
  expect(
    await refusal(eve, ELECTIONS, {
      address: eve.id,
      method: 'fifo',
      communicated_to_broker_at: '2027-03-01T12:00:00Z',
    }),
  ).toEqual(['communicated_to_broker_at', 'self_custody']);
});

it('takes the lots that the broker was told of for one sale, and for later ones', async () => {
  const ida = await customer('gemini');
  const dear = (await ida.lots()).find((lot) => lot.original_cost_basis === '320');
  const rows = (await ida.ask('GET', `/api/v1/wallets/${ida.id}/transactions`)).body.data;
  const sale = rows.find(({ timestamp }: { timestamp: string }) => timestamp.startsWith('2027'));
  const selection = {
    address: ida.id,
    tx_hash: sale.transaction_id,
    token_key: 'gemini:BTC',
    lot_selections: [{ lot_id: dear?.lot_id }],
    communicated_to_broker_at: SOLD,
    evidence: { kind: 'order_id', reference: '77-1' },
  };
  const token = (await ida.ask('GET', `/api/v1/wallets/${ida.id}/lots`)).body.data[0].token_key;
  const late = { ...selection, token_key: token, communicated_to_broker_at: '2027-02-01T12:00:01Z' };
  expect(await refusal(ida, SELECTIONS, late)).toEqual(['communicated_to_broker_at', 'late']);
  const other = { ...selection, token_key: token, lot_selections: [{ lot_id: 'another' }] };
  expect(await refusal(ida, SELECTIONS, other)).toEqual(['lot_selections.0.lot_id', 'lot_not_in_account']);
  const made = await ida.ask('POST', SELECTIONS, { ...selection, token_key: token });
  expect([made.status, made.body.data]).toMatchObject([
    201,
    { evidence: { kind: 'order_id', reference: '77-1' } },
  ]);
  expect(await ida.sales()).toEqual(TOLD);

  const order = { address: ida.id, token_key: token, lots: [{ lot_id: dear?.lot_id }] };
  expect(await refusal(ida, ORDERS, order)).toEqual(['lots.0.lot_id', 'lot_already_sold']);
  expect(await refusal(ida, ORDERS, { ...order, lots: [{ lot_id: 'another' }] })).toEqual([
    'lots.0.lot_id',
    'lot_not_in_account',
  ]);
});

it('refuses what no broker can have been told', async () => {
  const joe = await customer('other', { label: 'Fidelity Crypto' });
  expect((await joe.ask('PUT', `/api/v1/exchange-accounts/${joe.id}`, { kind: 'us_exchange' })).status).toBe(
    200,
  );
  const order = { address: joe.id, method: 'hifo', communicated_to_broker_at: SOLD, evidence: EVIDENCE };
  expect(await refusal(joe, ELECTIONS, order)).toEqual(['method', 'fifo_only']);
  expect(await refusal(joe, ELECTIONS, { ...order, evidence: undefined })).toEqual([
    'evidence',
    'backdated_without_evidence',
  ]);
  expect(await refusal(joe, ELECTIONS, { ...order, communicated_to_broker_at: '2027-04-01' })).toEqual([
    'communicated_to_broker_at',
    'not_yet_communicated',
  ]);
  expect(await refusal(joe, ELECTIONS, { ...order, address: undefined })).toEqual([
    'communicated_to_broker_at',
    'no_single_account',
  ]);
  expect(await refusal(joe, ELECTIONS, { ...order, evidence: { kind: 'letter' } })).toEqual([
    'evidence.file_sha256',
    undefined,
  ]);
});

/** The entry of a kind, with those that no longer hold. */
const history = async ({ ask }: Customer, path: string) =>
  (await ask('GET', `${path}?include_inactive=true`)).body.data as Record<string, unknown>[];

describe('a notice that is added later', () => {
  const NOTICE = { communicated_to_broker_at: SOLD, evidence: EVIDENCE };
  const IN_BOOKS = { effective_from: '2026-06-01', stated_recorded_at: '2026-06-01' };

  it('makes an order hold from then on, keeps its id, and keeps the entry as it was', async () => {
    const pia = await customer('gemini');
    const made = await pia.ask('POST', ELECTIONS, { address: pia.id, method: 'hifo', ...IN_BOOKS });
    const path = `${ELECTIONS}/${made.body.data.id}/broker-notice`;
    expect(await pia.sales()).toEqual(NOT_TOLD);
    expect(await refusal(pia, path, { communicated_to_broker_at: SOLD }, 'PUT')).toEqual([
      'evidence',
      'backdated_without_evidence',
    ]);
    expect(await refusal(pia, path, { ...NOTICE, communicated_to_broker_at: '2027-04-01' }, 'PUT')).toEqual([
      'communicated_to_broker_at',
      'not_yet_communicated',
    ]);
    expect(await refusal(pia, path, { evidence: EVIDENCE }, 'PUT')).toEqual([
      'communicated_to_broker_at',
      undefined,
    ]);
    expect(await pia.sales()).toEqual(NOT_TOLD);

    const told = await pia.ask('PUT', path, NOTICE);
    expect([told.status, told.body.data]).toMatchObject([
      200,
      {
        id: made.body.data.id,
        communicated_to_broker_at: '2027-02-01T12:00:00.000Z',
        evidence: { kind: 'setting_screenshot', file_sha256: 'ab'.repeat(32) },
        effective_from: '2026-06-01T00:00:00.000Z',
        created_at: made.body.data.created_at,
        is_active: true,
      },
    ]);
    expect(await pia.sales()).toEqual(TOLD);
    expect((await pia.ask('PUT', path, NOTICE)).status).toBe(200);
    const both = await history(pia, ELECTIONS);
    expect(both.map((entry) => [entry['is_active'], entry['communicated_to_broker_at']]).toSorted()).toEqual([
      [false, null],
      [true, '2027-02-01T12:00:00.000Z'],
    ]);
    // The former state never counts beside the present one.
    const { body } = await pia.ask('GET', `/api/v1/tax-reports/${pia.id}/summary?tax_year=2027`);
    expect(body.data.assumptions.elections).toHaveLength(1);
    expect((await pia.ask('DELETE', `${ELECTIONS}/${made.body.data.id}`)).status).toBe(200);
    expect((await pia.ask('PUT', path, NOTICE)).status).toBe(409);
  });

  it('is refused after the sale, for lots of elsewhere, and to everybody else', async () => {
    const sam = await customer('gemini');
    const dear = (await sam.lots()).find((lot) => lot.original_cost_basis === '320');
    const rows = (await sam.ask('GET', `/api/v1/wallets/${sam.id}/transactions`)).body.data;
    const sale = rows.find(({ timestamp }: { timestamp: string }) => timestamp.startsWith('2027'));
    const token_key = (await sam.ask('GET', `/api/v1/wallets/${sam.id}/lots`)).body.data[0].token_key;
    const lots = [{ lot_id: dear?.lot_id, selected_at: '2027-01-31' }];
    const selection = { address: sam.id, tx_hash: sale.transaction_id, token_key, lot_selections: lots };
    const made = await sam.ask('POST', SELECTIONS, selection);
    const path = `${SELECTIONS}/${made.body.data.id}/broker-notice`;
    expect(await sam.sales()).toEqual(NOT_TOLD);
    const late = { ...NOTICE, communicated_to_broker_at: '2027-02-01T12:00:01Z' };
    expect(await refusal(sam, path, late, 'PUT')).toEqual(['communicated_to_broker_at', 'late']);
    const tom = await customer('gemini');
    expect((await tom.ask('PUT', path, NOTICE)).status).toBe(404);
    expect((await sam.ask('PUT', path.replace(SELECTIONS, ORDERS), NOTICE)).status).toBe(404);
    expect((await sam.ask('PUT', path, NOTICE)).status).toBe(200);
    expect(await sam.sales()).toEqual(TOLD);

    const order = { address: sam.id, token_key, lots: [{ lot_id: dear?.lot_id }] };
    const cheap = (await sam.lots()).find((lot) => lot.original_cost_basis === '110');
    const later = await sam.ask('POST', ORDERS, { ...order, lots: [{ lot_id: cheap?.lot_id }] });
    const told = await sam.ask('PUT', `${ORDERS}/${later.body.data.id}/broker-notice`, {
      communicated_to_broker_at: '2027-03-01T12:00:00Z',
    });
    expect([told.status, told.body.data.evidence]).toEqual([200, null]);
  });

  it('is given to a broker that takes such an order', async () => {
    const own = await customer('binance');
    const inBooks = await own.ask('POST', ELECTIONS, { address: own.id, method: 'hifo' });
    const path = `${ELECTIONS}/${inBooks.body.data.id}/broker-notice`;
    expect(await refusal(own, path, NOTICE, 'PUT')).toEqual(['communicated_to_broker_at', 'self_custody']);
    const all = await own.ask('POST', ELECTIONS, { method: 'lifo' });
    expect(await refusal(own, `${ELECTIONS}/${all.body.data.id}/broker-notice`, NOTICE, 'PUT')).toEqual([
      'communicated_to_broker_at',
      'no_single_account',
    ]);
    const fifo = await customer('other', { label: 'robinhood' });
    await fifo.ask('PUT', `/api/v1/exchange-accounts/${fifo.id}`, { kind: 'us_exchange' });
    const asked = await fifo.ask('POST', ELECTIONS, { address: fifo.id, method: 'hifo' });
    expect(await refusal(fifo, `${ELECTIONS}/${asked.body.data.id}/broker-notice`, NOTICE, 'PUT')).toEqual([
      'method',
      'method_not_offered',
    ]);
  });
});

describe('the sheet for a broker', () => {
  const SHEETS = '/api/v1/broker-instructions';
  const made = async ({ ask }: Customer, path: string, body: object): Promise<string> => {
    const answer = await ask('POST', path, body);
    expect(answer.status).toBe(201);
    return answer.body.data.id as string;
  };

  it('lists the lots in the order of the method, with words or menu and what the broker confirms', async () => {
    const mia = await customer('coinbase', { label: 'main' });
    const more =
      'timestamp,kind,asset,amount,sent_asset,sent_amount,id\n' +
      '2026-05-01T12:00:00Z,trade,BTC,2,USD,900,d\n';
    await mia.add(more);
    const inBooks = { effective_from: '2026-06-01', stated_recorded_at: '2026-06-01' };
    const id = await made(mia, ELECTIONS, { address: mia.id, method: 'hifo', ...inBooks });
    const { body } = await mia.ask('GET', `${SHEETS}/${id}`);
    expect(body.data).toMatchObject({
      id,
      account_id: mia.id,
      account_label: 'main',
      method: 'hifo',
      symbol: null,
      // The broker cannot follow it before it has it.
      effective_from: '2027-03-01T12:00:00.000Z',
      ask_in_writing: false,
      broker: {
        name: 'Coinbase',
        menu: 'Taxes, then Settings, then Cost-basis method',
        read_on: '2026-11-28',
      },
      // In FIFO the first lot went in February: the broker was not told.
      lots: [
        {
          position: 1,
          symbol: 'BTC',
          units: '2',
          cost_basis: '900',
          acquired_at: '2026-05-01T12:00:00.000Z',
        },
        {
          position: 2,
          symbol: 'BTC',
          units: '1',
          cost_basis: '320',
          acquired_at: '2026-01-01T12:00:00.000Z',
        },
      ],
      lots_total: 2,
      communicated_to_broker_at: null,
      evidence: null,
    });
    expect(body.data.words).toContain('From 2027-03-01T12:00:00.000Z on');
    expect(body.data.confirm).toHaveLength(4);
    const csv = await mia.text(`${SHEETS}/${id}/export?format=csv`);
    expect(csv.split('\r\n').slice(0, 2)).toEqual([
      'Position,Asset,Acquired,Received,Units,Cost basis USD,Broker lot id,Lot id',
      expect.stringMatching(/^1,BTC,2026-05-01T12:00:00.000Z,2026-05-01T12:00:00.000Z,2,900,/),
    ]);
    const json = JSON.parse(await mia.text(`${SHEETS}/${id}/export?format=json`)) as { words: string };
    expect(json.words).toBe(body.data.words);
    expect((await mia.text(`${SHEETS}/${id}/export`)).slice(0, 5)).toBe('%PDF-');
  });

  it('is a letter where it is not known what the broker takes', async () => {
    const kim = await customer('kraken');
    const [lot] = (await kim.lots()).filter(({ original_cost_basis: cost }) => cost === '320');
    const token = (await kim.ask('GET', `/api/v1/wallets/${kim.id}/lots`)).body.data[0].token_key;
    const order = {
      address: kim.id,
      token_key: token,
      lots: [{ lot_id: lot?.lot_id, quantity: '0.25', broker_lot_id: 'L-7' }],
    };
    const id = await made(kim, ORDERS, { ...order, applies_to: ['disposals', 'transfers'] });
    expect((await kim.ask('GET', `${SHEETS}/${id}`)).body.data).toMatchObject({
      method: null,
      symbol: 'BTC',
      ask_in_writing: true,
      broker: { name: 'Kraken', methods: null, names_lots: null, source: null },
      lots: [{ units: '0.25', cost_basis: '80', broker_lot_id: 'L-7' }],
    });
  });

  it('is not made where no broker takes the order', async () => {
    const none = await customer('binance');
    const own = await made(none, ELECTIONS, { address: none.id, method: 'hifo' });
    expect(await refusal(none, `${SHEETS}/${own}`)).toEqual(['entry_id', 'self_custody']);
    const all = await made(none, ELECTIONS, { method: 'lifo' });
    expect(await refusal(none, `${SHEETS}/${all}`)).toEqual(['entry_id', 'no_single_account']);
    const fifo = await customer('other', { label: 'Fidelity Crypto' });
    await fifo.ask('PUT', `/api/v1/exchange-accounts/${fifo.id}`, { kind: 'us_exchange' });
    const asked = await made(fifo, ELECTIONS, { address: fifo.id, method: 'hifo' });
    expect(await refusal(fifo, `${SHEETS}/${asked}`)).toEqual(['method', 'fifo_only']);
    expect((await fifo.ask('GET', `${SHEETS}/${own}`)).status).toBe(404);
  });
});

async function refusal(
  { ask }: Customer,
  path: string,
  body?: object,
  method = body ? 'POST' : 'GET',
): Promise<unknown[]> {
  const answer = await ask(method, path, body);
  expect([answer.status, answer.body.error.code]).toEqual([400, 'VALIDATION_ERROR']);
  return [answer.body.error.field ?? answer.body.error.details?.field, answer.body.error.details?.reason];
}
