import fc from 'fast-check';
import { classifyHistory } from '../../../domain/chain';
import { interpretBitcoin } from './bitcoin.mapper';
import type { BitcoinRow } from './bitcoin.schema';

const ME = 'bc1qme';
const BOB = 'bc1qbob';
const EVE = 'bc1qeve';
type Side = [address: string | null, satoshi: number];

const tx = (inputs: Side[], outputs: Side[], over: Partial<BitcoinRow> = {}): BitcoinRow => ({
  txid: 'a'.repeat(64),
  block: 800_000,
  time: 1_700_000_000,
  isCoinbase: false,
  inputs: inputs.map(([address, value]) => ({ address, value: String(value), txid: 'f'.repeat(64) })),
  outputs: outputs.map(([address, value]) => ({ address, value: String(value) })),
  ...over,
});
const read = (wallet: string, ...rows: BitcoinRow[]) =>
  interpretBitcoin(
    wallet,
    rows.map((row) => ({ list: 'txs', key: row.txid, block: row.block ?? 0, body: { ...row } })),
  );

function told(row: BitcoinRow, wallet = ME): string {
  const [one] = read(wallet, row);
  const moves = one?.movements.map(({ from, to, quantity }) =>
    from === wallet ? `-${quantity} ${to ?? 'nobody'}` : `+${quantity} ${from ?? 'nobody'}`,
  );
  return [...(moves ?? []), `fee ${one?.fee?.quantity ?? 0n}`].join(', ');
}

describe('a Bitcoin transaction as one address sees it', () => {
  it.each([
    ['a receipt', tx([[BOB, 1_000]], [[ME, 900]]), '+900 bc1qbob, fee 0'],
    ['a payment without change', tx([[ME, 1_000]], [[BOB, 900]]), '-900 bc1qbob, fee 100'],
    [
      'change, which is no event',
      tx(
        [[ME, 1_000]],
        [
          [BOB, 300],
          [ME, 600],
        ],
      ),
      '-300 bc1qbob, fee 100',
    ],
    [
      'a payment to several',
      tx(
        [[ME, 1_000]],
        [
          [BOB, 300],
          [EVE, 200],
          [ME, 400],
        ],
      ),
      '-300 bc1qbob, -200 bc1qeve, fee 100',
    ],
    [
      'a consolidation',
      tx(
        [
          [ME, 500],
          [ME, 500],
        ],
        [[ME, 990]],
      ),
      'fee 10',
    ],
    [
      'an OP_RETURN output',
      tx(
        [[ME, 1_000]],
        [
          [null, 0],
          [BOB, 900],
        ],
      ),
      '-900 bc1qbob, fee 100',
    ],
    ['satoshi burnt in an OP_RETURN output', tx([[ME, 1_000]], [[null, 48]]), '-48 nobody, fee 952'],
    ['a sender without an address', tx([[null, 1_000]], [[ME, 900]]), '+900 nobody, fee 0'],
    // 40 x 250 / 1000, and the odd satoshi of 30 to the first input.
    [
      'a payment two made together',
      tx(
        [
          [BOB, 750],
          [ME, 250],
        ],
        [[EVE, 960]],
      ),
      '-240 bc1qeve, fee 10',
    ],
    [
      'an odd satoshi of the fee',
      tx(
        [
          [ME, 500],
          [BOB, 500],
        ],
        [[EVE, 993]],
      ),
      '-496 bc1qeve, fee 4',
    ],
    // The other address gets more back than it put in, so the wallet pays the whole fee.
    [
      'a payment to somebody who put in as well',
      tx(
        [
          [ME, 1_000],
          [BOB, 100],
        ],
        [
          [BOB, 600],
          [ME, 480],
        ],
      ),
      '-500 bc1qbob, fee 20',
    ],
    [
      'more back than put in',
      tx(
        [
          [ME, 100],
          [BOB, 1_000],
        ],
        [
          [ME, 600],
          [BOB, 480],
        ],
      ),
      '+500 bc1qbob, fee 0',
    ],
    [
      'a fee that takes all that was lost',
      tx(
        [
          [ME, 1_000],
          [BOB, 10],
        ],
        [
          [ME, 999],
          [EVE, 1],
        ],
      ),
      'fee 1',
    ],
    [
      'a payment of the same size to itself and others',
      tx(
        [[ME, 1_000]],
        [
          [ME, 450],
          [BOB, 450],
        ],
      ),
      '-450 bc1qbob, fee 100',
    ],
  ])('%s', (_name, row, expected) => {
    expect(told(row)).toBe(expected);
  });

  it('a block reward is mined', () => {
    const row = tx(
      [],
      [
        [ME, 625_000_000],
        [null, 0],
      ],
      { isCoinbase: true },
    );
    expect(told(row)).toBe('+625000000 nobody, fee 0');
    const [classified] = classifyHistory(read(ME, row), { wallet: ME, owned: new Set([ME]) });
    expect(classified).toMatchObject({ type: 'income', incomeType: 'mining_reward' });
  });

  it('a consolidation costs only its fee', () => {
    const row = tx(
      [
        [ME, 500],
        [ME, 500],
      ],
      [[ME, 990]],
    );
    const [classified] = classifyHistory(read(ME, row), { wallet: ME, owned: new Set([ME]) });
    expect(classified).toMatchObject({ type: 'fee_only', fee: { quantity: 10n }, legs: [] });
  });

  it('all that everybody tells adds up, whoever paid whom', () => {
    const side = fc.array(
      fc.tuple(fc.constantFrom<string | null>(ME, BOB, EVE, null), fc.integer({ min: 1, max: 5_000 })),
      {
        minLength: 1,
        maxLength: 6,
      },
    );
    fc.assert(
      fc.property(side, side, fc.integer({ min: 0, max: 300 }), (inputs, outputs, fee) => {
        const sum = (sides: readonly Side[]) => sides.reduce((total, [, value]) => total + value, 0);
        const short = sum(outputs) + fee - sum(inputs);
        const row = tx(short > 0 ? [...inputs, [BOB, short]] : inputs, outputs);
        const of = (wallet: string | null, places: BitcoinRow['outputs']) =>
          places.filter(({ address }) => address === wallet).reduce((n, { value }) => n + BigInt(value), 0n);
        const flows = new Map<string, bigint[]>();
        let fees = 0n;
        for (const wallet of [ME, BOB, EVE]) {
          const [one] = read(wallet, row);
          let change = -(one?.fee?.quantity ?? 0n);
          fees += one?.fee?.quantity ?? 0n;
          for (const { from, to, quantity } of one?.movements ?? []) {
            expect(quantity > 0n).toBe(true);
            change += from === wallet ? -quantity : quantity;
            const key = `${from}>${to}`;
            flows.set(key, [...(flows.get(key) ?? []), quantity]);
          }
          expect(change).toBe(of(wallet, row.outputs) - of(wallet, row.inputs));
        }
        expect(fees <= of(null, row.inputs) + BigInt(sum(inputs) + Math.max(0, short))).toBe(true);
        // Both ends of a payment have the same amounts.
        for (const [key, amounts] of flows)
          if (!key.includes('null')) expect([key, amounts[0]]).toEqual([key, amounts[1]]);
      }),
    );
  });
});

describe('a Bitcoin history', () => {
  const first = tx([[BOB, 1_000]], [[ME, 900]], { txid: '9'.repeat(64) });
  const second = tx([], [[EVE, 800]], {
    txid: '1'.repeat(64),
    inputs: [{ address: ME, value: '900', txid: first.txid }],
  });

  it('tells parents before children inside a block, whatever their ids', () => {
    expect(read(ME, second, first).map(({ hash, txIndex }) => [hash.slice(0, 1), txIndex])).toEqual([
      ['9', 0],
      ['1', 1],
    ]);
  });

  it('is not put out of order by a block that bears an earlier time than the one before', () => {
    const later = { ...second, block: 800_001, time: first.time - 600 };
    const told = read(ME, later, first);
    expect(told.map(({ hash }) => hash.slice(0, 1))).toEqual(['9', '1']);
    expect(told[1]?.at).toBe(first.time * 1000);
  });
});
