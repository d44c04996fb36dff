import { formatUnits } from '../../../src/domain/kernel/units';

/** A generated line as a row of a body. @param line columns id,timestamp,type,asset,qty_e8,usd_cents,wallet */
export function postedRow(line: string): Record<string, unknown> {
  const [id, timestamp, type, symbol, quantity = '0', cents = '0', wallet] = line.split(',');
  return {
    id,
    timestamp: Number(timestamp),
    type,
    symbol,
    quantity: formatUnits(BigInt(quantity), 8),
    value_usd: formatUnits(BigInt(cents), 2),
    wallet,
  };
}
