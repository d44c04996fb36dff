import { createPrivateKey, createPublicKey, generateKeyPairSync, verify, type KeyObject } from 'node:crypto';
import { newestFirst, rowsAt, seconds, type Deed, type Stage, type StagedRow } from '../story/deeds';
import { negated, product, sum } from '../story/exact';
import {
  count,
  json,
  numberIn,
  page,
  uuid,
  type Asked,
  type Key,
  type Moment,
  type Reply,
  type Role,
  type Venue,
} from './venue';

type Row = Readonly<Record<string, unknown>> & { id: string };
type OwnedRow = StagedRow<Row> & { coin: string };
/** Coins whose units can be in another wallet of the account. */
const WALLETS = ['USD', 'BTC', 'ETH', 'ETH2', 'SOL', 'USDC'];
const MOST_ROWS = 100;

/** Each change of one wallet is a row. The row of the quote currency contains the commission of a fill. */
function rowsOf(deeds: readonly Deed[]): OwnedRow[] {
  const rows: OwnedRow[] = [];
  newestFirst(deeds).forEach((deed, n) => {
    const name = `coinbase ${deed.at} ${n}`;
    const put = (
      part: string,
      type: string,
      coin: string,
      amount: string,
      more: object = {},
      later: object | null = null,
    ) => {
      const row = (facts: object): Row => ({
        ...{ id: uuid(`${name} ${part}`), type, status: 'completed', amount: { amount, currency: coin } },
        ...{
          created_at: `${new Date(deed.at).toISOString().slice(0, 19)}Z`,
          resource: 'transaction',
          ...facts,
        },
      });
      rows.push({ coin, isLate: deed.isLate ?? false, first: row(more), later: later && row(later) });
    };
    if (deed.kind === 'trade') {
      const cost = product(deed.units, deed.price);
      const isBuy = deed.side === 'buy';
      const fill = {
        ...{
          fill_price: deed.price,
          product_id: `${deed.base}-${deed.quote}`,
          order_id: uuid(`order ${name}`),
        },
        ...{ commission: deed.fee.units, order_side: deed.side },
      };
      const more = { advanced_trade_fill: fill };
      put('base', 'advanced_trade_fill', deed.base, isBuy ? deed.units : negated(deed.units), more);
      put(
        'quote',
        'advanced_trade_fill',
        deed.quote,
        sum(isBuy ? negated(cost) : cost, negated(deed.fee.units)),
        more,
      );
    } else if (deed.kind === 'convert') {
      const more = { trade: { id: uuid(`trade ${name}`) } };
      put('gave', 'trade', deed.gave.coin, negated(deed.gave.units), more);
      put('got', 'trade', deed.got.coin, deed.got.units, more);
    } else if (deed.kind === 'reward') put('reward', 'staking_reward', deed.coin, deed.units);
    else if (deed.kind === 'stake') {
      put('out', 'staking_transfer', deed.coin, negated(deed.units));
      put('in', 'staking_transfer', `${deed.coin}2`, deed.units);
    } else if (deed.coin === 'USD') put('cash', 'fiat_deposit', 'USD', deed.units);
    else {
      const isOut = deed.kind === 'withdrawal';
      // Without the prefix of its chain.
      const hash = deed.hash?.replace(/^0x/, '');
      const network = {
        ...(hash === undefined ? {} : { hash }),
        ...(isOut ? { transaction_fee: { amount: deed.fee, currency: deed.coin } } : {}),
      };
      const facts = { network, ...(isOut ? { to: { resource: 'address', address: deed.address } } : {}) };
      const pending = { ...facts, status: 'pending', network: {} };
      const amount = isOut ? negated(sum(deed.units, deed.fee)) : deed.units;
      const isPending = deed.end === 'pending';
      put(
        'move',
        isOut ? 'send' : 'receive',
        deed.coin,
        amount,
        isPending ? pending : facts,
        isPending ? facts : null,
      );
    }
  });
  return rows;
}

function keyOf(role: Role): Key & { public: KeyObject } {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' });
  const pem = privateKey.export({ type: 'sec1', format: 'pem' }).toString();
  const apiKey = `organizations/${uuid('organization')}/apiKeys/${uuid(`coinbase ${role}`)}`;
  return { role, apiKey, apiSecret: pem, public: createPublicKey(createPrivateKey(pem)) };
}

const decoded = (part: string | undefined): Record<string, unknown> => {
  try {
    return JSON.parse(Buffer.from(part ?? '', 'base64url').toString()) as Record<string, unknown>;
  } catch {
    return {};
  }
};

export function coinbaseVenue(
  deeds: readonly Deed[],
  balances: (stage: Stage) => Readonly<Record<string, string>>,
): Venue {
  const rows = rowsOf(deeds);
  const keys = { readonly: keyOf('readonly'), trading: keyOf('trading') };
  const isNew = (path: string): boolean => path.startsWith('/api/v3/');
  const error = (path: string, id: string, message: string, status: number): Reply =>
    isNew(path) ? json({ error: id, message }, status) : json({ errors: [{ id, message }] }, status);
  const unauthorized = (path: string, message: string): Reply =>
    isNew(path) ? { status: 401, body: 'Unauthorized\n' } : error(path, 'authentication_error', message, 401);

  /** A token of 2 minutes for one method and path. */
  function keyIn({ method, path, fullPath, headers }: Asked, now: number): Role | Reply {
    const [head, claims, signature = ''] = (
      /^Bearer (.+)$/.exec(headers.authorization ?? '')?.[1] ?? ''
    ).split('.');
    const found = Object.values(keys).find(({ apiKey }) => apiKey === decoded(head)['kid']);
    if (!found) return unauthorized(path, 'invalid api key');
    const isSigned = verify(
      'sha256',
      Buffer.from(`${head}.${claims}`),
      { key: found.public, dsaEncoding: 'ieee-p1363' },
      Buffer.from(signature, 'base64url'),
    );
    if (!isSigned) return unauthorized(path, 'invalid signature');
    const { exp, nbf, uri, uris, sub } = decoded(claims);
    if (Number(exp) < seconds(now) || Number(nbf) > seconds(now) + 5)
      return unauthorized(path, 'request timestamp expired');
    const stated = [uri, ...(Array.isArray(uris) ? (uris as unknown[]) : [])].map(String);
    const isBound = stated.some((one) => one.endsWith(path) && one.startsWith(`${method} `));
    return isBound && sub === found.apiKey && fullPath.endsWith(path)
      ? found.role
      : unauthorized(path, 'invalid uri claim');
  }

  const paged = (list: readonly { id: string }[], query: URLSearchParams, most: number): Reply => {
    const limit = Math.min(numberIn(query, 'limit', 25), most);
    const after = query.get('starting_after');
    const start = after === null ? 0 : list.findIndex(({ id }) => id === after) + 1;
    const data = list.slice(start, start + limit);
    const next = start + limit < list.length ? (data.at(-1)?.id ?? null) : null;
    return json({ pagination: { limit, next_starting_after: next }, data });
  };

  return {
    keys,
    list: 'transactions',
    rows: (stage) => ({ ledger: count(rows, stage) }),
    answer(asked: Asked, { stage, now }: Moment) {
      const { path, query } = asked;
      const role = keyIn(asked, now);
      if (typeof role !== 'string') return role;
      const may = role === 'trading';
      if (path === '/api/v3/brokerage/key_permissions')
        return json({ can_view: true, can_trade: may, can_transfer: may });
      if (path === '/v2/user') return json({ data: { id: uuid('coinbase user') } });
      if (path === '/v2/accounts') {
        // Staked units are in a wallet of their own.
        const held = balances(stage);
        const staked = deeds.reduce((all, deed) => (deed.kind === 'stake' ? sum(all, deed.units) : all), '0');
        const amountOf = (coin: string): string =>
          coin === 'ETH2'
            ? staked
            : coin === 'ETH'
              ? sum(held[coin] ?? '0', negated(staked))
              : (held[coin] ?? '0');
        const wallets = WALLETS.map((coin) => ({
          id: uuid(`wallet ${coin}`),
          balance: { amount: amountOf(coin), currency: coin },
        }));
        return paged(wallets, query, 4);
      }
      const wallet = /^\/v2\/accounts\/([^/]+)\/transactions$/.exec(path)?.[1];
      const coin = WALLETS.find((one) => uuid(`wallet ${one}`) === wallet);
      if (coin === undefined) return error(path, 'not_found', 'Not found', 404);
      return paged(
        rowsAt(
          rows.filter((row) => row.coin === coin),
          stage,
        ),
        query,
        MOST_ROWS,
      );
    },
    refuse(refusal, retryAfter, { path }) {
      const headers = { 'Retry-After': String(retryAfter) };
      switch (refusal) {
        case 'limit':
        case 'lockout':
          return { ...error(path, 'rate_limit_exceeded', 'Too many requests', 429), headers };
        case 'proxy limit':
          return { ...page('429', 429), headers };
        case 'server error':
          return error(path, 'internal_server_error', 'Internal server error', 500);
        case 'permission':
          return error(path, 'invalid_scope', 'Invalid scope', 403);
        case 'clock':
          return unauthorized(path, 'request timestamp expired');
        case 'revoked':
        case 'address':
        case 'signature':
          return unauthorized(path, 'invalid api key');
        case 'busy':
          return { status: 504, body: 'upstream request timeout' };
        default:
          return page('Coinbase is temporarily unavailable', 503);
      }
    },
  };
}
