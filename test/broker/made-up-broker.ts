import { emptyBrokerRow, type BrokerRow, type OwnSale, type Reason } from '../../src/domain/broker';
import { centsText } from '../../src/domain/forms';

/** A broker with known differences: each sale names the reason that was built into it, or none. */
export interface MadeUpBroker {
  rows: BrokerRow[];
  sales: OwnSale[];
  /** Of each row of the broker. */
  expectedOfRow: (Reason | null)[];
  /** Of each own sale that no row has. */
  missing: number;
}

/** The reasons in turn; one sale in two agrees. */
const BUILT_IN = [
  'transferred_in_no_basis',
  'method_differs',
  'fee_gross_net',
  'aggregate_reporting',
  'year_edge',
  'duplicate',
  'missing_in_books',
  'missing_at_broker',
] as const satisfies readonly Reason[];

const ASSETS = ['BTC', 'ETH', 'SOL', 'LINK', 'UNI', 'AVAX', 'DOT', 'ATOM'];

/** A sequence of numbers below 2^32 that a seed determines. */
function sequence(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state;
  };
}

/** @param count sales, of which half differ */
export function madeUpBroker(count: number, seed: number, year = 2026): MadeUpBroker {
  const next = sequence(seed);
  const below = (limit: number): number => next() % limit;
  const broker: MadeUpBroker = { rows: [], sales: [], expectedOfRow: [], missing: 0 };
  const stable: OwnSale[] = [];
  for (let i = 0; i < count; i++) {
    const sale = saleOf(i, below, year);
    const reason = i % 2 === 0 ? null : (BUILT_IN[((i - 1) / 2) % BUILT_IN.length] ?? null);
    if (reason === 'aggregate_reporting') stable.push({ ...sale, asset: 'USDC' });
    else add(broker, sale, reason, year);
  }
  if (stable.length > 0) addAggregate(broker, stable);
  return broker;
}

function saleOf(i: number, below: (limit: number) => number, year: number): OwnSale {
  const month = 1 + below(12);
  const basis = BigInt(1_000 + below(900_000));
  const isLong = below(2) === 1;
  return {
    id: `own-${i}`,
    asset: ASSETS[below(ASSETS.length)] ?? 'BTC',
    units: `${below(50)}.${String(1 + below(999_999)).padStart(6, '0')}`,
    acquiredOn: isLong ? `${year - 2}-03-05` : `${year}-01-01`,
    soldOn: `${year}-${String(month).padStart(2, '0')}-${String(2 + below(26)).padStart(2, '0')}`,
    proceeds: basis / 2n + BigInt(2_000 + below(500_000)),
    fees: BigInt(100 + below(900)),
    basis,
    term: isLong ? 'long' : 'short',
    isTransferredIn: false,
  };
}

/** The row of a broker that agrees with a sale. */
export const rowOf = (sale: OwnSale): BrokerRow => ({
  ...emptyBrokerRow({ box1c: sale.units, box1e: sale.soldOn, box1f: centsText(sale.proceeds) }),
  box8949: sale.term === 'long' ? 'J' : 'G',
  box1b: sale.asset,
  symbol: sale.asset,
  box1d: sale.acquiredOn,
  box1g: centsText(sale.basis),
  box2: true,
  box3a: 'net',
  box6: sale.term,
  transactionId: sale.id,
});

function add(broker: MadeUpBroker, sale: OwnSale, reason: Reason | null, year: number): void {
  const { rows, sales, expectedOfRow } = broker;
  const put = (row: BrokerRow, expected: Reason | null) => {
    rows.push(row);
    expectedOfRow.push(expected);
  };
  const row = rowOf(sale);
  switch (reason) {
    case 'transferred_in_no_basis':
      put(
        { ...row, box1g: null, box1d: null, box2: false, box12a: sale.units, box12b: sale.acquiredOn },
        reason,
      );
      sales.push({ ...sale, isTransferredIn: true });
      return;
    case 'method_differs':
      put({ ...row, box1d: `${year - 1}-02-02`, box1g: centsText(sale.basis + 12_345n) }, reason);
      sales.push(sale);
      return;
    case 'fee_gross_net':
      put({ ...row, box3a: 'gross', box1f: centsText(sale.proceeds + sale.fees) }, reason);
      sales.push(sale);
      return;
    case 'year_edge':
      put({ ...row, box1e: `${year}-12-31` }, reason);
      sales.push({ ...sale, soldOn: `${year + 1}-01-01` });
      return;
    case 'duplicate':
      put(row, null);
      put({ ...row }, reason);
      sales.push(sale);
      return;
    case 'missing_in_books':
      put(row, reason);
      return;
    case 'missing_at_broker':
      sales.push(sale);
      broker.missing++;
      return;
    default:
      put(row, null);
      sales.push(sale);
  }
}

/** One row for all sales of a stablecoin. */
function addAggregate({ rows, sales, expectedOfRow }: MadeUpBroker, stable: readonly OwnSale[]): void {
  const [first] = stable;
  if (!first) return;
  const proceeds = stable.reduce((sum, sale) => sum + sale.proceeds, 0n);
  const units = stable.reduce((sum, sale) => sum + Number(sale.units), 0);
  rows.push({
    ...rowOf(first),
    box1c: units.toFixed(6),
    box1d: null,
    box1f: centsText(proceeds),
    box1g: null,
    box2: false,
    box8949: 'K',
    box11a: 'stablecoin',
    box11b: String(stable.length),
    transactionId: null,
  });
  expectedOfRow.push('aggregate_reporting');
  sales.push(...stable);
}
