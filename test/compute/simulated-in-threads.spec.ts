import type { ThreadPool } from '../../src/adapters/compute/thread-pool';
import { packRows } from '../../src/common/row-batches';
import { replay, type LedgerEvent } from '../../src/domain/engine';
import {
  task,
  type Simulation,
  type SimulationInput,
} from '../../src/modules/tax/wash-sales/simulated-wash-sales.task';
import type { WashSaleResponse } from '../../src/modules/tax/tax.shapes.dto';
import { bought, coinOf, eventBase, sold } from '../support/engine-events';
import { DAY_MS } from '../../src/domain/kernel/durations';
import { newPool } from './pool';

const COIN = coinOf('COIN', 4);
const START = Date.UTC(2025, 0, 1);
const base = (i: number) => eventBase(`t${i}`, START + i * DAY_MS, 10n, COIN);
/** Bought and sold in turn, each time for less. */
const EVENTS = Array.from({ length: 40 }, (_, i): LedgerEvent => ({
  ...base(i),
  ...(i % 2 ? sold(String(1_000 - i)) : bought(String(1_001 - i))),
}));
const OPTIONS = { method: 'fifo', timezone: 'UTC' } as const;

const inputOf = (events: readonly LedgerEvent[], more: Partial<SimulationInput> = {}): SimulationInput => ({
  events: [...packRows(events)],
  options: OPTIONS,
  tokenKeys: new Map([[COIN.id, 'x:COIN']]),
  wallet: 'w',
  shown: null,
  ...more,
});
const order = (size: number) => ({ caller: { kind: 'paid', id: 'a' } as const, size });
const salesOf = ({ json }: Simulation) => JSON.parse(Buffer.from(json).toString()) as WashSaleResponse[];

describe('a simulation of wash sales in a thread', () => {
  let pool: ThreadPool;
  beforeAll(() => {
    pool = newPool();
  });
  afterAll(() => pool.onModuleDestroy());

  it('lists what the engine lists, with and without a thread', async () => {
    const { washSales } = replay(EVENTS, { ...OPTIONS, washSales: true });
    const [inline, threaded] = await Promise.all(
      [0, Infinity].map((size) => pool.run(task, inputOf(EVENTS), order(size)).then(salesOf)),
    );
    expect(threaded).toEqual(inline);
    expect(threaded?.map((sale) => sale.wash_sale_id)).toEqual(washSales.map(({ id }) => id));
    expect(washSales.length).toBeGreaterThan(10);
  });

  it('lists only the wallet, the year and the transactions that are shown', async () => {
    const listed = async (more: Partial<SimulationInput>) =>
      salesOf(await pool.run(task, inputOf(EVENTS, more), order(0))).length;
    const all = await listed({});
    expect(await listed({ wallet: 'other' })).toBe(0);
    expect(await listed({ year: 2024 })).toBe(0);
    expect(await listed({ shown: new Set(['t1']) })).toBe(1);
    expect(await listed({ shown: new Set(EVENTS.map(({ transactionId }) => transactionId)) })).toBe(all);
  });

  it('ignores a selection that the history makes invalid', async () => {
    const events = EVENTS.map((event) =>
      event.kind === 'dispose' && event.transactionId === 't5'
        ? { ...event, selections: [{ lot: 'gone', quantity: null }] }
        : event,
    );
    const [chosen, plain] = await Promise.all(
      [events, EVENTS].map((given) => pool.run(task, inputOf(given), order(0)).then(salesOf)),
    );
    expect(chosen).toEqual(plain);
  });

  it('is refused above the limit of slices, as without a thread', async () => {
    const input = () => inputOf(EVENTS, { options: { ...OPTIONS, maxSlices: 10 } });
    for (const size of [0, Infinity])
      await expect(pool.run(task, input(), order(size))).rejects.toMatchObject({
        code: 'PAYLOAD_TOO_LARGE',
        details: { limit_slices: 10 },
      });
  });
});
