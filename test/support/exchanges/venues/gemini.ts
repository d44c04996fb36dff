import { newestFirst, rowsAt, type Deed, type Stage, type StagedRow } from '../story/deeds';
import {
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
  timestampms: number;
  [name: string]: unknown;
}
const NONCE_MS = 30_000;
const ROLES: Readonly<Record<Role, object>> = {
  readonly: { isAuditor: true, isFundManager: false, isTrader: false },
  trading: { isAuditor: false, isFundManager: true, isTrader: true },
};

interface Tables {
  trades: StagedRow<Row>[];
  transfers: StagedRow<Row>[];
  staking: StagedRow<Row>[];
}

function tablesOf(deeds: readonly Deed[]): Tables {
  const tables: Tables = { trades: [], transfers: [], staking: [] };
  newestFirst(deeds).forEach((deed, n) => {
    const put = (list: keyof Tables, row: Omit<Row, 'timestampms'>): number =>
      tables[list].push({
        isLate: deed.isLate ?? false,
        later: null,
        first: { timestampms: deed.at, ...row },
      });
    const id = 900_000 + n;
    if (deed.kind === 'trade')
      put('trades', {
        ...{ tid: id, symbol: deed.base + deed.quote, price: deed.price, amount: deed.units },
        ...{
          type: deed.side === 'buy' ? 'Buy' : 'Sell',
          fee_currency: deed.fee.coin,
          fee_amount: deed.fee.units,
        },
      });
    else if (deed.kind === 'reward')
      put('staking', {
        ...{ transactionId: derived(`gemini ${deed.at}`, 16), transactionType: 'Interest' },
        ...{ amountCurrency: deed.coin, amount: deed.units, dateTime: new Date(deed.at).toISOString() },
      });
    else if (deed.kind === 'deposit' || deed.kind === 'withdrawal')
      put('transfers', {
        ...{ eid: id, type: deed.kind === 'deposit' ? 'Deposit' : 'Withdrawal', currency: deed.coin },
        ...{ status: deed.end === 'failed' ? 'Failed' : 'Complete', amount: deed.units },
        ...(deed.hash === null ? {} : { txHash: deed.hash.replace(/^0x/, '') }),
        ...(deed.kind === 'withdrawal'
          ? { destination: deed.address, feeAmount: deed.fee, feeCurrency: deed.coin }
          : {}),
      });
  });
  return tables;
}

/** Newest first. With a timestamp the oldest rows from there on, else the newest. */
const slice = (rows: readonly Row[], from: unknown, limit: unknown, most: number): Row[] => {
  const size = Math.min(Number(limit ?? 50), most);
  if (from === undefined) return rows.slice(0, size);
  const found = rows.filter(({ timestampms }) => timestampms >= Number(from));
  return found.slice(-size);
};

export function geminiVenue(
  deeds: readonly Deed[],
  balances: (stage: Stage) => Readonly<Record<string, string>>,
): Venue {
  const tables = tablesOf(deeds);
  const nonces = new Map<string, number>();
  const key = (role: Role) => ({
    role,
    apiKey: `account-${derived(`gemini ${role}`, 20)}`,
    apiSecret: derived(`gemini secret ${role}`, 28),
  });
  const keys = { readonly: key('readonly'), trading: key('trading') };
  const fail = (reason: string, message: string, status = 400): Reply =>
    json({ result: 'error', reason, message }, status);

  function read(path: string, given: Readonly<Record<string, unknown>>, role: Role, stage: Stage): Reply {
    switch (path) {
      case '/v1/roles':
        return json({ counterparty_id: 'INVENTED', ...ROLES[role] });
      case '/v1/mytrades':
        return json(slice(rowsAt(tables.trades, stage), given['timestamp'], given['limit_trades'], 500));
      case '/v1/transfers':
        // Small pages, so that there are several.
        return json(slice(rowsAt(tables.transfers, stage), given['timestamp'], given['limit_transfers'], 5));
      case '/v1/staking/history': {
        const transactions = rowsAt(tables.staking, stage).map(({ timestampms: _at, ...row }) => row);
        return json([{ providerId: 'invented', transactions }]);
      }
      case '/v1/balances':
        return json(Object.entries(balances(stage)).map(([currency, amount]) => ({ currency, amount })));
      case '/v1/earn/history':
      case '/v1/balances/staking':
      case '/v1/balances/earn':
        return json([]);
      default:
        return fail('EndpointNotFound', 'API entry point not found', 404);
    }
  }

  return {
    keys,
    list: 'transfers',
    rows: (stage) => ({
      trades: count(tables.trades, stage),
      deposits: count(tables.transfers, stage),
      ledger: count(tables.staking, stage),
    }),
    answer({ path, headers }: Asked, { stage, now }: Moment) {
      const payload = String(headers['x-gemini-payload'] ?? '');
      const found = Object.values(keys).find(({ apiKey }) => apiKey === headers['x-gemini-apikey']);
      if (!found) return fail('InvalidApiKey', 'InvalidApiKey');
      if (!same(hmac('sha384', found.apiSecret, payload).toString('hex'), headers['x-gemini-signature']))
        return fail('InvalidSignature', 'InvalidSignature');
      const given = JSON.parse(Buffer.from(payload, 'base64').toString()) as Record<string, unknown>;
      if (given['request'] !== path) return fail('EndpointMismatch', 'EndpointMismatch');
      const nonce = Number(given['nonce']);
      if (nonce <= (nonces.get(found.apiKey) ?? 0) || Math.abs(nonce - now) > NONCE_MS)
        return fail('InvalidNonce', `Nonce '${nonce}' is not within 30 seconds of server time '${now}'`);
      nonces.set(found.apiKey, nonce);
      return read(path, given, found.role, stage);
    },
    refuse(refusal, retryAfter) {
      const headers = { 'Retry-After': String(retryAfter) };
      switch (refusal) {
        case 'limit':
        case 'lockout':
          return {
            ...fail('RateLimit', 'Requests were made too frequently. See Rate Limits.', 429),
            headers,
          };
        case 'proxy limit':
          return { ...page('429 Too Many Requests', 429), headers };
        case 'server error':
          return fail('System', 'We are experiencing technical issues', 500);
        case 'unavailable':
        case 'busy':
          return page('502 Bad Gateway', 502);
        case 'maintenance':
          return fail('Maintenance', 'The Gemini Exchange is currently undergoing maintenance.', 503);
        case 'permission':
        case 'address':
          return fail('MissingRole', 'assign one of these roles [Auditor] to your API key', 403);
        case 'clock':
          return fail('InvalidNonce', "Nonce '1' is not within 30 seconds of server time '2'");
        case 'signature':
          return fail('InvalidSignature', 'InvalidSignature');
        default:
          return fail('InvalidApiKey', 'InvalidApiKey');
      }
    },
  };
}
