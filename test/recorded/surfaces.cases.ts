import { account, type Account } from '../accounts/client';
import { startApp, type TestApp } from '../app.factory';
import { readPdf, readTable, readTxf } from '../forms/read-back';
import { onPlan } from '../portfolios/portfolio-client';
import { startReplay, type Replay } from '../support/replay';

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- bodies of many shapes
type Body = any;

/** USD with up to 18 places, as integers of 10^-18. Written for this test: it shares no code with the product. */
function usd(text: string): bigint {
  const [, sign = '', whole = '0', fraction = ''] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(text) ?? [];
  if (!/^-?\d+(\.\d{1,18})?$/.test(text)) throw new Error(`no amount: ${text}`);
  const value = BigInt(whole + fraction.padEnd(18, '0'));
  return sign ? -value : value;
}
const CENT = 10n ** 16n;
/** Half up, away from zero. */
function cents(value: bigint): bigint {
  const size = value < 0n ? -value : value;
  const rounded = (size + CENT / 2n) / CENT;
  return value < 0n ? -rounded : rounded;
}
const centsOf = (text: string): bigint => BigInt(text.replace(/[.,]/g, ''));
const sum = (values: readonly bigint[]): bigint => values.reduce((total, value) => total + value, 0n);

/** Neither gain nor loss, and not on the form. */
const GAINLESS = ['gift', 'donation', 'lost', 'stolen'];

let replay: Replay;
let app: TestApp;
let owner: Account;

async function bytes(path: string): Promise<Buffer> {
  const answer = await fetch(app.url + path, { headers: { Authorization: `Bearer ${owner.token}` } });
  expect([path, answer.status]).toEqual([path, 200]);
  return Buffer.from(await answer.arrayBuffer());
}
const get = async (path: string): Promise<Body> => JSON.parse(String(await bytes(path)));
async function pages(path: string, size = 'per_page=100'): Promise<Body[]> {
  const all: Body[] = [];
  for (let page = 1; ; page++) {
    const { data } = await get(`${path}${path.includes('?') ? '&' : '?'}${size}&page=${page}`);
    all.push(...data);
    if (data.length < 100) return all;
  }
}

/** What a reader computes from the list of disposals of one year. */
function computed(disposals: readonly Body[]) {
  const counted = disposals.filter(({ type }: Body) => !GAINLESS.includes(type));
  const known = counted.filter((one: Body) => one.value_status === 'known');
  const missing = counted.filter((one: Body) => one.value_status === 'missing');
  const of = (rows: readonly Body[], field: string) => sum(rows.map((row) => usd(row[field])));
  const term = (isLong: boolean) => {
    const gains = known
      .filter((one: Body) => one.is_long_term === isLong)
      .map((one: Body) => usd(one.gain_loss));
    return {
      gains: sum(gains.filter((gain) => gain > 0n)),
      losses: -sum(gains.filter((gain) => gain < 0n)),
      net: sum(gains),
    };
  };
  return {
    known,
    missing,
    short: term(false),
    long: term(true),
    proceeds: of(known, 'proceeds'),
    basis: of(known, 'cost_basis'),
    gain: of(known, 'gain_loss'),
    excludedBasis: of(missing, 'cost_basis'),
  };
}

const summaryOf = (body: Body) => ({
  gain: usd(body.total_realized_gl),
  short: {
    gains: usd(body.short_term_gains),
    losses: usd(body.short_term_losses),
    net: usd(body.net_short_term),
  },
  long: {
    gains: usd(body.long_term_gains),
    losses: usd(body.long_term_losses),
    net: usd(body.net_long_term),
  },
  count: body.disposal_count,
  excluded: [body.excluded_count, usd(body.excluded_basis)],
  proceeds: usd(body.total_proceeds),
  basis: usd(body.total_cost_basis),
  income: usd(body.income.total),
});

/** The gain that each sheet of the file states, added up. */
function gainOfSheets(file: Buffer): bigint {
  return sum(
    readPdf(file)
      .filter((page) => page.includes('Totals of this sheet'))
      .map((page) => {
        const cells = page.slice(page.indexOf('Totals of this sheet') + 1).filter((text) => text !== '');
        const shown = cells[3] ?? '';
        const amount = centsOf(shown.replace(/[()]/g, ''));
        return shown.startsWith('(') ? -amount : amount;
      }),
  );
}

async function checkYear(wallet: string, year: number): Promise<number> {
  const report = await get(`/api/calculate/tax-report/${wallet}?tax_year=${year}`);
  const own = computed(report.disposals);
  const incomes = report.income_events.filter((one: Body) => one.value_status !== 'missing');
  const wanted = {
    gain: own.gain,
    short: own.short,
    long: own.long,
    count: own.known.length,
    excluded: [own.missing.length, own.excludedBasis],
    proceeds: own.proceeds,
    basis: own.basis,
    income: sum(incomes.map((one: Body) => usd(one.fair_market_value))),
  };
  const place = `${wallet} ${year}`;
  for (const row of own.known) expect(usd(row.proceeds) - usd(row.cost_basis)).toBe(usd(row.gain_loss));
  for (const row of own.missing) {
    expect([place, row.gain_loss]).toEqual([place, '0']);
  }

  const summaries: Record<string, Body> = {
    report: report.tax_summary,
    calculate: await get(`/api/calculate/tax-summary/${wallet}?tax_year=${year}`),
    reports: (await get(`/api/v1/tax-reports/${wallet}/summary?tax_year=${year}`)).data,
  };
  for (const [name, summary] of Object.entries(summaries))
    expect([place, name, summaryOf(summary)]).toEqual([place, name, wanted]);

  const base = `/api/v1/tax-reports/${wallet}/form-8949`;
  const form = JSON.parse(String(await bytes(`${base}/export?tax_year=${year}&format=json`)));
  const rows: Body[] = form.parts.flatMap((part: Body) => part.rows);
  const line = (row: Body, ...fields: string[]) => fields.map((field) => String(row[field])).join(' ');
  const inCents = (row: Body) =>
    [row.disposal_id, cents(usd(row.proceeds)), cents(usd(row.cost_basis))].map(String).join(' ');
  expect(
    rows.map((row) => `${row.disposal_id} ${centsOf(row.proceeds)} ${centsOf(row.cost_basis)}`).sort(),
  ).toEqual(own.known.map(inCents).sort());
  expect(form.needs_value.map((row: Body) => row.disposal_id).sort()).toEqual(
    own.missing.map((row: Body) => row.disposal_id).sort(),
  );
  expect([place, form.excluded_count]).toEqual([place, own.missing.length]);
  // Every row without proceeds or without basis carries a mark.
  const bare = rows.filter((row) => centsOf(row.proceeds) === 0n || centsOf(row.cost_basis) === 0n);
  const isTiny = (row: Body): boolean => {
    const disposal = own.known.find((one: Body) => one.disposal_id === row.disposal_id);
    return usd(disposal.proceeds) !== 0n && usd(disposal.cost_basis) !== 0n;
  };
  expect(
    bare
      .filter((row) => !row.is_untracked && row.flags.length === 0 && !isTiny(row))
      .map((row) => line(row, 'tx_hash', 'symbol', 'proceeds', 'cost_basis')),
  ).toEqual([]);
  const totals = {
    proceeds: sum(rows.map((row) => centsOf(row.proceeds))),
    basis: sum(rows.map((row) => centsOf(row.cost_basis))),
    gain: sum(rows.map((row) => centsOf(row.gain_loss))),
  };
  const { short_term: short, long_term: long } = form.totals;
  const both = (field: string) => centsOf(short[field]) + centsOf(long[field]);
  expect([place, both('proceeds'), both('cost_basis'), both('gain_loss')]).toEqual([
    place,
    totals.proceeds,
    totals.basis,
    totals.gain,
  ]);

  const csv = String(await bytes(`${base}/export?tax_year=${year}&format=csv`));
  // Lines of what needs a value have no amounts.
  const table = readTable(csv).filter((row) => row['Proceeds'] !== '');
  const amounts = (some: readonly bigint[][]) => some.map((row) => row.join(' ')).sort();
  const formAmounts = amounts(
    rows.map((row) => [centsOf(row.proceeds), centsOf(row.cost_basis), centsOf(row.gain_loss)]),
  );
  expect(
    amounts(
      table.map((row) => ['Proceeds', 'Cost basis', 'Gain or loss'].map((name) => centsOf(row[name] ?? ''))),
    ),
  ).toEqual(formAmounts);
  const { records } = readTxf(String(await bytes(`${base}/export?tax_year=${year}&format=txf`)));
  expect(
    amounts(records.map(({ amounts: [cost = '0', proceeds = '0'] }) => [centsOf(proceeds), centsOf(cost)])),
  ).toEqual(amounts(rows.map((row) => [centsOf(row.proceeds), centsOf(row.cost_basis)])));
  expect([place, gainOfSheets(await bytes(`${base}/export?tax_year=${year}&format=pdf`))]).toEqual([
    place,
    totals.gain,
  ]);

  const overview = await get(`/api/calculate/tax-export/${wallet}/summary?tax_year=${year}`);
  expect([place, overview.row_count, overview.excluded_count]).toEqual([
    place,
    rows.length,
    own.missing.length,
  ]);
  const schedule = await get(`/api/calculate/tax-export/${wallet}/schedule-1/summary?tax_year=${year}`);
  // Its sums add up rounded receipts.
  expect([place, centsOf(schedule.total), schedule.count, schedule.excluded_count]).toEqual([
    place,
    sum(incomes.map((one: Body) => cents(usd(one.fair_market_value)))),
    report.income_events.length,
    report.income_events.length - incomes.length,
  ]);
  return report.disposals.length;
}

async function checkWallet(wallet: string): Promise<number> {
  const root = `/api/v1/wallets/${wallet}`;
  // A report waits for the whole history; lists before it answer what is stored.
  await get(`/api/calculate/tax-report/${wallet}?tax_year=2024`);
  const needs = await pages(`${root}/transactions/needs-price`);
  const transactions = await pages(`${root}/transactions?include_spam=true`);
  const years = [
    ...new Set(transactions.map(({ timestamp }: Body) => Number(String(timestamp).slice(0, 4)))),
  ].sort();
  const gains = new Map<string, bigint>();
  let count = 0;
  const open = new Set<string>();
  const total = { gain: 0n, proceeds: 0n, basis: 0n, count: 0, excluded: 0, incomes: 0 };
  for (const year of years) {
    count += await checkYear(wallet, year);
    const { disposals, income_events: incomes } = await get(
      `/api/calculate/tax-report/${wallet}?tax_year=${year}`,
    );
    const own = computed(disposals);
    total.gain += own.gain;
    total.proceeds += own.proceeds;
    total.basis += own.basis;
    total.count += own.known.length;
    total.excluded += own.missing.length;
    total.incomes += incomes.filter((one: Body) => one.value_status === 'missing').length;
    for (const one of own.missing) open.add(one.transaction_id);
    for (const one of disposals)
      gains.set(one.transaction_id, (gains.get(one.transaction_id) ?? 0n) + usd(one.gain_loss));
  }
  // The list of transactions shows the gain of each, and what has no known value.
  for (const tx of transactions) {
    expect([tx.tx_hash, tx.gain_loss === null ? null : usd(tx.gain_loss)]).toEqual([
      tx.tx_hash,
      gains.get(tx.transaction_id) ?? null,
    ]);
    if (open.has(tx.transaction_id)) expect([tx.tx_hash, tx.value_status]).toEqual([tx.tx_hash, 'missing']);
  }
  // The list of what needs a value explains every disposal and receipt that is held out.
  const explained = (field: string): number => needs.reduce((all: number, one: Body) => all + one[field], 0);
  expect([wallet, explained('excluded_count'), explained('income_excluded_count')]).toEqual([
    wallet,
    total.excluded,
    total.incomes,
  ]);
  const all = summaryOf((await get(`${root}/dashboard`)).data.tax_summary);
  expect([wallet, all.gain, all.proceeds, all.basis, all.count, all.excluded[0]]).toEqual([
    wallet,
    total.gain,
    total.proceeds,
    total.basis,
    total.count,
    total.excluded,
  ]);

  // Open lots and what the wallet holds.
  const lots = await pages(`${root}/lots?status=open`);
  const positions = (await get(`${root}/positions`)).data;
  const costs = new Map<string, bigint>();
  for (const lot of lots)
    costs.set(
      lot.token_key,
      (costs.get(lot.token_key) ?? 0n) + usd(lot.remaining_cost_basis ?? lot.cost_basis),
    );
  for (const position of positions)
    expect([wallet, position.token_key, usd(position.cost_basis)]).toEqual([
      wallet,
      position.token_key,
      costs.get(position.token_key) ?? 0n,
    ]);
  const reconciliation = await get(`/api/calculate/reconciliation/${wallet}`);
  expect(reconciliation.counts.missing_prices).toBeGreaterThanOrEqual(Math.min(1, total.excluded));
  return count;
}

/** Every wallet on an EVM chain that is recorded. */
async function recorded(): Promise<string[]> {
  const all = (await (await fetch(`${replay.url}/__wallets`)).json()) as { address: string }[];
  return [...new Set(all.map(({ address }) => address.toLowerCase()))].filter((address) =>
    address.startsWith('0x'),
  );
}

/**
 * @param given null: every recorded wallet, which takes some minutes
 * @param least disposals that they have together
 */
export function describeSurfaces(given: readonly string[] | null, least: number): void {
  describe('recorded wallets', () => {
    beforeAll(async () => {
      replay = await startReplay();
      app = await startApp({
        ...replay.env,
        EVM_CHAINS: 'ethereum,base,optimism,polygon,gnosis',
        DEMO_WALLETS: 'false',
      });
      owner = await account(app);
      await onPlan(app, owner, 'defi');
    });
    afterAll(async () => {
      await app?.close();
      await replay?.close();
    });

    it('have the numbers of their disposals on every surface of a year', async () => {
      let disposals = 0;
      for (const wallet of given ?? (await recorded())) disposals += await checkWallet(wallet);
      expect(disposals).toBeGreaterThan(least);
    });
  });
}
