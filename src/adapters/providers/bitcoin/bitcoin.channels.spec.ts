import { replay } from '../../../domain/engine';
import { formatUnits } from '../../../domain/kernel/units';
import { classifyHistory, ledgerEvents, valueTransactions } from '../../../domain/chain';
import { POLICIES } from '../../../../test/chain/policies';
import { FIFO } from '../../../../test/support/engine-events';
import { interpretBitcoin } from './bitcoin.mapper';
import type { BitcoinRow } from './bitcoin.schema';

const ME = `bc1q${'m'.repeat(38)}`;
const BOB = `bc1q${'h'.repeat(38)}`;
const CHANNEL = `bc1q${'z'.repeat(58)}`;
const DAY = 86_400;
type Side = [address: string, satoshi: number, spent?: number];

const row = (day: number, inputs: Side[], outputs: Side[]): BitcoinRow => ({
  txid: String(day).padStart(64, '0'),
  block: 800_000 + day,
  time: 1_700_000_000 + day * DAY,
  isCoinbase: false,
  inputs: inputs.map(([address, value, spent = 99]) => ({
    ...{ address, value: String(value) },
    txid: String(spent).padStart(64, '0'),
  })),
  outputs: outputs.map(([address, value]) => ({ address, value: String(value) })),
});
const received = () => row(1, [[BOB, 10_001_000]], [[ME, 10_000_000]]);
const opened = (to = CHANNEL) =>
  row(
    2,
    [[ME, 10_000_000, 1]],
    [
      [to, 8_000_000],
      [ME, 1_999_000],
    ],
  );
const closed = (paid: number, spent = 2, from = CHANNEL) => row(3, [[from, 8_000_000, spent]], [[ME, paid]]);

/** Types with flags, then quantities by place. */
function read(...rows: BitcoinRow[]): string[] {
  const stored = rows.map((one) => ({ list: 'txs', key: one.txid, block: one.block ?? 0, body: { ...one } }));
  const owned = new Set([ME]);
  const told = classifyHistory(interpretBitcoin(ME, stored), { wallet: ME, owned });
  const valued = valueTransactions(told, (_, at) => ({ usd: '50000', at, source: 'market' }));
  const { lots, disposals, income } = replay(ledgerEvents(valued, { ...POLICIES, owned }), FIFO);
  expect(income).toEqual([]);
  return [
    ...told.slice(1).map(({ type, flags }) => [type, ...flags].join(' ')),
    ...disposals.map(({ type, quantity }) => `${type} ${formatUnits(quantity, 8)}`),
    ...lots
      .filter(({ remaining }) => remaining > 0n)
      .map(({ remaining, wallet }) => `${formatUnits(remaining, 8)}${wallet.slice(ME.length)}`),
  ];
}

describe('a channel of the Lightning network', () => {
  it('is opened and closed without a sale', () => {
    // The place keeps the fee of closing.
    const held = ['0.01999', '0.00001>Lightning', '0.07999'];
    expect(read(received(), opened(), closed(7_999_000))).toEqual([
      ...['internal_transfer', 'internal_transfer', 'fee 0.00001'],
      ...held,
    ]);
  });

  it('keeps what does not come back, and what comes back beyond it has no basis', () => {
    const used = read(received(), opened(), closed(5_000_000));
    expect(used.slice(0, 2)).toEqual(['internal_transfer', 'internal_transfer classification_uncertain']);
    expect(used).toContain('0.03>Lightning');
    const more = read(received(), opened(), closed(8_500_000));
    expect(more.slice(0, 2)).toEqual(['internal_transfer', 'internal_transfer classification_uncertain']);
    expect(more).toContain('0.005');
  });

  it.each<[string, BitcoinRow[]]>([
    ['that is still open, as far as the chain shows', [opened()]],
    ['whose closing spends another output', [opened(), closed(7_999_000, 77)]],
    ['whose address has a single key', [opened(BOB), closed(7_999_000, 2, BOB)]],
  ])('is not known for a payment %s', (_, rows) => {
    expect(read(received(), ...rows)[0]).toBe('transfer_out unmatched');
  });
});
