import { DEMO_EXCHANGE, demoExchangeFile } from '../../../src/adapters/providers/demo/demo.exchange';
import { READ_ONLY, type KrakenKey } from '../../fakes/fake-kraken';
import type { Tour } from './tour';
import { MAIN, UNKNOWN, VAULT } from './wallets';
import { until } from '../../support/until';

const ENTRIES = '/api/v1/manual-entries';
const NONE = '00000000-0000-4000-8000-000000000000';
const HASH = `0x${'0'.repeat(64)}`;

/** What users add by hand, and from files. */
export async function visitManual(tour: Tour): Promise<void> {
  await basis(tour);
  await disposals(tour);
  await completions(tour);
  await lotSelections(tour);
  await standingSelections(tour);
  await values(tour);
  await classifications(tour);
  await visibility(tour);
  await imports(tour);
  await exchanges(tour);
  await unified(tour);
}

async function basis(tour: Tour): Promise<void> {
  const list = `${ENTRIES}/basis-assignments`;
  const lots = '/api/v1/wallets/{address}/lots';
  const { body } = await tour.send(`GET ${lots}/needs-basis`, { as: 'ada', path: { address: MAIN } });
  const lot_id = body.data[0].lot_id as string;
  const said = { quantity: '2', cost_basis: '610.5', acquisition_date: '2021-03-01' };
  const entry = {
    address: MAIN,
    lot_id,
    parts: [said],
    basis_type: 'purchase',
    note: 'bought over the counter',
  };
  const made = await tour.visit(`POST ${list}`, { as: 'ada', body: entry });
  await tour.refuse(`POST ${list}`, 'CONFLICT', { as: 'ada', body: entry });
  await tour.refuse(`POST ${list}`, 'LOT_NOT_FOUND', { as: 'ada', body: { ...entry, lot_id: NONE } });
  await tour.refuse(`POST ${list}`, 'WALLET_NOT_FOUND', { as: 'ada', body: { ...entry, address: UNKNOWN } });
  await tour.refuse(`POST ${list}`, 'INVALID_ADDRESS', { as: 'ada', body: { ...entry, address: 'x' } });
  await listed(tour, list, made.body.data.id as string);
  const path = { address: MAIN, lot_id };
  const whole = { ...said, quantity: '2.5', note: 'receipt found' };
  await tour.visit(`PUT ${lots}/{lot_id}/cost-basis`, {
    as: 'ada',
    path,
    query: { preview: 'true' },
    body: whole,
  });
  await tour.visit(`PUT ${lots}/{lot_id}/cost-basis`, { as: 'ada', path, body: whole });
  await tour.refuse(`PUT ${lots}/{lot_id}/cost-basis`, 'WALLET_NOT_FOUND', {
    as: 'ada',
    path: { ...path, address: UNKNOWN },
    body: whole,
  });
}

/** The value of a trade, stated and removed. */
async function values(tour: Tour): Promise<void> {
  const list = '/api/v1/wallets/{address}/transactions';
  const query = { type: 'swap', per_page: '1' };
  const { body } = await tour.send(`GET ${list}`, { as: 'ada', path: { address: MAIN }, query });
  const path = { address: MAIN, transaction_id: body.data[0].transaction_id as string };
  const [unknown, nothing] = [
    { ...path, address: UNKNOWN },
    { ...path, transaction_id: NONE },
  ];
  const value = { value_usd: '2000', note: 'by the receipt of the desk' };
  await tour.visit(`GET ${list}/needs-price`, { as: 'ada', path: { address: MAIN } });
  await tour.refuse(`GET ${list}/needs-price`, 'WALLET_NOT_FOUND', { as: 'ada', path: { address: UNKNOWN } });
  const route = `${list}/{transaction_id}/value`;
  await tour.visit(`PUT ${route}`, { as: 'ada', path, query: { preview: 'true' }, body: value });
  await tour.visit(`PUT ${route}`, { as: 'ada', path, body: value });
  await tour.refuse(`PUT ${route}`, 'WALLET_NOT_FOUND', { as: 'ada', path: unknown, body: value });
  await tour.refuse(`PUT ${route}`, 'RESOURCE_NOT_FOUND', { as: 'ada', path: nothing, body: value });
  await tour.visit(`DELETE ${route}`, { as: 'ada', path });
  await tour.refuse(`DELETE ${route}`, 'RESOURCE_NOT_FOUND', { as: 'ada', path });
  await tour.refuse(`DELETE ${route}`, 'WALLET_NOT_FOUND', { as: 'ada', path: unknown });
}

/** The type of a transaction, stated and removed. */
async function classifications(tour: Tour): Promise<void> {
  const list = '/api/v1/wallets/{address}/transactions';
  const query = { type: 'transfer_out', per_page: '1' };
  const { body } = await tour.send(`GET ${list}`, { as: 'ada', path: { address: MAIN }, query });
  const path = { address: MAIN, transaction_id: body.data[0].transaction_id as string };
  const route = `${list}/{transaction_id}/classification`;
  const gift = { type: 'gift', note: 'for a friend' };
  await tour.visit(`PUT ${route}`, { as: 'ada', path, query: { preview: 'true' }, body: gift });
  await tour.visit(`PUT ${route}`, { as: 'ada', path, body: gift });
  const unknown = { ...path, address: UNKNOWN };
  const nothing = { ...path, transaction_id: NONE };
  await tour.refuse(`PUT ${route}`, 'WALLET_NOT_FOUND', { as: 'ada', path: unknown, body: gift });
  await tour.refuse(`PUT ${route}`, 'RESOURCE_NOT_FOUND', { as: 'ada', path: nothing, body: gift });
  await tour.refuse(`PUT ${route}`, 'VALIDATION_ERROR', { as: 'ada', path, body: { type: 'swap' } });
  await tour.visit(`DELETE ${route}`, { as: 'ada', path });
  await tour.refuse(`DELETE ${route}`, 'RESOURCE_NOT_FOUND', { as: 'ada', path });
  await tour.refuse(`DELETE ${route}`, 'WALLET_NOT_FOUND', { as: 'ada', path: unknown });
}

/** A token hidden and shown again. */
async function visibility(tour: Tour): Promise<void> {
  const route = '/api/v1/wallets/{address}/tokens/{token_key}/visibility';
  const path = { address: MAIN, token_key: 'ethereum:AAVE' };
  const [unknown, nothing] = [
    { ...path, address: UNKNOWN },
    { ...path, token_key: 'ethereum:NONE' },
  ];
  const body = { is_spam: true, note: 'never asked for' };
  await tour.visit(`PUT ${route}`, { as: 'ada', path, query: { preview: 'true' }, body });
  await tour.visit(`PUT ${route}`, { as: 'ada', path, body });
  await tour.refuse(`PUT ${route}`, 'WALLET_NOT_FOUND', { as: 'ada', path: unknown, body });
  await tour.refuse(`PUT ${route}`, 'RESOURCE_NOT_FOUND', { as: 'ada', path: nothing, body });
  await tour.visit(`DELETE ${route}`, { as: 'ada', path });
  await tour.refuse(`DELETE ${route}`, 'RESOURCE_NOT_FOUND', { as: 'ada', path });
  await tour.refuse(`DELETE ${route}`, 'WALLET_NOT_FOUND', { as: 'ada', path: unknown });
}

/** Listed, withdrawn once. */
async function listed(tour: Tour, list: string, entry_id: string): Promise<void> {
  await tour.visit(`GET ${list}`, { as: 'ada', query: { address: MAIN } });
  await tour.refuse(`GET ${list}`, 'INVALID_ADDRESS', { as: 'ada', query: { address: 'vitalik.eth' } });
  await tour.visit(`DELETE ${list}/{entry_id}`, { as: 'ada', path: { entry_id } });
  await tour.refuse(`DELETE ${list}/{entry_id}`, 'CONFLICT', { as: 'ada', path: { entry_id } });
}

async function disposals(tour: Tour): Promise<void> {
  const list = `${ENTRIES}/disposal-entries`;
  const sale = {
    disposal_type: 'sale',
    disposed_at: '2024-03-04T05:06:07Z',
    proceeds_usd: '1200',
    fee_usd: '4.5',
  };
  const entry = {
    address: MAIN,
    token_key: 'ethereum:UNI',
    quantity: '100',
    ...sale,
    note: 'on a dead exchange',
  };
  const made = await tour.visit(`POST ${list}`, { as: 'ada', body: entry });
  await tour.refuse(`POST ${list}`, 'CONFLICT', { as: 'ada', body: entry });
  const unknown = { ...entry, token_key: 'ethereum:NONE' };
  await tour.refuse(`POST ${list}`, 'RESOURCE_NOT_FOUND', { as: 'ada', body: unknown });
  await tour.refuse(`POST ${list}`, 'WALLET_NOT_FOUND', { as: 'ada', body: { ...entry, address: UNKNOWN } });
  await tour.refuse(`POST ${list}`, 'INVALID_ADDRESS', { as: 'ada', body: { ...entry, address: 'x' } });
  await listed(tour, list, made.body.data.id as string);
}

async function completions(tour: Tour): Promise<void> {
  const list = `${ENTRIES}/trade-completions`;
  const { body } = await tour.send('GET /api/v1/wallets/{address}/lots/needs-basis', {
    as: 'ada',
    path: { address: VAULT },
  });
  const { tx_hash, token_key } = body.data[0] as { tx_hash: string; token_key: string };
  const paid = { counter_asset: 'USD', counter_quantity: '1500', counter_value_usd: '1500', fee_usd: '2.5' };
  const entry = { address: VAULT, tx_hash, token_key, side: 'in', ...paid, note: 'from a friend' };
  const made = await tour.visit(`POST ${list}`, { as: 'ada', body: entry });
  await tour.refuse(`POST ${list}`, 'CONFLICT', { as: 'ada', body: entry });
  await tour.refuse(`POST ${list}`, 'RESOURCE_NOT_FOUND', { as: 'ada', body: { ...entry, tx_hash: HASH } });
  await tour.refuse(`POST ${list}`, 'WALLET_NOT_FOUND', { as: 'ada', body: { ...entry, address: UNKNOWN } });
  await tour.refuse(`POST ${list}`, 'INVALID_ADDRESS', { as: 'ada', body: { ...entry, address: 'x' } });
  await listed(tour, list, made.body.data.id as string);
}

/** The lot of a reward, for a swap that would take the oldest one. */
async function lotSelections(tour: Tour): Promise<void> {
  const list = `${ENTRIES}/lot-selections`;
  const path = { address: VAULT };
  const wallet = '/api/v1/wallets/{address}';
  const dates = { start_date: '2024-03-13', end_date: '2024-03-13' };
  const found = await tour.send(`GET ${wallet}/transactions`, { as: 'ada', path, query: dates });
  const lots = await tour.send(`GET ${wallet}/lots`, {
    as: 'ada',
    path,
    query: { status: 'all', symbol: 'ETH' },
  });
  const reward = (lots.body.data as { lot_id: string; source: string }[]).find(
    ({ source }) => source === 'income',
  );
  const entry = {
    address: VAULT,
    tx_hash: found.body.data[0].tx_hash as string,
    token_key: 'ethereum:ETH',
    lot_selections: [{ lot_id: reward?.lot_id, quantity: '0.0168', selected_at: '2024-03-13T13:00:00Z' }],
    note: 'in my notebook',
  };
  const made = await tour.visit(`POST ${list}`, { as: 'ada', body: entry });
  await tour.refuse(`POST ${list}`, 'CONFLICT', { as: 'ada', body: entry });
  await tour.refuse(`POST ${list}`, 'RESOURCE_NOT_FOUND', { as: 'ada', body: { ...entry, tx_hash: HASH } });
  await tour.refuse(`POST ${list}`, 'WALLET_NOT_FOUND', { as: 'ada', body: { ...entry, address: UNKNOWN } });
  await tour.refuse(`POST ${list}`, 'INVALID_ADDRESS', { as: 'ada', body: { ...entry, address: 'x' } });
  await tour.visit(`GET ${list}`, { as: 'ada' });
  await tour.refuse(`GET ${list}`, 'INVALID_ADDRESS', { as: 'ada', query: { address: 'x' } });
  const own = { entry_id: made.body.data.id as string };
  await tour.visit(`DELETE ${list}/{entry_id}`, { as: 'ada', path: own });
  await tour.refuse(`DELETE ${list}/{entry_id}`, 'CONFLICT', { as: 'ada', path: own });
}

/** A lot of the vault for its sales from now on. */
async function standingSelections(tour: Tour): Promise<void> {
  const list = '/api/v1/standing-selections';
  const query = { status: 'open', symbol: 'ETH' };
  const lots = await tour.send('GET /api/v1/wallets/{address}/lots', {
    as: 'ada',
    path: { address: VAULT },
    query,
  });
  const [lot] = lots.body.data as { lot_id: string }[];
  const body = {
    address: VAULT,
    token_key: 'ethereum:ETH',
    lots: [{ lot_id: lot?.lot_id, quantity: '0.001' }],
    applies_to: ['disposals', 'transfers'],
    effective_from: '2027-01-01',
    note: 'in my notebook',
  };
  const made = await tour.visit(`POST ${list}`, { as: 'ada', body });
  await tour.refuse(`POST ${list}`, 'CONFLICT', { as: 'ada', body });
  await tour.refuse(`POST ${list}`, 'RESOURCE_NOT_FOUND', {
    as: 'ada',
    body: { ...body, token_key: 'ethereum:NONE' },
  });
  await tour.refuse(`POST ${list}`, 'WALLET_NOT_FOUND', { as: 'ada', body: { ...body, address: UNKNOWN } });
  await tour.refuse(`POST ${list}`, 'INVALID_ADDRESS', { as: 'ada', body: { ...body, address: 'x' } });
  await tour.visit(`GET ${list}`, { as: 'ada' });
  await tour.refuse(`GET ${list}`, 'INVALID_ADDRESS', { as: 'ada', query: { address: 'x' } });
  const path = { entry_id: made.body.data.id as string };
  await tour.visit(`DELETE ${list}/{entry_id}`, { as: 'ada', path });
  await tour.refuse(`DELETE ${list}/{entry_id}`, 'CONFLICT', { as: 'ada', path });
}

async function imports(tour: Tour): Promise<void> {
  const header = 'tx_hash,timestamp,from,to,quantity,fee';
  const line = `0x${'1'.repeat(64)},2020-09-13T12:26:40Z,${MAIN},${UNKNOWN},0.25,`;
  const text = `${header}\n${line}\nnot a line,,,,,\n`;
  const request = { as: 'bob', path: { address: UNKNOWN }, files: { 'old-wallet.csv': text } } as const;
  const operation = 'POST /api/v1/wallets/{address}/import';
  await tour.visit(operation, { ...request, body: { chain: 'ethereum', dry_run: 'true' } });
  await tour.refuse(operation, 'VALIDATION_ERROR', { ...request, body: { chain: 'bitcoin' } });
  await tour.refuse(operation, 'INVALID_REQUEST', { ...request, body: 'no form', files: undefined });
}

/** An account at an exchange, its history from a file, and its end. */
async function exchanges(tour: Tour): Promise<void> {
  const list = '/api/v1/exchange-accounts';
  const header = 'timestamp,kind,asset,amount,sent_asset,sent_amount,fee_asset,fee_amount,id';
  const text = `${header}\n2024-01-05T10:00:00Z,trade,BTC,0.05,USD,2000,USD,4,t1\n2024-02-05,trade,BTC,1,,,,,t2\n`;
  const files = { 'history.csv': text };
  const account = { exchange: 'kraken', label: 'old account', source: 'csv' };
  const made = await tour.visit(`POST ${list}`, { as: 'ada', body: account });
  const account_id = made.body.data.id as string;
  await tour.refuse(`POST ${list}`, 'EXCHANGE_NOT_SUPPORTED', {
    as: 'ada',
    body: { ...account, exchange: 'x' },
  });
  await tour.visit(`POST ${list}`, { as: 'bob', body: account });
  await tour.refuse(`POST ${list}`, 'WALLET_LIMIT_EXCEEDED', { as: 'bob', body: account });
  const operation = `POST ${list}/import`;
  await tour.visit(operation, { as: 'ada', body: { account_id }, files });
  await tour.refuse(operation, 'RESOURCE_NOT_FOUND', { as: 'ada', body: { account_id: NONE }, files });
  await tour.refuse(operation, 'INVALID_REQUEST', { as: 'ada', body: 'no form' });
  await tour.refuse(operation, 'EXCHANGE_NOT_SUPPORTED', { as: 'ada', body: { exchange: 'x' }, files });
  await tour.refuse(operation, 'WALLET_LIMIT_EXCEEDED', { as: 'bob', body: { exchange: 'gemini' }, files });
  await tour.refuse(operation, 'VALIDATION_ERROR', {
    as: 'ada',
    body: { account_id },
    files: { 'x.csv': 'a,b\n1,2\n' },
  });
  await tour.visit(`GET ${list}`, { as: 'ada' });
  const one = `${list}/{account_id}`;
  await connectedExchange(tour, account_id);
  await tour.visit(`GET ${one}`, { as: 'ada', path: { account_id } });
  await tour.refuse(`GET ${one}`, 'RESOURCE_NOT_FOUND', { as: 'bob', path: { account_id } });
  const body = { label: 'main account' };
  await tour.visit(`PUT ${one}`, { as: 'ada', path: { account_id }, body });
  await tour.refuse(`PUT ${one}`, 'RESOURCE_NOT_FOUND', { as: 'bob', path: { account_id }, body });
  await tour.refuse(`DELETE ${one}`, 'RESOURCE_NOT_FOUND', { as: 'bob', path: { account_id } });
  await tour.visit(`DELETE ${one}`, { as: 'ada', path: { account_id }, query: { keep_data: 'false' } });
}

/** An account that the service reads. @param files an account without a key */
async function connectedExchange(tour: Tour, files: string): Promise<void> {
  const list = '/api/v1/exchange-accounts';
  const one = `${list}/{account_id}`;
  const body = ({ apiKey, apiSecret }: KrakenKey) => ({
    exchange: 'kraken',
    api_key: apiKey,
    api_secret: apiSecret,
  });
  const operation = `POST ${list}`;
  const key = tour.kraken.key();
  const row = { time: '1767614400', refid: 'Q1', type: 'deposit' };
  tour.kraken.ledger = [{ ...row, id: 'L1', asset: 'XETH', amount: '2', fee: '0' }];
  tour.kraken.balances = { XETH: '2', XXBT: '0.1' };
  const trading = tour.kraken.key([...READ_ONLY, 'modify-trades']);
  await tour.refuse(operation, 'EXCHANGE_AUTH_FAILED', { as: 'ada', body: body(trading) });
  const made = await tour.send(operation, { as: 'ada', body: body(key) });
  const path = { account_id: made.body.data.id as string };
  await tour.refuse(operation, 'CONFLICT', { as: 'ada', body: body(key) });
  const status = async (): Promise<string> =>
    (await tour.send(`GET ${one}/sync-status`, { as: 'ada', path })).body.data.status as string;
  await until(status, (text) => !/queued|running/.test(text));
  await tour.visit(`GET ${one}/sync-status`, { as: 'ada', path });
  await tour.refuse(`GET ${one}/sync-status`, 'RESOURCE_NOT_FOUND', { as: 'bob', path });
  await tour.visit(`GET ${one}/reconciliation`, { as: 'ada', path });
  await tour.refuse(`GET ${one}/reconciliation`, 'RESOURCE_NOT_FOUND', { as: 'bob', path });
  await tour.visit(`POST ${one}/sync`, { as: 'ada', path, body: { full: true } });
  await tour.refuse(`POST ${one}/sync`, 'RESOURCE_NOT_FOUND', { as: 'bob', path, body: {} });
  await tour.refuse(`POST ${one}/sync`, 'CONFLICT', { as: 'ada', path: { account_id: files }, body: {} });
  await until(status, (text) => !/queued|running/.test(text));
  await tour.send(`DELETE ${one}`, { as: 'ada', path, query: { keep_data: 'false' } });
}

/** The outflow of a rejected match, as its owner states it. */
async function external(tour: Tour): Promise<void> {
  const list = '/api/v1/unified/unmatched-transfers';
  const found = await tour.send(`GET ${list}`, { as: 'ada', query: { direction: 'out', symbol: 'AAVE' } });
  const path = { transaction_id: found.body.data[0].transaction_id as string };
  const operation = `${list}/{transaction_id}/external`;
  const body = { disposal_type: 'sale', proceeds_usd: '900' };
  await tour.visit(`POST ${operation}`, { as: 'ada', path, body });
  await tour.refuse(`POST ${operation}`, 'RESOURCE_NOT_FOUND', { as: 'bob', path, body });
  await tour.visit(`DELETE ${operation}`, { as: 'ada', path });
  await tour.refuse(`DELETE ${operation}`, 'RESOURCE_NOT_FOUND', { as: 'bob', path });
}

const INSTRUCTIONS = 'GET /api/v1/broker-instructions/{entry_id}';

/** What a broker is told of an order for all sales of an account. */
async function brokerInstructions(tour: Tour, address: string): Promise<{ entry_id: string }> {
  const body = { address, method: 'hifo', effective_from: '2027-01-01' };
  const made = await tour.send('POST /api/v1/method-elections', { as: 'ada', body });
  const path = { entry_id: made.body.data.id as string };
  await tour.visit(INSTRUCTIONS, { as: 'ada', path });
  for (const format of ['csv', 'pdf', 'json'])
    await tour.visit(`${INSTRUCTIONS}/export`, { as: 'ada', path, query: { format } });
  await brokerNotices(tour, address);
  return path;
}

interface Sent {
  transaction_id: string;
  timestamp: string;
  legs: { direction: string; token_key: string }[];
}

/** The broker was told of an election, of a standing selection, and of the lots of one sale. */
async function brokerNotices(tour: Tour, address: string): Promise<void> {
  const path = { address };
  const rows = await tour.send('GET /api/v1/wallets/{address}/transactions', { as: 'ada', path });
  const lots = await tour.send('GET /api/v1/wallets/{address}/lots', { as: 'ada', path });
  const saleOf = (key: string) =>
    (rows.body.data as Sent[]).find(({ legs }) =>
      legs.some((leg) => leg.direction === 'out' && leg.token_key === key),
    );
  const [lot] = (lots.body.data as { lot_id: string; token_key: string }[]).filter((each) =>
    saleOf(each.token_key),
  );
  const { lot_id = '', token_key = '' } = lot ?? {};
  const sale = saleOf(token_key);
  const bodies = {
    '/api/v1/method-elections': { address, method: 'hifo', effective_from: '2028-01-01' },
    '/api/v1/standing-selections': { address, token_key, lots: [{ lot_id }] },
    [`${ENTRIES}/lot-selections`]: {
      ...{ address, token_key, tx_hash: sale?.transaction_id },
      lot_selections: [{ lot_id, selected_at: sale?.timestamp }],
    },
  };
  const evidence = { kind: 'ticket', reference: 'T-1' };
  const body = { communicated_to_broker_at: sale?.timestamp, evidence };
  for (const [list, entry] of Object.entries(bodies)) {
    const made = await tour.send(`POST ${list}`, { as: 'ada', body: entry });
    const own = { entry_id: made.body.data.id as string };
    await tour.visit(`PUT ${list}/{entry_id}/broker-notice`, { as: 'ada', path: own, body });
    await tour.send(`DELETE ${list}/{entry_id}`, { as: 'ada', path: own });
    await tour.refuse(`PUT ${list}/{entry_id}/broker-notice`, 'CONFLICT', { as: 'ada', path: own, body });
  }
}

/** Wallets and an exchange account as one, and the two ends of a transfer between them. */
async function unified(tour: Tour): Promise<void> {
  const home = '/api/v1/unified';
  await tour.send('POST /api/v1/linked-wallets', { as: 'ada', body: { address: MAIN } });
  const text = new TextDecoder().decode(demoExchangeFile());
  const body = { exchange: DEMO_EXCHANGE };
  const made = await tour.send('POST /api/v1/exchange-accounts/import', {
    as: 'ada',
    body,
    files: { 'all.csv': text },
  });
  const path = { account_id: made.body.data.account_id as string };
  for (const view of ['holdings', 'transactions', 'summary', 'unmatched-transfers'])
    await tour.visit(`GET ${home}/${view}`, { as: 'ada' });
  await tour.visit(`GET ${home}/tax-summary`, { as: 'ada', query: { tax_year: '2024' } });
  const matches = `${home}/transfer-matches`;
  const found = await tour.visit(`GET ${matches}`, { as: 'ada', query: { status: 'confirmed' } });
  const match = { match_id: found.body.data[0].match_id as string };
  for (const decision of ['confirm', 'reject', 'undo']) {
    await tour.visit(`POST ${matches}/{match_id}/${decision}`, { as: 'ada', path: match });
    await tour.refuse(`POST ${matches}/{match_id}/${decision}`, 'RESOURCE_NOT_FOUND', {
      as: 'bob',
      path: match,
    });
    if (decision === 'reject') await external(tour);
  }
  const entry = await brokerInstructions(tour, path.account_id);
  // The other stops have wallets only.
  const query = { keep_data: 'false' };
  await tour.send('DELETE /api/v1/exchange-accounts/{account_id}', { as: 'ada', path, query });
  await tour.refuse(INSTRUCTIONS, 'RESOURCE_NOT_FOUND', { as: 'ada', path: entry });
  await tour.send('DELETE /api/v1/linked-wallets/{address}', { as: 'ada', path: { address: MAIN } });
}
