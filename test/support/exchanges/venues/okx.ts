import { newestFirst, rowsAt, type Deed, type Stage, type StagedRow } from '../story/deeds';
import { negated } from '../story/exact';
import {
  chainHash,
  count,
  derived,
  hmac,
  json,
  page,
  same,
  type Asked,
  type Moment,
  type Reply,
  type Role,
  type Venue,
} from './venue';

interface Row {
  ts: string;
  [name: string]: unknown;
}
const MOST_ROWS = 100;
const CLOCK_MS = 30_000;
const DAY_MS = 86_400_000;
/** How long the exchange keeps fills. */
const FILLS_MS = 92 * DAY_MS;

interface Tables {
  fills: StagedRow<Row>[];
  bills: StagedRow<Row>[];
  deposits: StagedRow<Row>[];
  withdrawals: StagedRow<Row>[];
}

/** A fee has a negative sign, a rebate a positive one. */
function tablesOf(deeds: readonly Deed[]): Tables {
  const tables: Tables = { fills: [], bills: [], deposits: [], withdrawals: [] };
  newestFirst(deeds).forEach((deed, n) => {
    const id = String(2_000_000_000_000n - BigInt(n));
    const put = (list: keyof Tables, row: Omit<Row, 'ts'>): number =>
      tables[list].push({
        isLate: deed.isLate ?? false,
        later: null,
        first: { ts: String(deed.at), ...row },
      });
    if (deed.kind === 'trade')
      put('fills', {
        ...{
          billId: id,
          tradeId: id,
          instType: 'SPOT',
          instId: `${deed.base}-${deed.quote}`,
          side: deed.side,
        },
        ...{ fillSz: deed.units, fillPx: deed.price, fee: negated(deed.fee.units), feeCcy: deed.fee.coin },
      });
    else if (deed.kind === 'reward')
      put('bills', { billId: id, ccy: deed.coin, type: '83', balChg: deed.units });
    else if (deed.kind === 'stake')
      put('bills', { billId: id, ccy: deed.coin, type: '80', balChg: negated(deed.units) });
    else if (deed.kind === 'deposit')
      put('deposits', {
        ...{ depId: id, ccy: deed.coin, amt: deed.units, to: deed.address, state: '2' },
        ...{ txId: chainHash(deed.coin, deed.hash) ?? '' },
      });
    else if (deed.kind === 'withdrawal')
      put('withdrawals', {
        ...{ wdId: id, ccy: deed.coin, amt: deed.units, fee: deed.fee, feeCcy: deed.coin, to: deed.address },
        ...{ state: deed.end === 'failed' ? '-1' : '2', txId: chainHash(deed.coin, deed.hash) ?? '' },
      });
  });
  return tables;
}

export function okxVenue(
  deeds: readonly Deed[],
  balances: (stage: Stage) => Readonly<Record<string, string>>,
  storyNow: number,
): Venue {
  const tables = tablesOf(deeds);
  const key = (role: Role) => ({
    role,
    apiKey: derived(`okx ${role}`),
    apiSecret: derived(`okx secret ${role}`).toUpperCase(),
    passphrase: `${derived(`okx words ${role}`, 8)}#7a`,
  });
  const keys = { readonly: key('readonly'), trading: key('trading') };
  const ok = (data: readonly object[]): Reply => json({ code: '0', data, msg: '' });
  const fail = (code: string, msg: string, status = 400): Reply => json({ code, data: [], msg }, status);
  /** Where the row with this id is, `after` leads on from there. */
  const afterId = (rows: readonly Row[], query: URLSearchParams): Reply => {
    const after = query.get('after');
    const start = after === null ? 0 : rows.findIndex(({ billId }) => billId === after) + 1;
    return ok(rows.slice(start, start + MOST_ROWS));
  };
  const afterTime = (rows: readonly Row[], query: URLSearchParams): Reply => {
    const after = Number(query.get('after') ?? Infinity);
    return ok(rows.filter(({ ts }) => Number(ts) < after).slice(0, MOST_ROWS));
  };
  const staked = deeds.flatMap((deed) => (deed.kind === 'stake' ? [deed] : []));

  function read(path: string, query: URLSearchParams, role: Role, stage: Stage): Reply {
    switch (path) {
      case 'account/config':
        return ok([
          { uid: '44000000000000001', perm: role === 'trading' ? 'read_only,withdraw,trade' : 'read_only' },
        ]);
      case 'trade/fills-history':
        return afterId(
          rowsAt(tables.fills, stage).filter(({ ts }) => Number(ts) > storyNow - FILLS_MS),
          query,
        );
      case 'asset/bills-history':
        return afterTime(rowsAt(tables.bills, stage), query);
      case 'asset/deposit-history':
        return afterTime(rowsAt(tables.deposits, stage), query);
      case 'asset/withdrawal-history':
        return afterTime(rowsAt(tables.withdrawals, stage), query);
      case 'account/balance':
        return ok([{ details: Object.entries(balances(stage)).map(([ccy, cashBal]) => ({ ccy, cashBal })) }]);
      case 'finance/staking-defi/orders-active':
        return ok(staked.map(({ coin, units }) => ({ investData: [{ ccy: coin, amt: units }] })));
      case 'asset/balances':
        return ok(staked.map(({ coin, units }) => ({ ccy: coin, bal: negated(units) })));
      case 'finance/savings/balance':
        return ok([]);
      default:
        return fail('50404', 'Not Found', 404);
    }
  }

  return {
    keys,
    list: 'fills-history',
    rows: (stage) => ({
      trades: count(tables.fills, stage),
      ledger: count(tables.bills, stage),
      deposits: count(tables.deposits, stage),
      withdrawals: count(tables.withdrawals, stage),
    }),
    answer({ method, path, rawQuery, query, headers, body }: Asked, { stage, now }: Moment) {
      const name = path.replace('/api/v5/', '');
      if (name === 'public/time') return ok([{ ts: String(now) }]);
      const found = Object.values(keys).find(({ apiKey }) => apiKey === headers['ok-access-key']);
      if (!found) return fail('50119', "API key doesn't exist", 401);
      const stamp = String(headers['ok-access-timestamp']);
      if (Math.abs(now - Date.parse(stamp)) > CLOCK_MS)
        return fail('50102', 'Timestamp request expired', 401);
      if (!same(found.passphrase, headers['ok-access-passphrase']))
        return fail('50105', 'Request header OK-ACCESS-PASSPHRASE incorrect.', 401);
      const text = `${stamp}${method}${path}${rawQuery === '' ? '' : `?${rawQuery}`}${body}`;
      if (!same(hmac('sha256', found.apiSecret, text).toString('base64'), headers['ok-access-sign']))
        return fail('50113', 'Invalid Sign', 401);
      return read(name, query, found.role, stage);
    },
    refuse(refusal, retryAfter) {
      const headers = { 'Retry-After': String(retryAfter) };
      switch (refusal) {
        case 'limit':
        case 'lockout':
          return { ...fail('50011', 'Too Many Requests', 429), headers };
        case 'proxy limit':
          return { ...page('429 Too Many Requests', 429), headers };
        case 'server error':
          return fail('50026', 'System error. Try again later', 500);
        case 'busy':
          return fail('50013', 'Systems are busy. Please try again later.', 429);
        case 'revoked':
          return fail('50119', "API key doesn't exist", 401);
        case 'address':
          return fail('50110', "Your IP is not included in your API key's IP whitelist.", 401);
        case 'permission':
          return fail('50120', "This API key doesn't have permission to use this function", 403);
        case 'clock':
          return fail('50102', 'Timestamp request expired', 401);
        case 'signature':
          return fail('50113', 'Invalid Sign', 401);
        default:
          return fail('50001', 'Service temporarily unavailable. Please try again later.', 503);
      }
    },
  };
}
