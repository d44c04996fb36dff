import {
  boxesOf,
  centsText,
  form8949,
  incomeLine,
  reportYears,
  rowsOf,
  schedule1,
  schedule1Lines,
  toCents,
  usDate,
  type Account,
  type Form8949Request,
} from '../../src/domain/forms';
import { COLLECTIBLES } from '../../src/domain/forms/collectibles';
import type { Ledger } from '../../src/domain/engine';
import { coinAsset } from '../../src/domain/exchanges';
import { formatMoney, money } from '../../src/domain/kernel/units';
import { LawInForce } from '../../src/domain/law';
import { buy, ETH, ledgerOf, sell, WALLET } from './ledgers';

const OWN: Account = { wallet: WALLET, kind: 'self_custody' };
const EXCHANGE: Account = { wallet: WALLET, kind: 'us_exchange' };
const make = (ledger: Ledger, year: number, more: Partial<Form8949Request> = {}) =>
  form8949(ledger, { accounts: [OWN], year, timezone: 'UTC', ...more });
const rowsIn = (ledger: Ledger, year: number, more: Partial<Form8949Request> = {}) =>
  rowsOf(make(ledger, year, more));
const boxes = (ledger: Ledger, year: number, more: Partial<Form8949Request> = {}) =>
  make(ledger, year, more).sections.map(({ part, box, rows }) => [part, box, rows.length]);

describe('the boxes', () => {
  it.each([
    [2023, 'self_custody', 'C', 'F'],
    [2024, 'us_exchange', 'C', 'F'],
    [2025, 'self_custody', 'I', 'L'],
    [2025, 'us_exchange', 'H', 'K'],
    [2026, 'self_custody', 'I', 'L'],
    [2026, 'us_exchange', 'H', 'K'],
    [2031, 'us_exchange', 'H', 'K'],
  ] as const)('of %i, %s: %s and %s', (year, kind, short, long) => {
    expect(boxesOf(LawInForce.of(year), kind, false)).toEqual({ short, long });
  });

  it('G and J need a purchase in the very account from 2026 on', () => {
    const moved = {
      ...buy('1', '10', '2026-02-01T00:00Z'),
      wallet: '0xelsewhere',
      stem: 'm',
      transactionId: 'm',
    };
    const ledger = ledgerOf([
      buy('1', '10', '2025-12-31T23:59:59Z'),
      buy('1', '10', '2026-01-01T00:00Z'),
      moved,
      {
        ...moved,
        kind: 'move',
        relation: 'transfer',
        toWallet: WALLET,
        toAsset: ETH,
        received: moved.quantity,
        feeValue: null,
        at: Date.parse('2026-03-01T00:00Z'),
        stem: 'mm',
      },
      buy('1', '10', '2026-04-01T00:00Z', { source: 'income', incomeType: 'staking_reward' }),
      sell('4', '80', '2026-06-01T00:00Z'),
      sell('1', '20', '2027-06-01T00:00Z'),
    ]);
    expect(
      rowsIn(ledger, 2026, { accounts: [EXCHANGE] }).map(({ dateAcquired, box }) => [dateAcquired, box]),
    ).toEqual([
      ['2026-01-01', 'G'],
      ['2025-12-31', 'H'],
      ['2026-02-01', 'H'],
      ['2026-04-01', 'H'],
    ]);
    const held = ledgerOf([buy('1', '10', '2026-01-02T00:00Z'), sell('1', '20', '2027-06-01T00:00Z')]);
    expect(boxes(held, 2027, { accounts: [EXCHANGE] })).toEqual([['II', 'J', 1]]);
    expect(boxes(held, 2027)).toEqual([['II', 'L', 1]]);
  });

  it('are those the owner says', () => {
    const ledger = ledgerOf([buy('2', '10', '2025-01-02T00:00Z'), sell('1', '20', '2025-06-01T00:00Z')]);
    const accounts: Account[] = [{ ...OWN, boxes: { short: 'G', long: 'J' } }];
    expect(boxes(ledger, 2025, { accounts })).toEqual([['I', 'G', 1]]);
  });
});

describe('the rows', () => {
  const ledger = ledgerOf([
    buy('1', '1000', '2023-01-10T00:00Z'),
    buy('1', '2000', '2025-03-01T00:00Z'),
    sell('1.5', '4500', '2025-06-01T12:00Z'),
    sell('0.1', '0', '2025-07-01T00:00Z', { type: 'gift' }),
    sell('0.1', '0', '2025-07-02T00:00Z', { type: 'lost' }),
    sell('0.3', '900', '2026-01-01T02:00Z'),
  ]);

  it('are one per slice, part I first, dates and box with them', () => {
    expect(
      rowsIn(ledger, 2025).map((row) => ({
        ...row,
        proceeds: centsText(row.proceeds),
        costBasis: centsText(row.costBasis),
        gain: centsText(row.gain),
      })),
    ).toMatchObject([
      {
        description: '0.5 ETH',
        dateAcquired: '2025-03-01',
        dateSold: '2025-06-01',
        proceeds: '1500.00',
        costBasis: '1000.00',
        adjustmentCode: '',
        adjustment: 0n,
        gain: '500.00',
        box: 'I',
        isLongTerm: false,
      },
      {
        description: '1 ETH',
        dateAcquired: '2023-01-10',
        dateSold: '2025-06-01',
        proceeds: '3000.00',
        costBasis: '1000.00',
        gain: '2000.00',
        box: 'L',
        isLongTerm: true,
        isUntracked: false,
      },
    ]);
  });

  it('belong to the year of the zone', () => {
    expect(make(ledger, 2026).rowCount).toBe(1);
    expect(make(ledger, 2026, { timezone: 'America/New_York' }).rowCount).toBe(0);
    expect(rowsIn(ledger, 2025, { timezone: 'America/New_York' }).map(({ dateSold }) => dateSold)).toContain(
      '2025-12-31',
    );
    expect(reportYears(ledger, [WALLET], 'UTC')).toEqual([2025, 2026]);
    expect(reportYears(ledger, [WALLET], 'America/New_York')).toEqual([2025]);
  });

  it('are of the accounts asked for', () => {
    expect(make(ledger, 2025, { accounts: [{ ...OWN, wallet: '0xother' }] })).toMatchObject({
      sections: [],
      rowCount: 0,
    });
  });

  it('of units never seen coming in are UNKNOWN, short-term and counted', () => {
    const oversold = ledgerOf([sell('1', '50', '2025-06-01T00:00Z')]);
    expect(make(oversold, 2025)).toMatchObject({
      untrackedCount: 1,
      sections: [
        {
          part: 'I',
          box: 'I',
          rows: [{ dateAcquired: 'UNKNOWN', costBasis: 0n, gain: 5000n, isUntracked: true }],
        },
      ],
    });
  });

  it('of inherited units are INHERITED, and of a gift at a loss have the day of the gift', () => {
    const manual = { source: 'manual', acquiredAt: Date.parse('2015-01-01') } as const;
    const given = ledgerOf([
      buy('1', '100', '2025-01-01T00:00Z', { ...manual, inherited: true }),
      buy('1', '100', '2025-02-01T00:00Z', { ...manual, lossBasis: money('60') }),
      sell('1', '150', '2025-06-01T00:00Z'),
      sell('1', '50', '2025-07-01T00:00Z'),
    ]);
    const rows = rowsIn(given, 2025);
    expect(rows.map(({ dateAcquired, gain, box }) => [dateAcquired, gain, box])).toEqual([
      ['2025-02-01', -1000n, 'I'],
      ['INHERITED', 5000n, 'L'],
    ]);
    expect(rows.map((row) => usDate(row.dateAcquired))).toEqual(['02/01/2025', 'INHERITED']);
  });

  it('tell collectibles by their number', () => {
    const asset = { ...ETH, id: 'ethereum:0xnft#42', symbol: 'PUNK', decimals: 0 };
    const nft = ledgerOf([
      buy('1', '5', '2025-01-01T00:00Z', { asset }),
      sell('1', '9', '2025-02-01T00:00Z', { asset }),
    ]);
    expect(rowsIn(nft, 2025)[0]?.description).toBe('1 PUNK #42');
  });

  it('do not repeat a number that the symbol has', () => {
    const asset = { ...ETH, id: 'ethereum:0xnft#42', symbol: 'PUNK#42', decimals: 0 };
    const nft = ledgerOf([sell('1', '9', '2025-02-01T00:00Z', { asset })]);
    expect(rowsIn(nft, 2025)[0]?.description).toBe('1 PUNK#42');
  });
});

it('marks tokens of stored gold as collectibles, beside a wash sale', () => {
  const gold = { ...ETH, id: 'ethereum:0x45804880de22913dafe09f4980848ece6ecbaf78', symbol: 'PAXG' };
  const ledger = ledgerOf(
    [
      buy('2', '4000', '2025-01-01T00:00Z', { asset: gold }),
      sell('1', '2500', '2025-02-01T00:00Z', { asset: gold }),
      sell('1', '1500', '2025-03-01T00:00Z', { asset: gold }),
      buy('1', '1500', '2025-03-02T00:00Z', { asset: gold }),
    ],
    { washSales: true },
  );
  expect(rowsIn(ledger, 2025).map(({ adjustmentCode, adjustment }) => [adjustmentCode, adjustment])).toEqual([
    ['C', 0n],
    ['CW', 50_000n],
  ]);
});

it('marks each token of stored gold in an exchange account, which knows its symbol alone', () => {
  const coins = ['PAXG', 'XAUT'].map(coinAsset);
  expect(coins.map(({ id }) => id).sort()).toEqual([...COLLECTIBLES].sort());
  const ledger = ledgerOf(
    coins.flatMap((asset) => [
      buy('2', '4000', '2024-01-01T00:00Z', { asset }),
      sell('1', '2500', '2025-02-01T00:00Z', { asset }),
    ]),
  );
  expect(rowsIn(ledger, 2025).map(({ adjustmentCode }) => adjustmentCode)).toEqual(['C', 'C']);
});

describe('an NFT that stands for a collectible', () => {
  const piece = (id: string) => ({ ...ETH, id, symbol: id, decimals: 0 });
  const ids = ['ethereum:0xart#1', 'ethereum:0xart#2', 'ethereum:0xgem#7', 'ethereum:0xart', 'base:0xart#1'];
  const ledger = ledgerOf(
    ids.flatMap((id) => [
      buy('1', '5', '2024-01-01T00:00Z', { asset: piece(id) }),
      sell('1', '9', '2025-02-01T00:00Z', { asset: piece(id) }),
    ]),
  );
  const marked = (collectibleNfts?: string[]) =>
    rowsIn(ledger, 2025, { collectibleNfts })
      .filter(({ adjustmentCode }) => adjustmentCode === 'C')
      .map(({ symbol }) => symbol)
      .sort();

  it('has the code C by the choice of its owner, the collection or the piece, and no coin has', () => {
    expect(marked()).toEqual([]);
    expect(marked(['ethereum:0xart'])).toEqual(['ethereum:0xart#1', 'ethereum:0xart#2']);
    expect(marked(['ethereum:0xart#2', 'ethereum:0xgem#7'])).toEqual([
      'ethereum:0xart#2',
      'ethereum:0xgem#7',
    ]);
  });
});

describe('small fees of two wallets', () => {
  it('are not gathered into one row', () => {
    const other = '0x00000000000000000000000000000000000000b2';
    const fee = (wallet: string) => sell('1', '0.001', '2025-02-01T00:00Z', { type: 'fee', wallet });
    const ledger = ledgerOf([WALLET, other, WALLET].map(fee));
    const accounts = [OWN, { ...OWN, wallet: other }];
    expect(
      rowsIn(ledger, 2025, { accounts, gatherSmallFees: true }).map(({ wallet, quantity }) => [
        wallet,
        quantity,
      ]),
    ).toEqual([
      [WALLET, '2'],
      [other, '1'],
    ]);
  });
});

describe('rounding', () => {
  it.each([
    ['1.49', '1.00'],
    ['1.50', '2.00'],
    ['-1.50', '-2.00'],
    ['0.499999', '0.00'],
  ])('%s is %s in dollars', (from, to) => expect(centsText(toCents(money(from), 'dollars'))).toBe(to));

  it.each([
    ['0.005', '0.01'],
    ['0.004999999999999999', '0.00'],
    ['-0.005', '-0.01'],
    ['123456789.125', '123456789.13'],
  ])('%s is %s in cents', (from, to) => expect(centsText(toCents(money(from), 'cents'))).toBe(to));

  it('comes before the sum: the form adds up by the rows it shows', () => {
    const ledger = ledgerOf([
      buy('3', '0', '2025-01-01T00:00Z'),
      ...[1, 2, 3].map((day) => sell('1', '0.334', `2025-02-0${day}T00:00Z`)),
    ]);
    const { shortTerm } = make(ledger, 2025);
    expect(centsText(shortTerm.proceeds)).toBe('0.99');
    expect(make(ledger, 2025, { rounding: 'dollars' }).shortTerm.proceeds).toBe(0n);
  });

  it('keeps (h) = (d) - (e) + (g)', () => {
    const ledger = ledgerOf([
      buy('1', '0.334', '2025-01-01T00:00Z'),
      sell('1', '0.666', '2025-02-01T00:00Z'),
    ]);
    expect(rowsIn(ledger, 2025)).toMatchObject([{ proceeds: 67n, costBasis: 33n, gain: 34n }]);
  });
});

describe('wash sales', () => {
  const wash = (loss: [cost: string, proceeds: string], back: string) =>
    rowsIn(
      ledgerOf(
        [
          buy('1', loss[0], '2025-01-01T00:00Z'),
          sell('1', loss[1], '2025-02-01T00:00Z'),
          buy(back, '50', '2025-02-02T00:00Z'),
        ],
        { washSales: true },
      ),
      2025,
    );

  it('carry W and a positive amount', () => {
    expect(wash(['100', '60'], '0.5')).toMatchObject([
      { adjustmentCode: 'W', adjustment: 2000n, gain: -2000n, proceeds: 6000n, costBasis: 10000n },
    ]);
  });

  it('of a whole loss leave exactly nothing, however the amounts round', () => {
    expect(wash(['0.0149', '0.005'], '1')).toMatchObject([
      { proceeds: 1n, costBasis: 1n, adjustment: 0n, gain: 0n, adjustmentCode: '' },
    ]);
    expect(wash(['1.005', '0.994'], '1')).toMatchObject([
      { proceeds: 99n, costBasis: 101n, adjustment: 2n, gain: 0n },
    ]);
  });
});

describe('small fees', () => {
  const fee = (at: string, proceeds: string, quantity = '0.001') =>
    sell(quantity, proceeds, at, { type: 'fee' });
  const ledger = ledgerOf([
    buy('10', '10', '2025-01-01T00:00Z'),
    fee('2025-02-01T01:00Z', '0.003'),
    sell('1', '0.001', '2025-02-01T02:00Z'),
    fee('2025-02-01T03:00Z', '0.004'),
    fee('2025-02-01T04:00Z', '0.005'),
    fee('2025-02-02T01:00Z', '0.004'),
  ]);

  it('are put together per day in files, below half a cent, and only fees', () => {
    const rows = rowsIn(ledger, 2025, { gatherSmallFees: true });
    expect(
      rows.map(({ description, proceeds, isAggregated }) => [description, proceeds, isAggregated]),
    ).toEqual([
      ['0.002 ETH', 0n, true],
      ['1 ETH', 0n, false],
      ['0.001 ETH', 1n, false],
      ['0.001 ETH', 0n, false],
    ]);
    expect(rows[0]).toMatchObject({ txHash: null, disposalId: null, dateAcquired: '2025-01-01' });
  });

  it('stay apart otherwise', () => {
    expect(rowsIn(ledger, 2025).map(({ isAggregated }) => isAggregated)).toEqual([
      false,
      false,
      false,
      false,
      false,
    ]);
  });
});

describe('under a plan', () => {
  const events = [
    buy('10', '10', '2025-01-01T00:00Z', { source: 'income', incomeType: 'airdrop' }),
    sell('1', '5.555', '2025-02-01T00:00Z'),
    sell('2', '1', '2025-03-01T00:00Z'),
    buy('1', '7', '2025-04-01T00:00Z', { source: 'income', incomeType: 'interest' }),
  ];
  const ledger = ledgerOf(events);
  const shows = (id: string) => id === events[2]?.transactionId || id === events[3]?.transactionId;

  it('rows are left out, totals are of the whole year, and it says so', () => {
    const whole = make(ledger, 2025);
    const limited = make(ledger, 2025, { shows });
    expect(whole).toMatchObject({ rowCount: 2, rowsOmitted: 0, isLimited: false });
    expect(limited).toMatchObject({
      rowCount: 1,
      rowsOmitted: 1,
      isLimited: true,
      shortTerm: whole.shortTerm,
    });
    expect(limited.sections[0]?.totals).toEqual(whole.sections[0]?.totals);
    expect(limited.shortTerm).toMatchObject({ count: 2, proceeds: 656n });
  });

  it('a box whose rows are all left out keeps its totals', () => {
    expect(make(ledger, 2025, { shows: () => false }).sections).toMatchObject([
      { box: 'I', rows: [], totals: { count: 2 } },
    ]);
  });

  it('income likewise', () => {
    const schedule = schedule1(ledger, { wallets: [WALLET], year: 2025, timezone: 'UTC', shows });
    expect(schedule).toMatchObject({ count: 2, rowsOmitted: 1, isLimited: true, total: money('17') });
    expect(schedule1Lines(schedule)).toMatchObject({ total: 1700n, rows: [{ type: 'interest' }] });
  });
});

describe('Schedule 1', () => {
  const reward = (
    type: 'airdrop' | 'staking_reward' | 'mining_reward' | 'interest' | 'other',
    usd: string,
    at: string,
  ) => buy('1', usd, at, { source: 'income', incomeType: type });
  const ledger = ledgerOf([
    reward('airdrop', '1.114', '2025-01-01T00:00Z'),
    reward('airdrop', '1.114', '2025-01-02T00:00Z'),
    reward('staking_reward', '10', '2025-01-03T00:00Z'),
    reward('mining_reward', '100', '2025-01-04T00:00Z'),
    reward('other', '1000', '2025-01-05T00:00Z'),
    reward('interest', '10000', '2025-01-06T00:00Z'),
    reward('other', '5', '2026-01-01T00:00Z'),
  ]);
  const schedule = schedule1(ledger, { wallets: [WALLET], year: 2025, timezone: 'UTC' });

  it('has line 8v without interest, and both in the total, exact', () => {
    expect(formatMoney(schedule.line8vTotal)).toBe('1112.228');
    expect(formatMoney(schedule.scheduleBInterestTotal)).toBe('10000');
    expect(formatMoney(schedule.total)).toBe('11112.228');
    expect(schedule.count).toBe(6);
  });

  it('in a file is sums of rounded rows', () => {
    const lines = schedule1Lines(schedule);
    expect(centsText(lines.byType.airdrop)).toBe('2.22');
    expect(centsText(lines.total)).toBe('11112.22');
  });

  it.each([
    [2025, 'airdrop', 'Schedule 1 line 8v'],
    [2023, 'other', 'Schedule 1 line 8v'],
    [2022, 'other', 'Schedule 1 line 8z'],
    [2020, 'other', 'Schedule 1 line 8'],
    [2015, 'other', 'Form 1040 line 21'],
    [2025, 'interest', 'Schedule B'],
  ] as const)('in %i %s goes to %s', (year, type, line) => expect(incomeLine(year, type)).toBe(line));
});
