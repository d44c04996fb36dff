import { acceptedRows, emptyBrokerRow, type BrokerRow, type OwnSale } from '../../src/domain/broker';
import {
  evidenceOf,
  FiledLines,
  letterLines,
  rowLines,
  type Evidence,
  type OwnLot,
  type SaleFacts,
} from '../../src/domain/evidence';
import { evidenceCsv, toEvidence } from '../../src/modules/broker-forms/evidence/evidence.presenter';
import { formOf, withRows, type Form8949 } from '../../src/domain/forms';
import { madeUpBroker } from './made-up-broker';

/** Why a row of Form 1099-DA and the own records differ, row by row. */
const ROW: BrokerRow = {
  ...emptyBrokerRow({ box1c: '1', box1e: '2026-05-01', box1f: '3000.00' }),
  symbol: 'ETH',
  box1d: '2026-02-01',
  box3a: 'net',
  box6: 'short',
};
const SALE: OwnSale = {
  id: 'sale',
  asset: 'ETH',
  units: '1',
  acquiredOn: '2026-02-01',
  soldOn: '2026-05-01',
  proceeds: 300_000n,
  fees: 0n,
  basis: 120_000n,
  term: 'short',
  isTransferredIn: false,
};
const CENT = 10n ** 16n;
const FACTS: SaleFacts = {
  ...{ lotId: 'lot', account: 'account A', acquiredAt: '2026-02-01T10:00:00.000Z', acquiredIn: 'buy' },
  ...{ origin: 'purchase', basisSource: 'trade', isBasisKnown: true, exactBasis: 120_000n * CENT },
  ...{ buyingCosts: null, priceSource: 'account', pricedAt: '2026-02-01T10:00:00.000Z' },
  ...{ soldAt: '2026-05-01T10:00:00.000Z', soldIn: 'sell', proceedsSource: 'account' },
  ...{ transfers: [], identification: 'first in, first out' },
};
const FORM = { id: 'form', account: 'Some Broker' };
const LETTER = { year: 2026, broker: 'Some Broker', formId: 'form', account: 'Some Broker' };

function filedForm(rows: readonly BrokerRow[], ownSales: readonly OwnSale[]): Form8949 {
  const request = { accounts: [], year: 2026, timezone: 'UTC' };
  const accepted = acceptedRows(new Map(), [{ year: 2026, wallet: 'Some Broker', rows, ownSales }], 2026);
  return formOf(
    withRows({ rows: [], omitted: [], excluded: [], isApproximate: false }, accepted, request),
    request,
  );
}

function packed(
  rows: readonly BrokerRow[],
  sales: readonly OwnSale[],
  more: { facts?: Partial<SaleFacts>; lots?: OwnLot[]; filed?: Form8949 } = {},
): Evidence {
  const facts = new Map(
    sales.map((sale) => [sale.id, { ...FACTS, exactBasis: sale.basis * CENT, ...more.facts }]),
  );
  return evidenceOf(
    { form: FORM, year: 2026, rows, rowsOfForm: rows.length, sales, facts, lots: more.lots ?? [] },
    new FiledLines(more.filed ?? filedForm(rows, sales)),
  );
}

const figures = ({ rows: [row] }: Evidence) =>
  row && {
    verdict: row.verdict,
    line: row.lines.map(({ line: { proceeds: d, costBasis: e, codes: f, adjustment: g, gain: h, box } }) =>
      [box, d, e, f, g, h].join(' '),
    ),
    reasons: row.reasons.map(({ reason, column, amount }) => `${reason} ${column} ${amount}`),
  };

describe('a row of the broker beside its own sale', () => {
  it.each([
    [
      'a reported basis without the costs of the purchase',
      { row: { box2: true, box1g: '2000.00' }, sale: { basis: 215_000n }, facts: { buyingCosts: 15_000n } },
      {
        verdict: 'different',
        line: ['G 300000 200000 B -15000 85000'],
        reasons: ['fee_in_basis basis 15000'],
      },
    ],
    [
      'no basis',
      { row: {}, sale: {} },
      {
        verdict: 'different',
        line: ['H 300000 120000  0 180000'],
        reasons: ['basis_not_reported basis 120000'],
      },
    ],
    [
      'a wrong basis that the tax office does not have',
      { row: { box1g: '1000.00' }, sale: {} },
      { verdict: 'different', line: ['H 300000 120000 B 0 180000'], reasons: ['unexplained basis 20000'] },
    ],
    [
      'no basis of units that came from elsewhere',
      { row: { box12a: '1' }, sale: {} },
      {
        verdict: 'different',
        line: ['H 300000 120000  0 180000'],
        reasons: ['transferred_in_no_basis basis 120000'],
      },
    ],
    [
      'proceeds before costs',
      { row: { box1f: '3010.00', box1g: '1200.00', box2: true, box3a: 'gross' }, sale: { fees: 1_000n } },
      {
        verdict: 'different',
        line: ['G 301000 120000 E -1000 180000'],
        reasons: ['fee_gross_net proceeds -1000'],
      },
    ],
    [
      'the basis of another lot, which the own records do not have',
      { row: { box1d: '2026-01-05', box1g: '1000.00', box2: true }, sale: {} },
      {
        verdict: 'different',
        line: ['G 300000 100000 B -20000 180000'],
        reasons: ['method_differs basis 20000'],
      },
    ],
    [
      'another term',
      { row: { box1g: '1200.00', box2: true, box6: 'long' }, sale: {} },
      { verdict: 'different', line: ['G 300000 120000 T 0 180000'], reasons: ['term_differs adjustment 0'] },
    ],
    [
      'the same amounts',
      { row: { box1g: '1200.00', box2: true }, sale: {} },
      { verdict: 'agreed', line: ['G 300000 120000  0 180000'], reasons: [] },
    ],
  ] as const)('%s', (_name, { row, sale, ...more }, expected) => {
    expect(figures(packed([{ ...ROW, ...row }], [{ ...SALE, ...sale }], more))).toEqual(expected);
  });

  it('states several reasons, and prints what nothing explains', () => {
    const row = { ...ROW, box1d: '2026-01-05', box1g: '900.00', box2: true };
    const sale = { ...SALE, basis: 100_000n };
    const lots = [{ coin: 'ETH', acquiredOn: '2026-01-05', units: '2', cost: 186_000n }];
    const facts = { buyingCosts: 2_500n, exactBasis: 99_999n * CENT };
    const evidence = packed([row], [sale], { facts, lots });
    expect(figures(evidence)?.reasons).toEqual([
      'method_differs basis 7000',
      'fee_in_basis basis 2500',
      'rounding basis 1',
      'unexplained basis 499',
    ]);
    const page = evidence.rows.flatMap((each) => rowLines(each, LETTER));
    expect(page).toContain('   Not explained, effect on the gain: -4.99');
  });

  it('lists the lot, both accounts and the transfer of units that came from elsewhere', () => {
    const moved = {
      at: '2026-03-01T00:00:00.000Z',
      txHash: 'h1',
      from: 'account A',
      to: 'account B',
      units: '1',
    };
    const evidence = packed([ROW], [{ ...SALE, basis: 200_000n, isTransferredIn: true }], {
      facts: { transfers: [moved] },
    });
    expect(figures(evidence)).toMatchObject({
      line: ['H 300000 200000  0 100000'],
      reasons: ['transferred_in_no_basis basis 200000'],
    });
    const page = evidence.rows.flatMap((each) => rowLines(each, LETTER)).join('\n');
    for (const fact of ['Lot lot', 'h1', 'account A', 'account B', '2026-02-01', '2000.00'])
      expect(page).toContain(fact);
  });

  it('states by how much the gain of the form is too high', () => {
    const letter = letterLines(packed([ROW], [SALE]), LETTER).join('\n');
    expect(letter).toContain('basis not reported, gain 3000.00');
    expect(letter).toContain('overstated by 1200.00');
  });
});

it('does not agree with a row of the same gain and another term', () => {
  const other = { ...ROW, box1c: '2', box1g: '1200.00', box2: true };
  const rows = [{ ...ROW, box1g: '1200.00', box2: true, box6: 'long' as const }, other];
  const letter = letterLines(packed(rows, [SALE, { ...SALE, id: 'other', units: '2' }]), LETTER);
  expect(letter).toContain('Rows that agree: 2.');
  expect(letter).toContain(
    'Rows of the same gain, in which other facts differ as the page of each row states: 1.',
  );
});

describe('a row that is not answered', () => {
  it.each([
    ['without an own sale', [], {}],
    ['with units of unknown basis', [{ ...SALE, basis: 0n }], { isBasisKnown: false }],
    [
      'whose sale has neither value nor basis',
      [{ ...SALE, proceeds: 0n, basis: 0n, lacksProceeds: true, lacksBasis: true }],
      {},
    ],
  ])('%s is not disputed, and its basis is no 0.00', (_name, sales, facts) => {
    const evidence = packed([ROW], sales, { facts });
    expect(figures(evidence)).toMatchObject({ verdict: 'not_answered', reasons: [] });
    const letter = letterLines(evidence, LETTER).join('\n');
    expect(letter).not.toContain('I do not agree');
    expect(letter).toContain('not answered: 1');
    const page = evidence.rows.flatMap((each) => rowLines(each, LETTER)).join('\n');
    expect(page).toContain('Not explained, effect on the gain: not stated');
    expect(toEvidence(evidence, LETTER).rows).toMatchObject([{ not_explained: null }]);
    expect(evidenceCsv(evidence)).not.toMatch(/,0\.00\s*$/);
    expect(page).not.toMatch(/basis 0\.00|\(e\) 0\.00/);
  });
});

it('does not dispute a row that adds up more units than the own records have sold', () => {
  const row = {
    ...ROW,
    box1c: '3',
    box1f: '9000.00',
    box1g: '8000.00',
    box2: true,
    box11a: 'stablecoin' as const,
  };
  const evidence = packed([row], [SALE]);
  expect(figures(evidence)).toMatchObject({ verdict: 'not_answered', reasons: [] });
  expect(letterLines(evidence, LETTER).join('\n')).not.toContain('I do not agree');
});

it('states no sum that differs where the differences of its rows cancel out', () => {
  const [cheap, dear] = [
    { ...ROW, box1g: '1100.00', box2: true },
    { ...ROW, box1c: '2', box1g: '1300.00', box2: true },
  ];
  const letter = letterLines(packed([cheap, dear], [SALE, { ...SALE, id: 'other', units: '2' }]), LETTER);
  expect(letter.join('\n')).toContain('I report 3600.00. Together there is no difference.');
});

it('has every row and sale, also those that agree, by keys that stay', () => {
  const { rows, sales } = madeUpBroker(400, 7);
  const evidence = packed(rows, sales);
  expect(evidence.notAsFiled).toEqual([]);
  const ofBroker = evidence.rows.filter(({ given }) => given !== null);
  expect(ofBroker.map(({ key }) => key)).toEqual(rows.map((_, i) => `form/Some Broker/${i + 1}`));
  expect(new Set(evidence.rows.map(({ key }) => key)).size).toBe(evidence.rows.length);
  const verdicts = new Set(evidence.rows.map(({ verdict }) => verdict));
  expect([...verdicts].sort()).toEqual(['agreed', 'different', 'not_answered', 'only_broker', 'only_own']);
});

it('has reasons that add up to the difference of the gain, to the cent', () => {
  const { rows, sales } = madeUpBroker(400, 11);
  for (const row of packed(rows, sales).rows) {
    if (row.proposed === null || row.verdict === 'not_answered') continue;
    const effect = row.reasons.reduce(
      (sum, { column, amount }) => sum + (column === 'basis' ? -amount : amount),
      0n,
    );
    expect([row.key, effect]).toEqual([row.key, (row.reported ?? 0n) - row.proposed]);
  }
});

it('names rows that stand otherwise on the form that was filed', () => {
  const other = filedForm([ROW], [{ ...SALE, basis: 110_000n }]);
  expect(packed([ROW], [SALE], { filed: other }).notAsFiled).toEqual(['form/Some Broker/1']);
});

it('counts what the plan hides, and lists nothing of it', () => {
  const evidence = packed([ROW], [{ ...SALE, isBeyondPlan: true }]);
  expect([evidence.rows, evidence.hidden, evidence.notAsFiled]).toEqual([[], 1, []]);
});
