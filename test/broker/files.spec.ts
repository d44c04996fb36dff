import { emptyBrokerRow, UnreadableRow, type BrokerRow } from '../../src/domain/broker';
import { readBrokerFile } from '../../src/modules/broker-forms/reading/broker-file';
import { toBrokerRow } from '../../src/modules/broker-forms/broker-forms.presenter';
import { brokerRowOf } from '../../src/modules/broker-forms/reading/broker-rows';
import type { BrokerRowInput } from '../../src/modules/broker-forms/broker-forms.dto';
import { dec } from '../../src/domain/kernel/decimal';

const read = (text: string) => readBrokerFile(Buffer.from(text));

/** Every box is filled. */
const FULL: BrokerRow = {
  box8949: 'K',
  cusip: '12345678A',
  box1a: '4H95J0R2X',
  box1b: 'Bitcoin',
  box1c: '0.123456789012345678',
  box1d: '2024-02-29',
  box1e: '2026-03-01',
  box1f: '12345.67',
  box1g: '-0.01',
  box1h: '1.00',
  box1i: '2.50',
  box2: true,
  box3a: 'gross',
  box3b: true,
  box4: '3.00',
  box5: true,
  box6: 'ordinary',
  box7: true,
  box8: true,
  box9: true,
  box11a: 'nft',
  box11b: '12',
  box11c: 'first sales 4.00',
  box12a: '0.1',
  box12b: '2025-12-31',
  box14: 'CA',
  box15: '123-4567-8',
  box16: '1.25',
  symbol: 'BTC',
  accountNumber: 'A-1',
  transactionId: 't-1',
  other: null,
};

/** What the pipe makes of a response that is sent back as a request. */
function sentBack(row: BrokerRow): BrokerRow {
  const decimals = ['box_1c', 'box_1f', 'box_1g', 'box_1h', 'box_1i', 'box_4'];
  const fields = Object.entries(toBrokerRow(row))
    .filter(([name, value]) => value !== null && name !== 'other')
    .map(([name, value]): [string, unknown] => [
      name,
      decimals.includes(name) ? dec(value as string) : value,
    ]);
  return brokerRowOf(Object.fromEntries(fields) as unknown as BrokerRowInput);
}

it('every box survives a round trip over the wire, filled and empty', () => {
  expect(sentBack(FULL)).toEqual(FULL);
  const bare = emptyBrokerRow({ box1c: '1', box1e: '2026-01-02', box1f: '0.00' });
  expect(sentBack(bare)).toEqual(bare);
  expect(JSON.parse(JSON.stringify(FULL))).toEqual(FULL);
});

describe('FDX JSON', () => {
  const detail = {
    cusip: '12345678A',
    checkboxOnForm8949: 'J',
    digitalAssetCode: '4H95J0R2X',
    digitalAssetName: 'Bitcoin',
    units: '0.123456789012345678',
    dateAcquired: '2024-02-29',
    dateOfSale: '2026-03-01',
    proceeds: 12345.67,
    costBasis: 10000.1,
    accruedMarketDiscount: 1,
    washSaleLossDisallowed: 2.5,
    basisReported: true,
    grossOrNet: 'GROSS',
    qof: true,
    federalTaxWithheld: 3,
    lossNotAllowed: true,
    longOrShort: 'LONG',
    aFieldOfALaterVersion: { units: 1.5 },
  };

  it('fills the boxes, and keeps fields without a box', () => {
    const { format, rows } = read(JSON.stringify({ accountNumber: 'A-1', digitalAssetDetails: [detail] }));
    expect(format).toBe('fdx');
    expect(rows).toEqual([
      {
        ...emptyBrokerRow({ box1c: '0.123456789012345678', box1e: '2026-03-01', box1f: '12345.67' }),
        box8949: 'J',
        cusip: '12345678A',
        box1a: '4H95J0R2X',
        box1b: 'Bitcoin',
        box1d: '2024-02-29',
        box1g: '10000.10',
        box1h: '1.00',
        box1i: '2.50',
        box2: true,
        box3a: 'gross',
        box3b: true,
        box4: '3.00',
        box5: true,
        box6: 'long',
        accountNumber: 'A-1',
        other: { aFieldOfALaterVersion: { units: '1.5' } },
      },
    ]);
  });

  it('is found inside a response of the tax API', () => {
    const form = {
      digitalAssetDetails: [detail, { ...detail, variousDatesAcquired: true, dateAcquired: null }],
    };
    expect(read(JSON.stringify({ forms: [{ tax1099Da: form }] })).rows).toHaveLength(2);
  });

  it.each([
    ['{', 'The file is no valid JSON'],
    ['{}', 'The file has no rows'],
    [
      JSON.stringify({ digitalAssetDetails: [{ ...detail, proceeds: 'x' }] }),
      'digitalAssetDetails.0: box 1f: not a number',
    ],
    [
      JSON.stringify({ digitalAssetDetails: [{ ...detail, dateOfSale: '2026-13-01' }] }),
      'digitalAssetDetails.0: box 1e: not a date',
    ],
    [
      JSON.stringify({ digitalAssetDetails: [{ ...detail, dateOfSale: '2026-02-30' }] }),
      'digitalAssetDetails.0: box 1e: not a date',
    ],
    [JSON.stringify({ digitalAssetDetails: [7] }), 'digitalAssetDetails.0: not an object'],
  ])('%s is refused', (text, message) => {
    expect(() => read(text)).toThrow(message);
  });
});

describe('CSV', () => {
  it('of the Taxbit template', () => {
    const text = [
      'account_id,asset_symbol,asset_dtif_code,asset_name,asset_quantity,acquired_date,disposed_date,proceeds,cost_basis,proceeds_type,federal_tax_withheld,gain_loss_classification,cash_proceeds,customer_provided,is_noncovered_security,aggregate_stablecoin_nft,new_column',
      'A-1,BTC,4H95J0R2X,Bitcoin,10,1/2/2020,12/31/2026,"1,000.5",,Gross Proceeds,0,Long-term,TRUE,FALSE,TRUE,,x',
    ].join('\r\n');
    expect(read(text)).toEqual({
      format: 'taxbit',
      rows: [
        {
          ...emptyBrokerRow({ box1c: '10', box1e: '2026-12-31', box1f: '1000.50' }),
          box1a: '4H95J0R2X',
          box1b: 'Bitcoin',
          box1d: '2020-01-02',
          box3a: 'gross',
          box4: '0.00',
          box6: 'long',
          box7: true,
          box9: true,
          symbol: 'BTC',
          accountNumber: 'A-1',
          other: { new_column: 'x' },
        },
      ],
    });
  });

  it('of a Coinbase gain/loss report, with a title above its header', () => {
    const header =
      'Transaction Type,Transaction ID,Tax lot ID,Asset name,Amount,Date Acquired,Cost basis (USD),Date of Disposition,Proceeds (USD),Gains (Losses) (USD),Holding period (Days),Data source';
    const line = 'Sell,tx-1,lot-1,ETH,1.5,01/10/2025,2000,05/01/2025,3010,1010,111,Coinbase';
    const { format, rows } = read(`Gain/loss report\n\n${header}\n${line}\n`);
    expect([format, rows]).toEqual([
      'coinbase',
      [
        {
          ...emptyBrokerRow({ box1c: '1.5', box1e: '2025-05-01', box1f: '3010.00' }),
          box1b: 'ETH',
          box1d: '2025-01-10',
          box1g: '2000.00',
          box6: 'short',
          symbol: 'ETH',
          transactionId: 'tx-1',
          other: {
            'Transaction Type': 'Sell',
            'Tax lot ID': 'lot-1',
            'Gains (Losses) (USD)': '1010',
            'Holding period (Days)': '111',
            'Data source': 'Coinbase',
          },
        },
      ],
    ]);
  });

  it.each([
    ['02/15/2023', '02/15/2024', '365', 'short'],
    ['02/15/2023', '02/16/2024', '366', 'long'],
    ['02/15/2024', '02/15/2025', '366', 'short'],
    ['02/15/2024', '02/16/2025', '367', 'long'],
    ['02/28/2023', '02/29/2024', '366', 'short'],
    ['02/28/2023', '03/01/2024', '367', 'long'],
    ['VARIOUS', '02/15/2025', '365', 'short'],
    ['', '02/15/2025', '366', null],
    ['', '02/15/2025', '367', 'long'],
    ['', '02/15/2025', '', null],
  ])(
    'of a Coinbase report, acquired "%s", sold %s, %s days: the term is %s',
    (acquired, soldOn, days, term) => {
      const header =
        'Transaction ID,Asset name,Amount,Date Acquired,Cost basis (USD),Date of Disposition,Proceeds (USD),Holding period (Days)';
      const { rows } = read(`${header}\ntx-1,BTC,1,${acquired},1000,${soldOn},3000,${days}\n`);
      expect(rows).toMatchObject([{ box6: term }]);
    },
  );

  it.each([
    ['too many rows', `asset_symbol,asset_quantity,disposed_date,proceeds\n${'1\n'.repeat(4_000_000)}`],
    ['one long row', `asset_symbol,asset_quantity,disposed_date,proceeds\nETH${','.repeat(500_000)}`],
    ['too many JSON values', `[${'{},'.repeat(1_300_000)}{}]`],
    ['too deep JSON', '{"forms":'.repeat(2_500)],
    ['only line ends', '\n'.repeat(1_000_000)],
  ])('of %s is refused, and not read to its end', (_, text) => {
    expect(() => read(text)).toThrow(UnreadableRow);
  });

  it('of bytes that are not UTF-8 is refused', () => {
    const latin1 = Buffer.from(
      'asset_symbol,asset_quantity,disposed_date,proceeds\nCaf\u00e9,1,2025-01-02,3\n',
      'latin1',
    );
    expect(() => readBrokerFile(latin1)).toThrow('The file is not UTF-8 text');
  });

  it('of another layout is refused', () => {
    expect(() => read('a,b\n1,2\n')).toThrow('The file is neither FDX JSON');
  });
});
