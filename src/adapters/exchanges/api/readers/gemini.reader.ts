import { flatCells } from '../../../../domain/exchanges';
import { fieldsAt, listAt, textAt, type Call } from '../call';
import { pageCounter, type ListReader, type ReadFrom, type ReadPage, type VenueReader } from './reader';

/** Oldest first. The edge is read again: rows of one millisecond can be on two pages. */
async function* byTimestamp(
  call: Call,
  method: string,
  params: Readonly<Record<string, unknown>>,
  id: string,
  { from }: ReadFrom,
): AsyncGenerator<ReadPage> {
  const seen = new Set<string>();
  const next = pageCounter();
  for (let timestamp = from ?? 0; ;) {
    next();
    const page = listAt(await call(method, { ...params, timestamp }));
    const fresh = page.filter((row) => !seen.has(textAt(row, id)));
    if (fresh.length === 0) return;
    for (const row of fresh) seen.add(textAt(row, id));
    yield { rows: fresh.map(flatCells) };
    timestamp = Math.max(...page.map((row) => Number(textAt(row, 'timestampms'))));
  }
}

/** Both programs return their whole history at once, by provider. */
async function* wholeHistory(call: Call, method: string): AsyncGenerator<ReadPage> {
  const groups = listAt(await call(method, {}));
  yield { rows: groups.flatMap((group) => listAt(group, 'transactions')).map(flatCells) };
}

const lists: readonly ListReader[] = [
  {
    name: 'trades',
    part: 'trades',
    format: 'gemini_api_trades',
    pages: (call, from) => byTimestamp(call, 'privatePostV1Mytrades', { limit_trades: 500 }, 'tid', from),
  },
  {
    name: 'transfers',
    part: 'deposits',
    format: 'gemini_api_transfers',
    pages: (call, from) => byTimestamp(call, 'privatePostV1Transfers', { limit_transfers: 50 }, 'eid', from),
  },
  {
    name: 'staking',
    part: 'ledger',
    format: 'gemini_api_staking',
    pages: (call) => wholeHistory(call, 'privatePostV1StakingHistory'),
  },
  {
    name: 'earn',
    part: 'ledger',
    format: 'gemini_api_earn',
    pages: (call) => wholeHistory(call, 'privatePostV1EarnHistory'),
  },
];

/** @source docs.gemini.com/rest-api: mytrades, transfers, staking/history, earn/history, roles */
export const GEMINI: VenueReader = {
  paths: { public: '', private: '', webExchange: '/exchange', web: '/docs' },
  countsNonces: true,
  lists,
  async key(call) {
    const roles = fieldsAt(await call('privatePostV1Roles'));
    const has = (role: string): boolean => textAt(roles, role) === 'true';
    return {
      readOnly: !has('isTrader') && !has('isFundManager'),
      lacks: has('isAuditor') ? [] : ['Auditor'],
      owner: textAt(roles, 'counterparty_id') || null,
    };
  },
  async balances(call) {
    const held = listAt(await call('privatePostV1Balances'));
    const staked = listAt(await call('privatePostV1BalancesStaking'));
    const lent = listAt(await call('privatePostV1BalancesEarn'));
    return [
      ...held.map((row) => [textAt(row, 'currency'), textAt(row, 'amount')] as const),
      ...[...staked, ...lent].map((row) => [textAt(row, 'currency'), textAt(row, 'balance')] as const),
    ];
  },
};
