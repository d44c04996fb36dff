import { readFileSync } from 'node:fs';
import { argv, memoryUsage, stdout } from 'node:process';

/**
 * The yardstick of `bench:engine -- --compare`: a bare loop over BigInt (1e-8 units, 1e-8 USD) that keeps a gain per
 * slice and nothing else. Reading the file is not part of `engine_ms`.
 */
interface Lot {
  at: number;
  left: bigint;
  basis: bigint;
  cost: bigint;
  bought: bigint;
  order: number;
}

const YEAR = 31_536_000;
const CENTS_TO_UNITS = 1_000_000n;

type Row = [at: number, isPurchase: boolean, pool: string, quantity: bigint, usd: bigint];

function read(file: string): Row[] {
  const rows: Row[] = [];
  const lines = readFileSync(file, 'utf8').split('\n');
  for (let i = 1; i < lines.length; i++) {
    const line = lines[i];
    if (!line) continue;
    const [, at, type, asset, quantity = '0', cents = '0', wallet] = line.split(',');
    rows.push([
      Number(at),
      type === 'buy',
      `${asset}|${wallet}`,
      BigInt(quantity),
      BigInt(cents) * CENTS_TO_UNITS,
    ]);
  }
  return rows;
}

/** Highest cost per unit first, then the older lot. */
function isBefore(a: Lot, b: Lot): boolean {
  const left = a.cost * b.bought;
  const right = b.cost * a.bought;
  return left > right || (left === right && a.order < b.order);
}

function push(heap: Lot[], lot: Lot): void {
  heap.push(lot);
  let i = heap.length - 1;
  while (i > 0) {
    const parent = (i - 1) >> 1;
    if (!isBefore(heap[i]!, heap[parent]!)) break;
    const moved = heap[i]!;
    heap[i] = heap[parent]!;
    heap[parent] = moved;
    i = parent;
  }
}

function pop(heap: Lot[]): void {
  const last = heap.pop();
  if (heap.length === 0 || !last) return;
  heap[0] = last;
  let i = 0;
  for (;;) {
    const left = 2 * i + 1;
    let first = i;
    if (left < heap.length && isBefore(heap[left]!, heap[first]!)) first = left;
    if (left + 1 < heap.length && isBefore(heap[left + 1]!, heap[first]!)) first = left + 1;
    if (first === i) return;
    const moved = heap[i]!;
    heap[i] = heap[first]!;
    heap[first] = moved;
    i = first;
  }
}

interface Pool {
  lots: (Lot | undefined)[];
  head: number;
}

function run(rows: readonly Row[], isHighestCost: boolean): { short: bigint; long: bigint; slices: number } {
  const pools = new Map<string, Pool>();
  const kept: (number | bigint)[] = [];
  let short = 0n;
  let long = 0n;
  let slices = 0;
  let order = 0;
  for (const [at, isPurchase, name, quantity, usd] of rows) {
    let pool = pools.get(name);
    if (!pool) {
      pool = { lots: [], head: 0 };
      pools.set(name, pool);
    }
    if (isPurchase) {
      const lot: Lot = { at, left: quantity, cost: usd, bought: quantity, basis: usd, order: order++ };
      if (isHighestCost) push(pool.lots as Lot[], lot);
      else pool.lots.push(lot);
      continue;
    }
    let needed = quantity;
    let unpaid = usd;
    while (needed > 0n) {
      const lot = isHighestCost ? pool.lots[0] : pool.lots[pool.head];
      if (!lot) break;
      const taken = lot.left < needed ? lot.left : needed;
      const isWhole = taken === lot.left;
      const basis = isWhole ? lot.basis : (lot.cost * taken) / lot.bought;
      const proceeds = taken === needed ? unpaid : (usd * taken) / quantity;
      lot.left -= taken;
      lot.basis -= basis;
      needed -= taken;
      unpaid -= proceeds;
      const gain = proceeds - basis;
      if (at - lot.at > YEAR) long += gain;
      else short += gain;
      slices++;
      kept.push(lot.order, gain);
      if (!isWhole) continue;
      if (isHighestCost) pop(pool.lots as Lot[]);
      else pool.lots[pool.head++] = undefined;
    }
  }
  return { short, long, slices };
}

const [file = '', method = ''] = argv.slice(2);
if (method !== 'fifo' && method !== 'hifo')
  throw new Error(`The reference loop knows fifo and hifo, not ${method}`);
const rows = read(file);
const start = performance.now();
const { short, long, slices } = run(rows, method === 'hifo');
const engineMs = performance.now() - start;
stdout.write(
  `${JSON.stringify({
    engine: 'reference-loop',
    method,
    n: rows.length,
    rows: slices,
    engine_ms: Math.round(engineMs * 100) / 100,
    gain: (Number(short + long) / 1e8).toFixed(2),
    rss_mb: Math.round(memoryUsage().rss / 1e6),
  })}\n`,
);
