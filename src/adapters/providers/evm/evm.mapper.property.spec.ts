import fc from 'fast-check';
import { CHAINS } from '../../../domain/kernel/chain';
import { finished } from '../../../domain/kernel/slices';
import type { RawRow } from '../../../ports/upstream/history-source';
import { canGoOn, interpretEvm, interpretingEvmOn } from './evm.mapper';

const WALLET = `0x${'a'.repeat(40)}`;
const OTHER = `0x${'b'.repeat(40)}`;
const CONTRACTS = [`0x${'1'.repeat(40)}`, `0x${'2'.repeat(40)}`, CHAINS.ethereum.wrapped ?? ''];
const LISTS = ['txlist', 'txlistinternal', 'tokentx', 'tokennfttx', 'token1155tx'] as const;

/** Differing descriptions of one contract, wraps without a row, and transactions with rows of many lists. */
const rowsOf = fc.array(
  fc.record({
    list: fc.constantFrom(...LISTS),
    block: fc.integer({ min: 1, max: 12 }),
    place: fc.integer({ min: 0, max: 1 }),
    contract: fc.constantFrom(...CONTRACTS),
    symbol: fc.constantFrom('A', 'B', ''),
    decimals: fc.constantFrom('6', '18', '', 'x'),
    isOut: fc.boolean(),
    isElsewhere: fc.boolean(),
  }),
  { minLength: 1, maxLength: 30 },
);
type Told = typeof rowsOf extends fc.Arbitrary<(infer T)[]> ? T : never;

function rowOf(
  { list, block, place, contract, symbol, decimals, isOut, isElsewhere }: Told,
  key: number,
  oddBlocks: boolean,
): RawRow {
  const isToken = list !== 'txlist' && list !== 'txlistinternal';
  const other = isToken ? OTHER : contract;
  // A hash in two blocks: two providers can differ.
  const hash = `0x${String(oddBlocks && isElsewhere ? 1 : block * 2 + place).padStart(64, '0')}`;
  return {
    list,
    key: String(key),
    block,
    body: {
      hash,
      blockNumber: String(block),
      timeStamp: String(1_600_000_000 + block * 12),
      transactionIndex: String(place),
      from: isOut ? WALLET : other,
      to: isOut ? other : WALLET,
      value: '1000000000000000000',
      gasPrice: '1',
      gasUsed: '21000',
      l1Fee: '',
      isError: '0',
      txreceipt_status: '1',
      input: '0x',
      contractAddress: isToken ? contract : '',
      methodId: '',
      functionName: '',
      type: 'call',
      tokenName: symbol,
      tokenSymbol: symbol,
      tokenDecimal: decimals,
      tokenID: list === 'tokennfttx' || list === 'token1155tx' ? '7' : '',
      tokenValue: list === 'token1155tx' ? '1' : '',
    },
  };
}

const inBlocks = (rows: readonly RawRow[]): RawRow[] => rows.toSorted((a, b) => a.block - b.block);

it('transactions that go on from a known state are those of all rows, whatever the new rows state', () => {
  let goneOn = 0;
  fc.assert(
    fc.property(
      rowsOf,
      rowsOf,
      fc.integer({ min: 1, max: 12 }),
      fc.boolean(),
      (before, after, fromBlock, oddBlocks) => {
        const rows = before.map((told, i) => rowOf(told, i, oddBlocks));
        const added = after
          .map((told, i) => rowOf(told, 100 + i, oddBlocks))
          .filter(({ block }) => block >= fromBlock);
        const known = interpretEvm('ethereum', WALLET, inBlocks(rows));
        const next = inBlocks([...rows.filter(({ block }) => block < fromBlock), ...added]);
        const on = finished(
          interpretingEvmOn(
            'ethereum',
            WALLET,
            known,
            fromBlock,
            next.filter(({ block }) => block >= fromBlock),
          ),
        );
        if (!on) return;
        goneOn += 1;
        const all = interpretEvm('ethereum', WALLET, next);
        expect(on).toEqual(all);
        expect(canGoOn(on)).toBe(canGoOn(all));
      },
    ),
    { numRuns: 3_000 },
  );
  expect(goneOn).toBeGreaterThan(200);
});
