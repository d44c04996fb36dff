import { rowsAt, type Deed, type Stage, type StagedRow } from '../story/deeds';
import { product } from '../story/exact';
import {
  chainHash,
  count,
  derived,
  hmac,
  json,
  numberIn,
  page,
  same,
  type Asked,
  type Moment,
  type Reply,
  type Role,
  type Venue,
} from './venue';

type Row = Readonly<Record<string, unknown>>;
const DAY_MS = 86_400_000;
/** Of a window. */
const MOST_MS = 90 * DAY_MS;

interface Tables {
  trades: StagedRow<Row>[];
  deposits: StagedRow<Row>[];
  withdrawals: StagedRow<Row>[];
  fiat: StagedRow<Row>[];
  dust: StagedRow<Row>[];
  distributions: StagedRow<Row>[];
  rewards: StagedRow<Row>[];
}

/** Ids of trades grow within a symbol, and repeat in the next one. Deposits have no id. */
function tablesOf(deeds: readonly Deed[]): Tables {
  const tables: Tables = {
    ...{ trades: [], deposits: [], withdrawals: [], fiat: [] },
    ...{ dust: [], distributions: [], rewards: [] },
  };
  const ids = new Map<string, number>();
  deeds.forEach((deed, n) => {
    const id = derived(`binanceus ${deed.at} ${n}`);
    const put = (list: keyof Tables, first: Row, later: Row | null = null): number =>
      tables[list].push({ isLate: deed.isLate ?? false, first, later });
    if (deed.kind === 'trade') {
      const symbol = deed.base + deed.quote;
      const tradeId = (ids.get(symbol) ?? 100) + 1;
      ids.set(symbol, tradeId);
      put('trades', {
        ...{ symbol, id: tradeId, orderId: tradeId, price: deed.price, qty: deed.units },
        ...{
          quoteQty: product(deed.units, deed.price),
          commission: deed.fee.units,
          commissionAsset: deed.fee.coin,
        },
        ...{ time: deed.at, isBuyer: deed.side === 'buy', isMaker: false, isBestMatch: true },
      });
    } else if (deed.kind === 'convert')
      put('dust', {
        operateTime: deed.at,
        userAssetDribbletDetails: [
          {
            ...{ tranId: n, serviceChargeAmount: '0', amount: deed.gave.units, operateTime: deed.at },
            ...{ transferedAmount: deed.got.units, fromAsset: deed.gave.coin, targetAsset: deed.got.coin },
          },
        ],
      });
    else if (deed.kind === 'reward')
      put('rewards', { asset: deed.coin, amount: deed.units, tranId: n, time: deed.at });
    else if (deed.kind === 'stake') return;
    else if (deed.coin === 'USD')
      put('fiat', {
        ...{ orderId: id, fiatCurrency: 'USD', amount: deed.units, transactionFee: '0', platformFee: '0' },
        ...{ orderStatus: 'Successful', createTime: deed.at },
      });
    else if (deed.kind === 'deposit') {
      const done = {
        coin: deed.coin,
        amount: deed.units,
        address: deed.address,
        status: 1,
        insertTime: deed.at,
      };
      const row = { ...done, txId: chainHash(deed.coin, deed.hash) };
      put(
        'deposits',
        deed.end === 'pending' ? { ...row, status: 0 } : row,
        deed.end === 'pending' ? row : null,
      );
    } else {
      const applyTime = new Date(deed.at).toISOString().slice(0, 19).replace('T', ' ');
      const done = {
        id,
        coin: deed.coin,
        amount: deed.units,
        transactionFee: deed.fee,
        address: deed.address,
      };
      const status = deed.end === 'failed' ? 5 : 6;
      put('withdrawals', {
        ...done,
        applyTime,
        at: deed.at,
        status,
        txId: chainHash(deed.coin, deed.hash) ?? '',
      });
    }
  });
  return tables;
}

export function binanceUsVenue(
  deeds: readonly Deed[],
  balances: (stage: Stage) => Readonly<Record<string, string>>,
): Venue {
  const tables = tablesOf(deeds);
  const key = (role: Role) => ({
    role,
    apiKey: derived(`binanceus ${role}`, 64),
    apiSecret: derived(`binanceus secret ${role}`, 64),
  });
  const keys = { readonly: key('readonly'), trading: key('trading') };
  const fail = (code: number, msg: string, status = 400): Reply => json({ code, msg }, status);
  const pairs = new Map(
    deeds.flatMap((deed) => (deed.kind === 'trade' ? [[deed.base + deed.quote, deed] as const] : [])),
  );
  const symbols = [...pairs].map(([symbol, { base, quote }], n) => ({
    // Delisted ones are listed too.
    ...{ symbol, status: n === 0 ? 'BREAK' : 'TRADING', baseAsset: base, quoteAsset: quote },
  }));

  const inWindow = (rows: readonly Row[], query: URLSearchParams, time: string): Row[] | Reply => {
    const start = numberIn(query, 'startTime', 0);
    const end = numberIn(query, 'endTime', Infinity);
    if (end - start > MOST_MS) return fail(-1127, 'More than 90 days between startTime and endTime.');
    return rows.filter((row) => Number(row[time]) >= start && Number(row[time]) <= end);
  };
  const listed = (found: Row[] | Reply, wrap: (rows: Row[]) => object): Reply =>
    Array.isArray(found) ? json(wrap(found)) : found;

  function read(path: string, query: URLSearchParams, stage: Stage): Reply {
    const window = (list: keyof Tables, time: string) => inWindow(rowsAt(tables[list], stage), query, time);
    switch (path) {
      case '/api/v3/account':
        return json({
          uid: 40_000_001,
          canTrade: true,
          balances: Object.entries(balances(stage)).map(([asset, free]) => ({
            asset,
            free,
            locked: '0.00000000',
          })),
        });
      case '/api/v3/myTrades': {
        const found = rowsAt(tables.trades, stage).filter(
          (row) => row['symbol'] === query.get('symbol') && Number(row['id']) >= numberIn(query, 'fromId', 0),
        );
        return json(found.slice(0, Math.min(numberIn(query, 'limit', 500), 1_000)));
      }
      case '/sapi/v1/capital/deposit/hisrec':
        return listed(window('deposits', 'insertTime'), (rows) => rows);
      case '/sapi/v1/capital/withdraw/history':
        return listed(window('withdrawals', 'at'), (rows) => rows.map(({ at: _at, ...row }) => row));
      case '/sapi/v1/fiatpayment/query/deposit/history':
        return listed(window('fiat', 'createTime'), (rows) => ({ assetLogRecordList: rows }));
      case '/sapi/v1/fiatpayment/query/withdraw/history':
        return json({ assetLogRecordList: [] });
      case '/sapi/v1/asset/query/dust-logs':
        return listed(window('dust', 'operateTime'), (rows) => ({ userDustConvertHistory: rows }));
      case '/sapi/v1/asset/assetDistributionHistory':
        return listed(window('distributions', 'divTime'), (rows) => ({ rows, total: rows.length }));
      case '/sapi/v1/staking/stakingRewardsHistory':
        return listed(window('rewards', 'time'), (data) => ({ code: '000000', data, success: true }));
      case '/sapi/v1/staking/stakingBalance':
        return json({ code: '000000', data: [], success: true });
      default:
        return json({ status: 404, error: 'Not Found', path }, 404);
    }
  }

  return {
    keys,
    list: 'myTrades',
    rows: (stage) => ({
      trades: count(tables.trades, stage),
      deposits: count(tables.deposits, stage),
      withdrawals: count(tables.withdrawals, stage),
      ledger: count([...tables.fiat, ...tables.dust, ...tables.distributions, ...tables.rewards], stage),
    }),
    answer({ path, rawQuery, query, headers }: Asked, { stage, now }: Moment) {
      if (path === '/api/v3/time') return json({ serverTime: now });
      if (path === '/api/v3/exchangeInfo') return json({ timezone: 'UTC', serverTime: now, symbols });
      const found = Object.values(keys).find(({ apiKey }) => apiKey === headers['x-mbx-apikey']);
      if (!found) return fail(-2015, 'Invalid API-key, IP, or permissions for action.', 401);
      const stamp = Number(query.get('timestamp'));
      if (stamp > now + 1_000 || now - stamp > numberIn(query, 'recvWindow', 5_000))
        return fail(-1021, 'Timestamp for this request is outside of the recvWindow.');
      const signed = rawQuery.replace(/&?signature=[^&]*$/, '');
      if (!same(hmac('sha256', found.apiSecret, signed).toString('hex'), query.get('signature') ?? ''))
        return fail(-1022, 'Signature for this request is not valid.');
      return read(path, query, stage);
    },
    refuse(refusal, retryAfter) {
      const headers = { 'Retry-After': String(retryAfter) };
      switch (refusal) {
        case 'limit':
          return { ...fail(-1003, 'Too much request weight used.', 429), headers };
        case 'lockout':
          return { ...fail(-1003, 'Way too much request weight used; IP banned.', 418), headers };
        case 'proxy limit':
          return { ...page('429 Too Many Requests', 429), headers };
        case 'server error':
          return fail(-1000, 'An unknown error occurred while processing the request.', 500);
        case 'busy':
          return fail(-1001, 'Internal error; unable to process your request. Please try again.', 500);
        case 'unavailable':
          return fail(-1008, 'Server is currently overloaded with other requests.', 503);
        case 'clock':
          return fail(-1021, 'Timestamp for this request is outside of the recvWindow.');
        case 'signature':
          return fail(-1022, 'Signature for this request is not valid.');
        case 'maintenance':
          return page('System upgrade', 503);
        default:
          return fail(-2015, 'Invalid API-key, IP, or permissions for action.', 401);
      }
    },
  };
}
