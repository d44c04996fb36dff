import { flatCells } from '../../../../domain/exchanges';
import { fieldsAt, isFields, listAt, textAt, type Call } from '../call';
import { pageCounter, type ListReader, type ReadFrom, type ReadPage, type VenueReader } from './reader';

const READS = ['query-funds', 'query-ledger', 'query-closed-trades'];
const HARMLESS: ReadonlySet<string> = new Set([...READS, 'query-open-trades', 'export-data']);
/** A list can grow while it is read. */
const MOST_PASSES = 3;
const FUNDING_PAGE = 500;

/**
 * Newest first. Rows that arrive during the read move others to later pages, so none is missed. When the list has
 * more rows than were seen, it is read again. `start` cannot be combined with an offset.
 */
async function* byOffset(
  call: Call,
  method: string,
  field: string,
  { from }: ReadFrom,
): AsyncGenerator<ReadPage> {
  const seen = new Set<string>();
  const next = pageCounter();
  for (let pass = 0; pass < MOST_PASSES; pass++) {
    let isKnown = true;
    let total = 0;
    for (let offset = 0; ;) {
      next();
      const result = fieldsAt(await call(method, { ofs: offset }), 'result');
      const page = Object.entries(fieldsAt(result, field)).flatMap(([txid, row]) =>
        isFields(row) ? [{ txid, ...row }] : [],
      );
      total = Number(textAt(result, 'count')) || total;
      const fresh = page.filter(({ txid }) => !seen.has(txid));
      for (const { txid } of fresh) seen.add(txid);
      if (fresh.length > 0) yield { rows: fresh.map(flatCells) };
      if (pass > 0 && fresh.length === 0 && isKnown) return;
      isKnown = fresh.length === 0;
      offset += page.length;
      if (page.length === 0 || offset >= total || endsBefore(page, from)) break;
    }
    if (from === null && seen.size >= total && pass > 0) return;
  }
}

const SECOND_MS = 1_000;

const endsBefore = (page: readonly Readonly<Record<string, unknown>>[], from: number | null): boolean =>
  from !== null && page.some((row) => Number(textAt(row, 'time')) * SECOND_MS < from);

async function* byCursor(
  call: Call,
  method: string,
  field: string,
  { from }: ReadFrom,
): AsyncGenerator<ReadPage> {
  const next = pageCounter();
  for (let cursor = 'true'; cursor !== '';) {
    next();
    const result = fieldsAt(await call(method, { cursor, limit: FUNDING_PAGE }), 'result');
    const page = listAt(result, field);
    yield { rows: page.map(flatCells) };
    const after = textAt(result, 'next_cursor');
    cursor = after === cursor || endsBefore(page, from) ? '' : after;
  }
}

const listOf = (name: ListReader['part'], format: string, pages: ListReader['pages']): ListReader => ({
  name,
  part: name,
  format: `kraken_api_${format}`,
  pages,
});

const lists: readonly ListReader[] = [
  listOf('ledger', 'ledgers', (call, from) => byOffset(call, 'privatePostLedgers', 'ledger', from)),
  listOf('trades', 'trades', (call, from) => byOffset(call, 'privatePostTradesHistory', 'trades', from)),
  listOf('deposits', 'deposits', (call, from) => byCursor(call, 'privatePostDepositStatus', 'deposit', from)),
  listOf('withdrawals', 'withdrawals', (call, from) =>
    byCursor(call, 'privatePostWithdrawStatus', 'withdrawals', from),
  ),
];

/** @source docs.kraken.com/api: Ledgers, TradesHistory, DepositStatus, WithdrawStatus, GetApiKeyInfo */
export const KRAKEN: VenueReader = {
  paths: { public: '', private: '' },
  countsNonces: true,
  lists,
  async key(call) {
    const info = fieldsAt(await call('privatePostGetApiKeyInfo'), 'result');
    const granted = Array.isArray(info['permissions']) ? info['permissions'].map(String) : [];
    return {
      readOnly: granted.every((one) => HARMLESS.has(one)),
      lacks: READS.filter((one) => !granted.includes(one)),
      owner: textAt(info, 'iban') || null,
    };
  },
  async balances(call) {
    const result = fieldsAt(await call('privatePostBalance'), 'result');
    return Object.keys(result).map((coin) => [coin, textAt(result, coin)] as const);
  },
};
