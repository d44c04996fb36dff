import { once } from 'node:events';
import { gzipSync } from 'node:zlib';
import { watch } from './bystander';
import { hold, nextAddress, send } from './connections';
import { fuzz } from './fuzz';
import * as hostile from './hostile-bodies';
import { startTarget, type Target } from './target';

/** Requests that cost more than they should: what the product answers, and what it keeps. */

export interface Size {
  connections: number;
  /** Rows of a ledger with a cost per row. */
  rows: number;
  fuzzed: number;
  /** Times are asserted only where nothing else runs. */
  isTimed: boolean;
}

const MAX_RSS_MIB = 700;
const MAX_STRETCH_MS = 50;
const MAX_P99_MS = 100;
const COST_BASIS = '/api/calculate/cost-basis';
const REFUSED = [400, 401, 413, 422, 503];

export function describeResources(size: Size): void {
  describe('one process of the product', () => {
    let target: Target;
    beforeAll(async () => {
      target = await startTarget();
    });
    afterAll(() => target?.close());

    /** Runs an attack, and checks that the product serves others, keeps little and was not restarted. */
    const endure = async (attack: () => Promise<void>): Promise<void> => {
      const before = await target.vitals();
      const health = watch(target.url, '/api/v1/health');
      await attack();
      const { failed, p99Ms } = await health.stop();
      const after = await target.vitals();
      expect({ startedAt: after.startedAt, failed }).toEqual({ startedAt: before.startedAt, failed: 0 });
      expect(after.rssMib).toBeLessThan(MAX_RSS_MIB);
      if (!size.isTimed) return;
      expect(p99Ms).toBeLessThanOrEqual(MAX_P99_MS);
      expect(after.stretchMs).toBeLessThanOrEqual(MAX_STRETCH_MS);
    };
    const refuses = async (path: string, body: hostile.HostileBody, statuses = REFUSED): Promise<void> => {
      const { status } = await send(target.url, path, body);
      expect(statuses).toContain(status);
    };

    it.each(['gzip', 'deflate', 'br'] as const)('refuses 32 MiB of ones in %s', (encoding) =>
      endure(async () => {
        const bomb = hostile.bomb(32, encoding);
        expect(bomb.bytes.length).toBeLessThan(64 * 1024);
        await refuses(COST_BASIS, bomb, [413]);
        await refuses('/api/calculate/nothing', bomb, [404]);
        await refuses('/elsewhere', bomb, [404]);
      }),
    );

    it('refuses bodies without proportion, values or end', () =>
      endure(async () => {
        await refuses(COST_BASIS, hostile.hollowBomb(), [413]);
        await refuses(COST_BASIS, hostile.flatList(10_000_000), [413]);
        await refuses(COST_BASIS, hostile.deep(5_000), [400, 422]);
        await refuses(COST_BASIS, hostile.longNumber(5_000_000));
        await refuses(COST_BASIS, hostile.longText(5_000_000));
        await refuses(COST_BASIS, hostile.longKey(5_000_000));
        await refuses(COST_BASIS, hostile.backslashes(5_000_000));
        await refuses(COST_BASIS, hostile.manyKeys(400_000));
        await refuses(COST_BASIS, hostile.wrongRows(size.rows));
        await refuses('/api/v1/auth/login', hostile.manyKeys(50_000), [400]);
      }));

    it('keeps little of bodies that never end', () =>
      endure(async () => {
        const bomb = hostile.bomb();
        const { rssMib: before } = await target.vitals();
        const held = await Promise.all(
          Array.from({ length: size.connections }, () =>
            hold(target.url, COST_BASIS, bomb, { part: bomb.bytes.length - 1 }),
          ),
        );
        await new Promise((resolve) => setTimeout(resolve, 2_000));
        const { rssMib: after } = await target.vitals();
        expect(after - before).toBeLessThan(100);
        for (const one of held) one.close();
      }));

    it('ends bodies that arrive too slowly with 408', () =>
      endure(async () => {
        const ledger = hostile.ledger(2_000);
        const held = await Promise.all(
          Array.from({ length: size.connections }, () =>
            hold(target.url, COST_BASIS, ledger, { part: 1_000, drip: 200 }),
          ),
        );
        await Promise.all(
          held.map(async ({ socket }) => {
            if (!socket.destroyed) await once(socket, 'close');
          }),
        );
        expect(new Set(held.map(({ answer }) => answer.slice(0, 12)))).toEqual(new Set(['HTTP/1.1 408']));
      }));

    it('answers a ledger of many rows, or refuses it', () =>
      endure(async () => {
        await refuses(COST_BASIS, hostile.ledger(size.rows), [200, 401]);
        await refuses(COST_BASIS, hostile.swaps(size.rows / 2), [200, 401]);
        await refuses('/api/calculate/unrealized-gl', hostile.prices(10_000), [200]);
      }));

    it('refuses a form that is no form, and a file of half a million columns', () =>
      endure(async () => {
        const user = await target.account();
        const csv = `a${','.repeat(500_000)}\n`;
        const form = new FormData();
        form.append('file', new Blob([csv]), 'rows.csv');
        const path = '/api/v1/wallets/0x1111111111111111111111111111111111111111/import';
        const answer = await fetch(target.url + path, {
          method: 'POST',
          body: form,
          headers: { Authorization: `Bearer ${user.token}` },
        });
        expect(answer.status).toBe(400);
        await refuses(
          path,
          { bytes: Buffer.from(csv), headers: { 'Content-Type': 'multipart/form-data' } },
          [401],
        );
      }));

    it('has no limit per connection that a second network would share', () =>
      endure(async () => {
        const small = {
          bytes: gzipSync('{}'),
          headers: { 'Content-Type': 'application/json', 'Content-Encoding': 'gzip' },
        };
        const [one, other] = [nextAddress(), nextAddress()];
        const statuses: number[] = [];
        for (let i = 0; i < 62; i++)
          statuses.push((await send(target.url, COST_BASIS, small, { from: one })).status);
        expect(statuses.slice(-1)).toEqual([429]);
        expect((await send(target.url, COST_BASIS, small, { from: other })).status).toBe(422);
      }));

    it(`answers ${size.fuzzed} random bodies without an error of its own`, async () => {
      const { startedAt } = await target.vitals();
      for await (const body of fuzz(target, 14, size.fuzzed)) {
        const isClean = body.status > 0 && (body.status < 500 || body.status === 503);
        const isQuick = !size.isTimed || (body.stretchMs <= MAX_STRETCH_MS && body.ms <= 5_000);
        expect({ ...body, isClean, isQuick }).toEqual({ ...body, isClean: true, isQuick: true });
      }
      expect((await target.vitals()).startedAt).toBe(startedAt);
    });
  });
}
