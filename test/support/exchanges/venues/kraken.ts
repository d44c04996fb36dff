import { createHash } from 'node:crypto';
import { newestFirst, rowsAt, seconds, type Deed, type Stage, type StagedRow } from '../story/deeds';
import { negated, product } from '../story/exact';
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

type Row = Readonly<Record<string, unknown>>;
const PAGE = 50;
const NATIVE: Readonly<Record<string, string>> = { BTC: 'XXBT', ETH: 'XETH', USD: 'ZUSD' };
const nativeOf = (coin: string): string => NATIVE[coin] ?? coin;
const READS = ['query-funds', 'query-open-trades', 'query-closed-trades', 'query-ledger'];
const PERMISSIONS: Readonly<Record<Role, readonly string[]>> = {
  readonly: READS,
  trading: [...READS, 'modify-trades', 'withdraw-funds'],
};
const REFUSED: Readonly<Record<string, string>> = {
  limit: 'EAPI:Rate limit exceeded',
  unavailable: 'EService:Unavailable',
  busy: 'EService:Busy',
  maintenance: 'EService:Unavailable',
  lockout: 'EGeneral:Temporary lockout',
  revoked: 'EAPI:Invalid key',
  address: 'EGeneral:Permission denied',
  permission: 'EGeneral:Permission denied',
  clock: 'EAPI:Invalid nonce',
  signature: 'EAPI:Invalid signature',
};

interface Tables {
  ledger: StagedRow<Row>[];
  trades: StagedRow<Row>[];
  deposits: StagedRow<Row>[];
  withdrawals: StagedRow<Row>[];
}

/** A trade has its fee on top in the ledger, a withdrawal too. A cancelled withdrawal is two opposite rows. */
function tablesOf(deeds: readonly Deed[]): Tables {
  const tables: Tables = { ledger: [], trades: [], deposits: [], withdrawals: [] };
  newestFirst(deeds).forEach((deed, n) => {
    const refid = `R${derived(`kraken ${deed.at} ${n}`, 16).toUpperCase()}`;
    const isLate = deed.isLate ?? false;
    const put = (id: string, type: string, coin: string, amount: string, fee = '0', more: Row = {}): number =>
      tables.ledger.push({
        isLate,
        later: null,
        first: {
          ...{ id: `L${id}${refid}`, refid, time: seconds(deed.at), type, subtype: '', aclass: 'currency' },
          ...{ asset: nativeOf(coin), amount, fee, balance: '0', ...more },
        },
      });
    const feeOf = (coin: string): string =>
      deed.kind === 'trade' && deed.fee.coin === coin ? deed.fee.units : '0';
    if (deed.kind === 'trade') {
      const { base, quote, price, side } = deed;
      const cost = product(deed.units, price);
      const isBuy = side === 'buy';
      put('A', 'trade', base, isBuy ? deed.units : negated(deed.units), feeOf(base));
      put('B', 'trade', quote, isBuy ? negated(cost) : cost, feeOf(quote));
      const pair = `${nativeOf(base)}${nativeOf(quote)}`;
      const facts = {
        pair,
        time: seconds(deed.at),
        type: side,
        ordertype: 'limit',
        price,
        cost,
        vol: deed.units,
      };
      // The list states the fee in the quote currency, also when it was taken in the other one.
      tables.trades.push({
        isLate,
        later: null,
        first: { id: refid, ...facts, fee: feeOf(quote), margin: '0' },
      });
    } else if (deed.kind === 'convert') {
      put('A', 'spend', deed.gave.coin, negated(deed.gave.units));
      put('B', 'receive', deed.got.coin, deed.got.units);
    } else if (deed.kind === 'reward') put('A', 'staking', `${deed.coin}.S`, deed.units);
    else if (deed.kind === 'stake') {
      put('A', 'transfer', deed.coin, negated(deed.units), '0', { subtype: 'spottostaking' });
      put('B', 'transfer', `${deed.coin}.S`, deed.units, '0', { subtype: 'stakingfromspot' });
    } else {
      const isOut = deed.kind === 'withdrawal';
      if (isOut || deed.end === 'done')
        put('A', deed.kind, deed.coin, isOut ? negated(deed.units) : deed.units, deed.fee);
      if (isOut && deed.end === 'failed') put('B', deed.kind, deed.coin, deed.units, negated(deed.fee));
      const done: Row = {
        ...{ method: 'invented', aclass: 'currency', asset: nativeOf(deed.coin), refid },
        ...{ txid: chainHash(deed.coin, deed.hash), info: deed.address, amount: deed.units, fee: deed.fee },
        ...{ time: seconds(deed.at), status: deed.end === 'failed' ? 'Failure' : 'Success' },
      };
      const isPending = deed.end === 'pending';
      tables[isOut ? 'withdrawals' : 'deposits'].push({
        isLate,
        first: isPending ? { ...done, txid: null, status: 'Pending' } : done,
        later: isPending ? done : null,
      });
    }
  });
  return tables;
}

export function krakenVenue(
  deeds: readonly Deed[],
  balances: (stage: Stage) => Readonly<Record<string, string>>,
): Venue {
  const tables = tablesOf(deeds);
  const nonces = new Map<string, bigint>();
  const key = (role: Role) => ({
    role,
    apiKey: derived(`kraken ${role}`, 56),
    apiSecret: Buffer.from(derived(`kraken secret ${role}`, 64)).toString('base64'),
  });
  const keys = { readonly: key('readonly'), trading: key('trading') };
  const ok = (result: object): Reply => json({ error: [], result });
  const fail = (words: string): Reply => json({ error: [words] });

  const byOffset = (name: string, rows: readonly Row[], params: URLSearchParams): Reply => {
    const start = Number(params.get('ofs') ?? 0);
    const found = rows.slice(start, start + PAGE).map(({ id, ...row }) => [id, row]);
    return ok({ [name]: Object.fromEntries(found), count: rows.length });
  };
  /** Pages of two, so that the cursor is used. */
  const byCursor = (name: string, rows: readonly Row[], params: URLSearchParams): Reply => {
    const cursor = params.get('cursor') ?? 'true';
    const start = cursor === 'true' ? 0 : Number(cursor);
    const next = start + 2 < rows.length ? { next_cursor: String(start + 2) } : {};
    return ok({ [name]: rows.slice(start, start + 2), ...next });
  };

  function read(name: string, params: URLSearchParams, role: Role, stage: Stage): Reply {
    switch (name) {
      case 'GetApiKeyInfo':
        return ok({ permissions: PERMISSIONS[role], iban: 'AA00 INVENTED 0001' });
      case 'Balance':
        return ok(Object.fromEntries(Object.entries(balances(stage)).map(([c, v]) => [nativeOf(c), v])));
      case 'Ledgers':
        return byOffset('ledger', rowsAt(tables.ledger, stage), params);
      case 'TradesHistory':
        return byOffset('trades', rowsAt(tables.trades, stage), params);
      case 'DepositStatus':
        return byCursor('deposit', rowsAt(tables.deposits, stage), params);
      case 'WithdrawStatus':
        return byCursor('withdrawals', rowsAt(tables.withdrawals, stage), params);
      default:
        return fail('EGeneral:Unknown method');
    }
  }

  return {
    keys,
    list: 'Ledgers',
    rows: (stage) => ({
      ledger: count(tables.ledger, stage),
      trades: count(tables.trades, stage),
      deposits: count(tables.deposits, stage),
      withdrawals: count(tables.withdrawals, stage),
    }),
    answer({ path, body, headers }: Asked, { stage }: Moment) {
      const found = Object.values(keys).find(({ apiKey }) => apiKey === headers['api-key']);
      if (!found) return fail('EAPI:Invalid key');
      const params = new URLSearchParams(body);
      const nonce = params.get('nonce') ?? '';
      const digest = createHash('sha256')
        .update(nonce + body)
        .digest();
      const secret = Buffer.from(found.apiSecret, 'base64');
      const signature = hmac('sha512', secret, Buffer.concat([Buffer.from(path), digest])).toString('base64');
      if (!same(signature, headers['api-sign'])) return fail('EAPI:Invalid signature');
      if (BigInt(nonce) <= (nonces.get(found.apiKey) ?? 0n)) return fail('EAPI:Invalid nonce');
      nonces.set(found.apiKey, BigInt(nonce));
      return read(path.replace('/0/private/', ''), params, found.role, stage);
    },
    refuse(refusal, retryAfter) {
      const headers = { 'Retry-After': String(retryAfter) };
      if (refusal === 'proxy limit') return { ...page('Error 1015', 429), headers };
      if (refusal === 'server error') return json({ error: ['EGeneral:Internal error'] }, 500);
      return { ...fail(REFUSED[refusal] ?? 'EService:Unavailable'), headers };
    },
  };
}
