import type { Attacked } from './attacked';
import { ask, type Answer } from './catalogue.ask';
import { nextAddress, send } from './connections';
import * as hostile from './hostile-bodies';

/** Requests that make the service compute or read more than they should. */

const COST_BASIS = '/api/calculate/cost-basis';
const READS = 20;
/** Longer than an upstream that does not answer holds the place of a read. */
const RECOVERY_MS = 120_000;

const FLOOD = { isFlood: true };

let made = 0;
const wallet = (): string => `0xe${(++made).toString(16).padStart(39, '0')}`;
const pause = (ms: number) => new Promise((wake) => setTimeout(wake, ms));

export function describeWork({ target, size, endure }: Attacked): void {
  const get = (path: string, as?: { token: string; from?: string }): Promise<Answer> =>
    ask(target().url, as?.token ?? '', { path, ...(as?.token && { as: 'user' }) }, as?.from);

  describe('work that a request orders', () => {
    it('moves of whole balances between two wallets end soon', () =>
      endure(async () => {
        const each = Math.min(4_000, size.rows / 2);
        const { status, ms } = await send(target().url, COST_BASIS, hostile.moves(each, each));
        expect(status).toBe(200);
        if (size.isFull) expect(ms).toBeLessThanOrEqual(5_000);
      }));

    it('simulated wash sales of a long history end, and leave the process', async () => {
      const address = wallet();
      await target().replay.big({ address, transactions: size.transactions });
      const path = `/api/calculate/wash-sales/${address}?simulate=true`;
      const isRead = ({ status, text }: Answer): boolean =>
        [413, 503].includes(status) || (status === 200 && !text.includes('"still_indexing":true'));
      let answer = await get(path);
      for (let waited = 0; !isRead(answer) && waited < 600; waited++) {
        await pause(1_000);
        answer = await get(path);
      }
      await endure(async () => {
        const answers = await Promise.all([get(path), get(path), get(path)]);
        // 504: the last one waits longer than a caller without a credential may.
        for (const { status } of answers) expect([200, 413, 503, 504]).toContain(status);
      }, FLOOD);
    });

    it('twenty reads with further wallets order the reads of a few, and with many of none', async () => {
      const { token } = await target().account();
      await target().replay.forget();
      const from = nextAddress();
      const statuses = async (owned: number): Promise<number[]> => {
        const answers = Array.from({ length: READS }, () => {
          const list = Array.from({ length: owned }, wallet).join(',');
          return get(`/api/wallets/${wallet()}/positions?owned_wallets=${list}`, { token: '', from });
        });
        return (await Promise.all(answers)).map(({ status }) => status);
      };
      expect(new Set(await statuses(16))).toEqual(new Set([401]));
      expect((await statuses(5)).filter((status) => status === 429)).toHaveLength(READS - 5);
      const { status } = await get(`/api/v1/wallets/${wallet()}/holdings`, { token });
      expect(status).toBe(200);
    });

    if (size.isFull)
      it('three reads while an upstream hangs leave the places of others', async () => {
        const { token } = await target().account();
        await target().replay.order({ match: '.', mode: 'timeout' });
        const reads = [wallet(), wallet(), wallet()].map((address) =>
          get(`/api/wallets/${address}/positions`),
        );
        await pause(5_000);
        await target().replay.calm();
        const began = performance.now();
        const { status } = await get(`/api/v1/wallets/${wallet()}/transactions`, { token });
        expect(status).toBe(200);
        expect(performance.now() - began).toBeLessThan(RECOVERY_MS);
        await Promise.all(reads);
      });
  });
}
