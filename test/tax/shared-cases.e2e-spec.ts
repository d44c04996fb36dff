import { taxSummary, type Ledger } from '../../src/domain/engine';
import { formatMoney } from '../../src/domain/kernel/units';
import type { PostedCostBasisBody } from '../../src/modules/tax/tax.shapes.dto';
import { startApp, type TestApp } from '../app.factory';
import {
  checkCase,
  checkGains,
  checkRows,
  FILES,
  isNotOurs,
  NOT_EXPRESSIBLE,
  takesFeeElsewhere,
} from '../golden/expectations';
import {
  casesOf,
  choices,
  describeShared,
  methodOf,
  rowsOf,
  type Case,
  type CaseTx,
} from '../golden/shared-cases';
import { checkFifoWash, checkIrsWash, checkPeerWash } from '../golden/wash-expectations';
import { ledgerOf, toSelections, toTxIn } from './posted-client';

/**
 * Rows of a body have no word for a lot that has replaced the loss of an earlier return.
 * @source operating.md, transactions in the body
 */
const isSayable = ({ transactions = [] }: Case): boolean =>
  !transactions.some((tx) => tx.already_used_as_replacement === true);

describeShared('the shared cases through POST /api/calculate/cost-basis', () => {
  let plain: TestApp;
  let washing: TestApp;

  beforeAll(async () => {
    [plain, washing] = await Promise.all([startApp(), startApp({ ENABLE_WASH_SALES: 'true' })]);
  }, 60_000);
  afterAll(() => Promise.all([plain?.close(), washing?.close()]));

  async function post(test: Case, transactions: readonly CaseTx[] = test.transactions ?? []) {
    const selections = new Map(
      transactions.filter((tx) => tx.lot_selection).map((tx) => [tx.id, choices(tx)]),
    );
    const body = {
      transactions: transactions.flatMap((tx) => rowsOf(tx, test.pool === 'universal')).map(toTxIn),
      method: methodOf(test),
      lot_selections: toSelections(selections),
    };
    const { url } = test.wash_sales ? washing : plain;
    const response = await fetch(`${url}/api/calculate/cost-basis`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    });
    return {
      status: response.status,
      body: (await response.json()) as PostedCostBasisBody & { error_code?: string },
    };
  }

  async function ledger(test: Case, transactions?: readonly CaseTx[]): Promise<Ledger> {
    const { status, body } = await post(test, transactions);
    expect([status, body.error_code]).toEqual([200, undefined]);
    const told = ledgerOf(body);
    expect(body.summary.total_realized_gl).toBe(
      formatMoney(taxSummary(told, { timezone: 'UTC' }).totalRealized),
    );
    return told;
  }

  const named = (tests: readonly Case[]) => tests.map((test) => [test.id, test] as const);
  const statute = FILES.flatMap((file) => casesOf(file).cases).filter(({ id }) => !(id in NOT_EXPRESSIBLE));

  it('leaves out nothing but what has no word', () => {
    const all = [
      ...FILES,
      'irs_wash_sales.json',
      'wash_sales_crypto_fifo.json',
      'wash_sales_peers.json',
      'holding_period.json',
    ];
    const unsayable = all.flatMap((file) => casesOf(file).cases).filter((test) => !isSayable(test));
    expect(unsayable.map(({ id }) => id)).toEqual([]);
  });

  it.each(named(statute.filter(isSayable)))('%s', async (_id, test) => {
    const expected = test.us_correct ?? test.expected;
    if (expected.error !== undefined) {
      const { status, body } = await post(test);
      expect([status, body.error_code]).toEqual([400, 'INVALID_REQUEST']);
      return;
    }
    checkCase(await ledger(test), expected);
  });

  it.each(named(casesOf('holding_period.json').cases))('%s', async (_id, test) => {
    const { disposals } = await ledger({ ...test, method: 'fifo' });
    expect(disposals[0]?.isLongTerm).toBe((test.us_correct ?? test.expected)['term'] === 'long');
  });

  const rp2 = casesOf('rp2_golden.json');
  it.each(named(rp2.cases.filter((test) => !isNotOurs(test))))('%s', async (_id, test) => {
    const { ledgers = {} } = rp2;
    const transactions = (ledgers[test.ledger ?? ''] ?? []).filter((tx) => !takesFeeElsewhere(tx, ledgers));
    const assets = new Set(transactions.map(({ asset }) => asset));
    const rows = (test.expected.disposals ?? []).filter(({ asset }) => assets.has(asset));
    const told = await ledger(test, transactions);
    checkRows(told, rows);
    checkGains(told, rows);
  });

  it.each(
    (
      [
        ['irs_wash_sales.json', checkIrsWash],
        ['wash_sales_crypto_fifo.json', checkFifoWash],
        ['wash_sales_peers.json', checkPeerWash],
      ] as const
    ).flatMap(([file, check]) =>
      casesOf(file)
        .cases.filter(isSayable)
        .map((test) => [test.id, test, check] as const),
    ),
  )('%s', async (_id, test, check) => check(await ledger(test), test.expected));
});
