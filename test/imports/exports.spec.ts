import { readExport, mergingExports } from '../../src/adapters/providers/evm/exports/evm.exports.mapper';
import { readTable, TABLE_LIMITS } from '../../src/adapters/files/text-table';
import { interpretEvm, toRawRows } from '../../src/adapters/providers/evm/evm.mapper';
import { pageSchema, type EvmList } from '../../src/adapters/providers/evm/evm.schema';
import { replay, type Ledger } from '../../src/domain/engine';
import { finished } from '../../src/domain/kernel/slices';
import { formatMoney, formatUnits } from '../../src/domain/kernel/units';
import { classifyHistory, ledgerEvents, valueTransactions } from '../../src/domain/chain';
import type { RawRow } from '../../src/ports/upstream/history-source';
import { explorerExport, rowsOfWallet } from '../recorded/data';
import { POLICIES } from '../chain/policies';
import { FIFO } from '../support/engine-events';

const WALLET = '0x003dc32fe920a4aaeed12dc87e145f030aa753f3';
const OTHER = '0x00000000000000000000000000000000000000b2';
const NOW = Date.UTC(2026, 0, 1);
const hash = (n: number) => `0x${n.toString(16).padStart(64, '0')}`;
const read = (text: string, wallet = WALLET) => readExport('ethereum', wallet, text, NOW);
const exported = (kind: Parameters<typeof explorerExport>[1], wallet = WALLET) =>
  read(explorerExport(wallet, kind), wallet);

/** The ledger of the wallet alone; every asset has one price, so that they are about the rows. */
function ledgerOf(rows: readonly RawRow[]): Ledger {
  const owned = new Set([WALLET]);
  const txs = classifyHistory(interpretEvm('ethereum', WALLET, rows), { wallet: WALLET, owned });
  const valued = valueTransactions(txs, (assetId, at) =>
    assetId === 'ethereum:native' ? { usd: '250', source: 'test', at } : null,
  );
  const policies = { ...POLICIES, owned };
  return replay(ledgerEvents(valued, policies), FIFO);
}

/** Files do not state decimals: where units are carried by share, the last digits of a token of 8 decimals differ. */
const rounded = (amount: string): string => Number(amount).toFixed(6);
const told = ({ lots, disposals }: Ledger) => ({
  lots: lots.map((lot) => [
    lot.id,
    lot.asset.id,
    rounded(formatUnits(lot.originalQuantity, lot.asset.decimals)),
    rounded(formatUnits(lot.remaining, lot.asset.decimals)),
    rounded(formatMoney(lot.originalCost)),
    lot.acquiredAt,
  ]),
  disposals: disposals.map((one) => [
    one.id,
    rounded(formatUnits(one.quantity, one.asset.decimals)),
    rounded(formatMoney(one.gain)),
  ]),
});

describe('real exports of explorers', () => {
  const kinds = ['normal', 'internal', 'erc20'] as const;

  it('are read to the last row', () => {
    expect(
      kinds.map((kind) => exported(kind)).map((file) => [file?.format, file?.rowsRead, file?.rejected]),
    ).toEqual([
      ['etherscan_normal', 482, []],
      ['etherscan_internal', 48, []],
      ['etherscan_erc20', 428, []],
    ]);
  });

  it('give the ledger that the API gives', () => {
    const fromFiles = kinds.flatMap((kind) => exported(kind)?.rows ?? []);
    const fromApi = (['txlist', 'txlistinternal', 'tokentx'] as const satisfies EvmList[]).flatMap((list) =>
      toRawRows(list, pageSchema(list).parse(rowsOfWallet(WALLET, list))),
    );
    const expected = told(ledgerOf(fromApi.toSorted((a, b) => a.block - b.block)));
    expect(expected.lots.length).toBeGreaterThan(300);
    expect(told(ledgerOf(finished(mergingExports([], fromFiles, { stored: [], imported: [] }))))).toEqual(
      expected,
    );
    // What the chain has is not added again, in whichever decimals.
    expect(finished(mergingExports(fromApi, fromFiles, { stored: [], imported: [] }))).toHaveLength(
      fromApi.length,
    );
  });

  it('of other kinds and years are read too', () => {
    const old = exported('normal', '0xea2dc6f116a4c3d6a15f06b4e8ad582a07c3dd9c');
    expect([old?.format, old?.rowsRead, old?.rejected]).toEqual(['etherscan_normal', 320, []]);
    const router = '0x7a250d5630b4cf539739df2c5dacb4c659f2488d';
    const noted = exported('normal', router);
    expect([noted?.format, noted?.rowsRead, noted?.rejected]).toEqual(['etherscan_normal', 5000, []]);
    expect(read(explorerExport('0x00000000219ab540356cbb839cbe05303d7705fa', 'beacon-deposit'))).toBeNull();
    expect(exported('internal', '0xf98c96b5d10faafc2324847c82305bd5fd7e5ad3')).toEqual({
      format: 'etherscan_internal',
      rowsRead: 0,
      rows: [],
      rejected: [],
    });
  });
});

describe('an export', () => {
  const header =
    'Txhash,Blockno,UnixTimestamp,DateTime (UTC),From,To,ContractAddress,Value_IN(ETH),Value_OUT(ETH),TxnFee(ETH),TxnFee(USD),Status,ErrCode,Method';
  const line = (n: number, more: { value?: string; status?: string; from?: string; time?: string } = {}) =>
    `${hash(n)},${n},${more.time ?? '1600000000'},x,${more.from ?? OTHER},${WALLET},,"${more.value ?? '1'}",0,0.001,N/A,${more.status ?? ''},,Transfer`;
  const rowsOf = (...lines: string[]) => read([header, ...lines].join('\r\n'));

  it('counts a failed receipt as failed, and one with a failure inside as succeeded', () => {
    const file = rowsOf(line(1, { status: 'Error(0)' }), line(2, { status: 'Error(1)' }), line(3));
    const txs = interpretEvm('ethereum', WALLET, file?.rows ?? []);
    expect(txs.map(({ succeeded }) => succeeded)).toEqual([false, true, true]);
  });

  it('reads thousands separators to the last digit', () => {
    const [row] = rowsOf(line(1, { value: '1,553,054,158.000000000000000001' }))?.rows ?? [];
    expect(row?.body.value).toBe('1553054158000000000000000001');
  });

  it('says which lines it could not read, and reads the others', () => {
    const stranger = line(4).replace(WALLET, OTHER);
    const file = rowsOf(
      line(1),
      line(2, { value: 'lots' }),
      line(3, { time: 'soon' }),
      stranger,
      line(5, { time: '4000000000' }),
      line(6, { time: '9999999999' }),
    );
    expect(file?.rows).toHaveLength(1);
    expect(file?.rejected).toEqual([
      { line: 3, reason: '"lots" is not an amount' },
      { line: 4, reason: expect.stringContaining('the time') },
      { line: 5, reason: 'the row does not name the wallet' },
      { line: 6, reason: 'the time lies ahead' },
      { line: 7, reason: 'timeStamp is not readable' },
    ]);
  });

  it('of tokens is restated in the decimals the chain tells', () => {
    const usdc = '0x00000000000000000000000000000000000000cc';
    const token = (decimals: string, value: string, n: number): RawRow => ({
      list: 'tokentx',
      key: String(n),
      block: n,
      body: { hash: hash(n), contractAddress: usdc, tokenDecimal: decimals, value },
    });
    const merged = finished(
      mergingExports([token('6', '5000000', 1)], [token('18', '7500000000000000000', 2)], {
        stored: [],
        imported: [],
      }),
    );
    expect(merged.map(({ body }) => [body.tokenDecimal, body.value])).toEqual([
      ['6', '5000000'],
      ['6', '7500000'],
    ]);
  });
});

it('the generic format tells payments, tokens and fees', () => {
  const file = read(
    [
      'tx_hash,timestamp,block_number,from,to,contract_address,symbol,decimals,quantity,fee',
      `${hash(1)},2020-09-13T12:26:40Z,10,${WALLET},${OTHER},,ETH,,1.5,0.01`,
      `${hash(1)},2020-09-13T12:26:40Z,10,${OTHER},${WALLET},0x00000000000000000000000000000000000000cc,ABC,6,300,`,
      `${hash(1)},2020-09-13T12:26:40Z,10,${OTHER},${WALLET},,ETH,,0.25,`,
      `${hash(2)},1600000001,11,${OTHER},${WALLET},,DOGE,,3,`,
    ].join('\n'),
  );
  expect(file?.rejected).toEqual([{ line: 5, reason: 'a token needs its contract_address' }]);
  const [tx, ...others] = interpretEvm('ethereum', WALLET, file?.rows ?? []);
  expect(others).toEqual([]);
  expect(tx?.at).toBe(1_600_000_000_000);
  expect(tx?.fee?.quantity).toBe(10n ** 16n);
  expect(tx?.movements.map(({ asset, to, quantity }) => [asset.symbol, to === WALLET, quantity])).toEqual([
    ['ETH', false, 15n * 10n ** 17n],
    ['ETH', true, 25n * 10n ** 16n],
    ['ABC', true, 300_000_000n],
  ]);
});

it.each([
  [
    'quotes and line breaks',
    'a,"b ""c"", d"\r\n"two\nlines",x\n',
    [
      ['a', 'b "c", d'],
      ['two\nlines', 'x'],
    ],
    [1, 2],
  ],
  [
    'a byte order mark, empty lines and no last line end',
    '\uFEFFa,b\n\n\nc,',
    [
      ['a', 'b'],
      ['c', ''],
    ],
    [1, 4],
  ],
  ['line breaks of two characters in a cell', 'a,"b\r\nc"\r\nd\r\n', [['a', 'b\nc'], ['d']], [1, 3]],
])('a table with %s is read', (_name, text, cells, lines) => {
  expect(readTable(text).map((row) => row.cells)).toEqual(cells);
  expect(readTable(text).map(({ line }) => line)).toEqual(lines);
});

it.each([
  ['a quote that never ends', 'a,"b\nc', 'A quoted cell does not end'],
  ['half a million columns', `hash${','.repeat(500_000)}`, 'Line 1 has more than 200 columns'],
  ['a long second line', `a,b\n${',c'.repeat(200)}`, 'Line 2 has more than 200 columns'],
  ['too many lines', 'a\n'.repeat(TABLE_LIMITS.rows), 'The file has more than 20000 lines. Split it'],
  ['many rows of another length', 'a,b\n' + 'c\n'.repeat(2_000), 'More than 1000 rows are longer or shorter'],
  ['one long row', `a,"${'b'.repeat(70_000)}"`, 'A row has more than 65536 characters'],
])('a table with %s is refused', (_name, text, problem) => {
  expect(() => readTable(text)).toThrow(problem);
  expect(() => read(text)).toThrow(problem);
});
