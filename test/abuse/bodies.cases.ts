import { once } from 'node:events';
import { gzipSync } from 'node:zlib';
import type { Attacked } from './attacked';
import { hold, nextAddress, send } from './connections';
import { fuzz } from './fuzz';
import * as hostile from './hostile-bodies';

/** Bodies that cost more than they should. */

const COST_BASIS = '/api/calculate/cost-basis';
const MIB = 1024 * 1024;
const MAX_STRETCH_MS = 50;
const FLOOD = { isFlood: true };

export function describeBodies({ target, size, endure, refuses }: Attacked): void {
  describe('bodies of requests', () => {
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
        await refuses('/api/v1/auth/login', hostile.manyKeys(50_000), [413]);
        await refuses('/api/v1/auth/login', hostile.undeclared(9_000), [413]);
        await refuses('/api/v1/auth/login', hostile.undeclared(900), [400]);
        await refuses(COST_BASIS, hostile.undeclared(100_000), [422]);
      }));

    it('refuses a body in chunks of one byte, and keeps its bytes only', () =>
      endure(async () => {
        const { rssMib: before } = await target().vitals();
        await refuses(COST_BASIS, hostile.chunked(hostile.longText(200_000)), [400, 422]);
        if (size.isFull) expect((await target().vitals()).rssMib - before).toBeLessThan(100);
      }));

    it('keeps little of bodies that never end', () =>
      endure(async () => {
        const bomb = hostile.bomb();
        const { rssMib: before } = await target().vitals();
        const held = await Promise.all(
          Array.from({ length: size.connections }, () =>
            hold(target().url, COST_BASIS, bomb, { part: bomb.bytes.length - 1 }),
          ),
        );
        if (size.isFull) {
          await new Promise((resolve) => setTimeout(resolve, 2_000));
          const { rssMib: after } = await target().vitals();
          expect(after - before).toBeLessThan(100);
        }
        for (const one of held) one.close();
      }, FLOOD));

    it('leaves other networks room when one sends a hundred slow bodies', () =>
      endure(async () => {
        const slow = hostile.longText(8 * MIB);
        const [one, other] = [nextAddress(), nextAddress()];
        const held = await Promise.all(
          Array.from({ length: size.connections }, () =>
            hold(target().url, COST_BASIS, slow, { part: 7 * MIB, from: one, drip: 200 }),
          ),
        );
        await new Promise((resolve) => setTimeout(resolve, 1_000));
        const ledger = hostile.ledger(2_000);
        const packed = {
          bytes: gzipSync(ledger.bytes),
          headers: { ...ledger.headers, 'Content-Encoding': 'gzip' },
        };
        const answers = await Promise.all(
          [ledger, packed].map((body) => send(target().url, COST_BASIS, body, { from: other })),
        );
        expect(answers.map(({ status }) => status)).toEqual([200, 200]);
        for (const each of held) each.close();
      }, FLOOD));

    it('ends bodies that arrive too slowly with 408', () =>
      endure(async () => {
        const ledger = hostile.ledger(2_000);
        const held = await Promise.all(
          Array.from({ length: size.connections }, () =>
            hold(target().url, COST_BASIS, ledger, { part: 1_000, drip: 200 }),
          ),
        );
        await Promise.all(
          held.map(async ({ socket }) => {
            if (!socket.destroyed) await once(socket, 'close');
          }),
        );
        expect(new Set(held.map(({ answer }) => answer.slice(0, 12)))).toEqual(new Set(['HTTP/1.1 408']));
      }, FLOOD));

    it('answers a ledger of many rows, or refuses it', () =>
      endure(async () => {
        await refuses(COST_BASIS, hostile.ledger(size.rows), [200, 401]);
        await refuses(COST_BASIS, hostile.swaps(size.rows / 2), [200, 401]);
        await refuses('/api/calculate/unrealized-gl', hostile.prices(10_000), [200]);
      }));

    it('refuses a form that is no form, and a file of half a million columns', () =>
      endure(async () => {
        const user = await target().account();
        const csv = `a${','.repeat(500_000)}\n`;
        const form = new FormData();
        form.append('file', new Blob([csv]), 'rows.csv');
        const path = '/api/v1/wallets/0x1111111111111111111111111111111111111111/import';
        const answer = await fetch(target().url + path, {
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
          statuses.push((await send(target().url, COST_BASIS, small, { from: one })).status);
        expect(statuses.slice(-1)).toEqual([429]);
        expect((await send(target().url, COST_BASIS, small, { from: other })).status).toBe(422);
      }));

    it(`answers ${size.fuzzed} random bodies without an error of its own`, async () => {
      const { startedAt } = await target().vitals();
      for await (const body of fuzz(target(), 14, size.fuzzed)) {
        const isClean = body.status > 0 && (body.status < 500 || body.status === 503);
        const isQuick = !size.isFull || (body.stretchMs <= MAX_STRETCH_MS && body.ms <= 5_000);
        expect({ ...body, isClean, isQuick }).toEqual({ ...body, isClean: true, isQuick: true });
      }
      expect((await target().vitals()).startedAt).toBe(startedAt);
    });
  });
}
