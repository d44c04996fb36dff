import { flatCells } from '../../../../domain/exchanges';
import { DAY_MS } from '../../../../domain/kernel/durations';
import { ExchangeApiError, type KeyFacts } from '../../../../ports/exchanges/exchange-api';
import { fieldsAt, listAt, textAt, type Call } from '../call';
import {
  byHalves,
  pageCounter,
  windowsOf,
  type ListReader,
  type ReadFrom,
  type ReadPage,
  type TimeWindow,
  type VenueReader,
} from './reader';

type Row = Readonly<Record<string, unknown>>;

type ReadWindow = (call: Call, window: TimeWindow) => Promise<Row[]>;

interface WindowedList {
  name: string;
  read: ReadWindow;
  /** An answer with so many rows may be cut. */
  full: number;
  days: number;
  beginning: number;
}

interface Venue {
  name: 'binanceus' | 'binance';
  beginning: number;
  fiat: Readonly<Record<'in' | 'out', ReadWindow>>;
  dust: ReadWindow;
  distributions: ReadWindow;
  stakingRewards?: ReadWindow;
  more?: readonly WindowedList[];
  staked: (call: Call) => Promise<readonly (readonly [string, string])[]>;
  key: (call: Call) => Promise<KeyFacts>;
}

const TRADES_PAGE = 1_000;
const OVERLAP_MS = 7 * DAY_MS;
const WINDOW_DAYS = 90;
const DISTRIBUTIONS_PAGE = 500;
const REWARDS_PAGE = 500;

const times = ({ start, end }: TimeWindow) => ({ startTime: start, endTime: end });

/** Trades need a symbol, also a delisted one. The read resumes at the first trade of the overlap. */
async function* trades(call: Call, { places }: ReadFrom): AsyncGenerator<ReadPage> {
  const next = pageCounter();
  for (const symbol of listAt(await call('publicGetExchangeInfo'), 'symbols')) {
    const name = textAt(symbol, 'symbol');
    const pair = { base: textAt(symbol, 'baseAsset'), quote: textAt(symbol, 'quoteAsset') };
    for (let id: string | null = places[name] ?? '0'; id !== null;) {
      next();
      const page: Row[] = listAt(
        await call('privateGetMyTrades', { symbol: name, fromId: id, limit: TRADES_PAGE }),
      );
      const last = page.at(-1);
      if (!last) break;
      const again = Number(textAt(last, 'time')) - OVERLAP_MS;
      const recent = page.find((row) => Number(textAt(row, 'time')) >= again) ?? last;
      yield {
        rows: page.map((row) => flatCells({ ...row, ...pair })),
        places: { [name]: textAt(recent, 'id') },
      };
      id = page.length < TRADES_PAGE ? null : String(BigInt(textAt(last, 'id')) + 1n);
    }
  }
}

const inWindows = ({ read, full, days, beginning }: WindowedList): ListReader['pages'] =>
  async function* pages(call, from) {
    for (const window of windowsOf(from, beginning, days))
      for await (const rows of byHalves((part) => read(call, part), window, full))
        if (rows.length > 0) yield { rows: rows.map(flatCells) };
  };

/** Read position of a list: ms UTC. */
const READ = 'read';

/** Lists of products that a country does not have are refused. The other lists of the key are read. */
const isOfferedElsewhere = (error: unknown): boolean =>
  error instanceof ExchangeApiError && (error.fault === 'auth' || error.fault === 'answer');

/** A list without a row resumes at its last windows: most owners have no loan, and each window is a slow call. */
const fromLastWindow = (list: WindowedList): ListReader['pages'] =>
  async function* pages(call, { from, now, places }) {
    const read = Number(places[READ] ?? Number.NaN);
    const start = from ?? (Number.isFinite(read) ? read - list.days * DAY_MS : null);
    try {
      yield* inWindows(list)(call, { from: start, now, places });
    } catch (error) {
      throw isOfferedElsewhere(error) ? new ExchangeApiError('permission') : error;
    }
    yield { rows: [], places: { [READ]: String(now) } };
  };

const CAPITAL_PAGE = 1_000;

function listsOf(venue: Venue): ListReader[] {
  const list = (
    name: string,
    part: ListReader['part'],
    read: (call: Call, window: TimeWindow) => Promise<Row[]>,
    full: number,
  ): ListReader => ({
    name,
    part,
    format: `${venue.name}_api_${name}`,
    pages: inWindows({ name, read, full, days: WINDOW_DAYS, beginning: venue.beginning }),
  });
  const capital =
    (method: string) =>
    async (call: Call, window: TimeWindow): Promise<Row[]> =>
      listAt(await call(method, { ...times(window), limit: CAPITAL_PAGE }));
  const { stakingRewards, more = [] } = venue;
  return [
    { name: 'trades', part: 'trades', format: `${venue.name}_api_trades`, pages: trades },
    list('deposits', 'deposits', capital('sapiGetCapitalDepositHisrec'), CAPITAL_PAGE),
    list('withdrawals', 'withdrawals', capital('sapiGetCapitalWithdrawHistory'), CAPITAL_PAGE),
    list(
      'fiat',
      'ledger',
      async (call, window) => [
        ...(await venue.fiat.in(call, window)).map((row) => ({ ...row, direction: 'in' })),
        ...(await venue.fiat.out(call, window)).map((row) => ({ ...row, direction: 'out' })),
      ],
      Infinity,
    ),
    list('dust', 'ledger', (call, window) => venue.dust(call, window), Infinity),
    list('distributions', 'ledger', (call, window) => venue.distributions(call, window), DISTRIBUTIONS_PAGE),
    ...(stakingRewards
      ? [list('staking_rewards', 'ledger', (call, window) => stakingRewards(call, window), REWARDS_PAGE)]
      : []),
    ...more.map((one): ListReader => {
      const format = `${venue.name}_api_${one.name}`;
      return { name: one.name, part: 'ledger', format, pages: fromLastWindow(one) };
    }),
  ];
}

const details = (batches: readonly Row[]): Row[] =>
  batches.flatMap((batch) => listAt(batch, 'userAssetDribbletDetails'));

async function spotBalances(call: Call): Promise<(readonly [string, string])[]> {
  const rows = listAt(await call('privateGetAccount'), 'balances');
  return rows.flatMap((row) => {
    const coin = inEarn(textAt(row, 'asset'));
    return [[coin, textAt(row, 'free')] as const, [coin, textAt(row, 'locked')] as const];
  });
}

const reader = (venue: Venue): VenueReader => ({
  paths: {
    public: '/api/v3',
    private: '/api/v3',
    sapi: '/sapi/v1',
    sapiV2: '/sapi/v2',
    sapiV3: '/sapi/v3',
  },
  setsClock: true,
  lists: listsOf(venue),
  key: (call) => venue.key(call),
  balances: async (call) => [...(await spotBalances(call)), ...(await venue.staked(call))],
});

/** @source docs.binance.us */
export const BINANCE_US = reader({
  name: 'binanceus',
  beginning: Date.UTC(2019, 8, 1),
  fiat: {
    in: async (call, window) =>
      listAt(await call('sapiGetFiatpaymentQueryDepositHistory', times(window)), 'assetLogRecordList'),
    out: async (call, window) =>
      listAt(await call('sapiGetFiatpaymentQueryWithdrawHistory', times(window)), 'assetLogRecordList'),
  },
  dust: async (call, window) =>
    details(listAt(await call('sapiGetAssetQueryDustLogs', times(window)), 'userDustConvertHistory')),
  distributions: async (call, window) =>
    listAt(
      await call('sapiGetAssetAssetDistributionHistory', { ...times(window), limit: DISTRIBUTIONS_PAGE }),
      'rows',
    ),
  stakingRewards: async (call, window) =>
    listAt(
      await call('sapiGetStakingStakingRewardsHistory', { ...times(window), limit: REWARDS_PAGE, page: 1 }),
      'data',
    ),
  async staked(call) {
    const rows = listAt(await call('sapiGetStakingStakingBalance'), 'data');
    return rows.map((row) => [textAt(row, 'asset'), textAt(row, 'stakingAmount')] as const);
  },
  /** The exchange does not state what a key may do: `canTrade` describes the account. */
  async key(call) {
    const account = fieldsAt(await call('privateGetAccount'));
    return { readOnly: null, lacks: [], owner: textAt(account, 'uid') || null };
  },
});

const fiatOrders =
  (transactionType: 0 | 1) =>
  async (call: Call, window: TimeWindow): Promise<Row[]> => {
    const params = { transactionType, beginTime: window.start, endTime: window.end, rows: 500 };
    const answer = fieldsAt(await call('sapiGetFiatOrders', params));
    return Array.isArray(answer['data'])
      ? listAt(answer, 'data').map(({ orderNo, status, ...row }) => ({
          ...row,
          orderId: orderNo,
          orderStatus: status,
        }))
      : [];
  };

const PAYMENTS_PAGE = 500;
const CONVERTS_PAGE = 1_000;
const LOANS_PAGE = 100;
const YEAR_2020 = Date.UTC(2020, 0, 1);

const payments =
  (transactionType: 0 | 1, direction: 'in' | 'out') =>
  async (call: Call, window: TimeWindow): Promise<Row[]> => {
    const params = { transactionType, beginTime: window.start, endTime: window.end, rows: PAYMENTS_PAGE };
    const answer = fieldsAt(await call('sapiGetFiatPayments', params));
    // Without a row the exchange omits the list.
    return Array.isArray(answer['data']) ? listAt(answer, 'data').map((row) => ({ ...row, direction })) : [];
  };

const flexible =
  (method: string): ReadWindow =>
  async (call, window) =>
    listAt(await call(method, { ...times(window), current: 1, limit: LOANS_PAGE }), 'rows');

const windowed = (name: string, full: number, days: number, read: ReadWindow): WindowedList => ({
  name,
  full,
  days,
  read,
  beginning: YEAR_2020,
});

/** Lists that Binance.US does not have. Loans with fixed and flexible rates are separate. */
const GLOBAL: readonly WindowedList[] = [
  windowed('converts', CONVERTS_PAGE, 30, async (call, window) =>
    listAt(await call('sapiGetConvertTradeFlow', { ...times(window), limit: CONVERTS_PAGE }), 'list'),
  ),
  windowed('payments', PAYMENTS_PAGE, WINDOW_DAYS, async (call, window) => [
    ...(await payments(0, 'in')(call, window)),
    ...(await payments(1, 'out')(call, window)),
  ]),
  windowed('loans', LOANS_PAGE, 30, async (call, window) =>
    listAt(await call('sapiGetLoanIncome', { ...times(window), limit: LOANS_PAGE })),
  ),
  windowed('flexible_loans', LOANS_PAGE, WINDOW_DAYS, flexible('sapiV2GetLoanFlexibleBorrowHistory')),
  windowed('flexible_repayments', LOANS_PAGE, WINDOW_DAYS, flexible('sapiV2GetLoanFlexibleRepayHistory')),
];

/** A claim on units in Simple Earn has the prefix `LD`. `LDO` is a coin. */
const inEarn = (code: string): string => (code === 'LDO' ? code : code.replace(/^LD(?=[A-Z0-9]{2})/, ''));

const READS: ReadonlySet<string> = new Set([
  'ipRestrict',
  'enableReading',
  'createTime',
  'tradingAuthorityExpirationTime',
]);

/** Not compared with the exchange or a recording. @source developers.binance.com */
export const BINANCE = reader({
  name: 'binance',
  beginning: Date.UTC(2017, 6, 1),
  fiat: { in: fiatOrders(0), out: fiatOrders(1) },
  dust: async (call, window) =>
    details(listAt(await call('sapiGetAssetDribblet', times(window)), 'userAssetDribblets')).map(
      ({ transId, ...row }) => ({ ...row, tranId: transId }),
    ),
  distributions: async (call, window) =>
    listAt(await call('sapiGetAssetAssetDividend', { ...times(window), limit: DISTRIBUTIONS_PAGE }), 'rows'),
  more: GLOBAL,
  /** The owner keeps the collateral of loans. */
  async staked(call) {
    const params = { current: 1, limit: LOANS_PAGE };
    const answer = await call('sapiV2GetLoanFlexibleOngoingOrders', params).catch((error: unknown) => {
      if (isOfferedElsewhere(error)) return { rows: [] };
      throw error;
    });
    const loans = listAt(answer, 'rows');
    return loans.map((row) => [textAt(row, 'collateralCoin'), textAt(row, 'collateralAmount')] as const);
  },
  async key(call) {
    const rights = fieldsAt(await call('sapiGetAccountApiRestrictions'));
    const granted = Object.keys(rights).filter((name) => textAt(rights, name) === 'true');
    const account = fieldsAt(await call('privateGetAccount'));
    return {
      readOnly: granted.every((name) => READS.has(name)),
      lacks: granted.includes('enableReading') ? [] : ['enableReading'],
      owner: textAt(account, 'uid') || null,
    };
  },
});
