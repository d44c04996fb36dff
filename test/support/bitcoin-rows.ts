import type { BitcoinRow } from '../../src/adapters/providers/bitcoin/bitcoin.schema';

/** Addresses on one side of a transaction, with their satoshi. */
export type Side = Readonly<Record<string, number>>;

/** An invented transaction. @param day after the start of 2023 */
export const bitcoinRow = (name: string, day: number, inputs: Side, outputs: Side): BitcoinRow => ({
  txid: name.padStart(64, '0'),
  block: 800_000 + day * 144,
  time: Date.UTC(2023, 0, 1) / 1000 + day * 86_400,
  isCoinbase: false,
  inputs: Object.entries(inputs).map(([address, value]) => ({
    address,
    value: String(value),
    txid: 'f'.repeat(64),
  })),
  outputs: Object.entries(outputs).map(([address, value]) => ({ address, value: String(value) })),
});
