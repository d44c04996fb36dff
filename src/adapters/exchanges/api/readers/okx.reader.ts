import { flatCells } from '../../../../domain/exchanges';
import { listAt, textAt, type Call } from '../call';
import { pageCounter, type ListReader, type ReadFrom, type ReadPage, type VenueReader } from './reader';

/** Newest first. `after` identifies the last row of a page. */
async function* paged(
  call: Call,
  method: string,
  params: Readonly<Record<string, unknown>>,
  after: (row: Readonly<Record<string, unknown>>) => string,
  id: string,
  { from }: ReadFrom,
): AsyncGenerator<ReadPage> {
  const seen = new Set<string>();
  const next = pageCounter();
  for (let last: string | null = null; ;) {
    next();
    const page = listAt(await call(method, last === null ? params : { ...params, after: last }), 'data');
    const fresh = page.filter((row) => !seen.has(textAt(row, id)));
    for (const row of fresh) seen.add(textAt(row, id));
    if (fresh.length > 0) yield { rows: fresh.map(flatCells) };
    const end = page.at(-1);
    if (!end || fresh.length === 0) return;
    if (from !== null && page.some((row) => Number(textAt(row, 'ts')) < from)) return;
    last = after(end);
  }
}

/** Rows of one millisecond can be on two pages, so the edge is read again. */
const byTime = (row: Readonly<Record<string, unknown>>): string => String(Number(textAt(row, 'ts')) + 1);

const funding = (name: string, part: ListReader['part'], method: string, id: string): ListReader => ({
  name,
  part,
  format: `okx_api_${name}`,
  pages: (call, from) => paged(call, method, { limit: 100 }, byTime, id, from),
});

const lists: readonly ListReader[] = [
  {
    // The exchange keeps fills for three months.
    name: 'fills',
    part: 'trades',
    format: 'okx_api_fills',
    pages: (call, from) =>
      paged(
        call,
        'privateGetTradeFillsHistory',
        { instType: 'SPOT', limit: 100 },
        (row) => textAt(row, 'billId'),
        'billId',
        from,
      ),
  },
  funding('bills', 'ledger', 'privateGetAssetBillsHistory', 'billId'),
  funding('deposits', 'deposits', 'privateGetAssetDepositHistory', 'depId'),
  funding('withdrawals', 'withdrawals', 'privateGetAssetWithdrawalHistory', 'wdId'),
];

/** @source www.okx.com/docs-v5: fills-history, asset/bills-history, deposit-history, account/config */
export const OKX: VenueReader = {
  needsPassphrase: true,
  paths: { rest: '' },
  setsClock: true,
  lists,
  async key(call) {
    const [config] = listAt(await call('privateGetAccountConfig'), 'data');
    const granted = textAt(config ?? {}, 'perm').split(',');
    return {
      readOnly: granted.every((one) => one.trim() === 'read_only'),
      lacks: granted.includes('read_only') ? [] : ['read_only'],
      owner: textAt(config ?? {}, 'uid') || null,
    };
  },
  async balances(call) {
    const trading = listAt(await call('privateGetAccountBalance'), 'data');
    const held = listAt(await call('privateGetAssetBalances'), 'data');
    const staked = listAt(await call('privateGetFinanceStakingDefiOrdersActive'), 'data');
    const saved = listAt(await call('privateGetFinanceSavingsBalance'), 'data');
    return [
      ...trading
        .flatMap((one) => listAt(one, 'details'))
        .map((row) => [textAt(row, 'ccy'), textAt(row, 'cashBal')] as const),
      ...held.map((row) => [textAt(row, 'ccy'), textAt(row, 'bal')] as const),
      ...staked
        .flatMap((one) => listAt(one, 'investData'))
        .map((row) => [textAt(row, 'ccy'), textAt(row, 'amt')] as const),
      ...saved.map((row) => [textAt(row, 'ccy'), textAt(row, 'amt')] as const),
    ];
  },
};
