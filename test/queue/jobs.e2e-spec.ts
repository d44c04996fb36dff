import { once, setMaxListeners } from 'node:events';
import { join } from 'node:path';
import { HOUR_MS } from '../../src/domain/kernel/durations';
import { AppError } from '../../src/domain/kernel/errors';
import type { JobHandler } from '../../src/ports/work/jobs';
import { spawnTypescript } from '../support/child';
import { until } from '../support/until';
import { index, QUICK } from './jobs-app';
import { type JobsBench, jobsBench } from './jobs-bench';

type Handler = JobHandler<'index_wallet'>;
setMaxListeners(0);
const never = new AbortController().signal;
const done: Handler = () => Promise.resolve({ rows: 1 });
/** Works until it is stopped. */
const untilStopped: Handler = (_payload, { signal }) =>
  new Promise((_, reject) => signal.addEventListener('abort', () => reject(new Error('stopped'))));

/** A handler that can be waited for: `begun` resolves with the job's id once it is at work. */
function gate(work: Handler): { handler: Handler; begun: Promise<string> } {
  let tell = (_id: string): void => undefined;
  const begun = new Promise<string>((resolve) => (tell = resolve));
  return {
    begun,
    handler: (payload, context) => {
      tell(context.jobId);
      return work(payload, context);
    },
  };
}

describe('jobs', () => {
  let bench: JobsBench;

  const rowOf = async (id: string): Promise<Record<string, unknown>> => {
    const { rows } = await bench.sql.query<Record<string, unknown>>('SELECT * FROM jobs WHERE id = $1', [id]);
    return rows[0] ?? {};
  };

  /** Ends the lease of a job that its worker put back without counting the attempt, until it was taken up again. */
  const leftToItsLease = (id: string, wasTaken: () => Promise<boolean> | boolean): Promise<boolean> =>
    until(async () => {
      // A renewal that was under way can come after this.
      await bench.sql.query(
        `UPDATE jobs SET lease_until = now() - interval '1 s' WHERE id = $1 AND status = 'running' AND attempts = 0`,
        [id],
      );
      return wasTaken();
    });

  beforeAll(async () => {
    bench = await jobsBench();
  });
  afterEach(() => bench.clear());
  afterAll(() => bench?.close());

  it('have their lease renewed while they run, also after the event loop was blocked', async () => {
    let runs = 0;
    const leaseOf = async (id: string) => Number((await rowOf(id))['lease_until']);
    const blocking: Handler = async (_payload, { jobId }) => {
      runs += 1;
      const cell = new Int32Array(new SharedArrayBuffer(4));
      for (let i = 0; i < 2; i++) {
        const before = await leaseOf(jobId);
        Atomics.wait(cell, 0, 0, 3 * QUICK.renewEveryMs);
        await until(
          () => leaseOf(jobId),
          (lease) => lease > before,
        );
      }
      return { rows: 1 };
    };
    const { jobs } = await bench.start(blocking);
    const { jobId } = await index(jobs, 'wallet');
    await expect(jobs.outcome(jobId, never)).resolves.toMatchObject({ status: 'completed' });
    expect([runs, (await rowOf(jobId))['attempts']]).toEqual([1, 1]);
  });

  describe('are queued once', () => {
    it('when fifty callers ask at the same moment', async () => {
      let runs = 0;
      const api = await bench.start(null);
      const asked = await Promise.all(Array.from({ length: 50 }, () => index(api.jobs, 'wallet')));
      expect(new Set(asked.map(({ jobId }) => jobId)).size).toBe(1);
      await bench.start(() => Promise.resolve((runs += 1)));
      await api.jobs.outcome(asked[0]?.jobId ?? '', never);
      expect(runs).toBe(1);
    });

    it('also while one is running, and again once it has ended', async () => {
      let finish = (): void => undefined;
      const held = new Promise<void>((resolve) => (finish = resolve));
      const { handler, begun } = gate(() => held);
      const { jobs } = await bench.start(handler);
      const { jobId } = await index(jobs, 'wallet');
      await begun;
      expect(await index(jobs, 'wallet')).toEqual({ jobId });
      finish();
      await jobs.outcome(jobId, never);
      expect((await index(jobs, 'wallet')).jobId).not.toBe(jobId);
    });

    it('for each key', async () => {
      const { jobs } = await bench.start(null);
      expect((await index(jobs, 'a')).jobId).not.toBe((await index(jobs, 'b')).jobId);
    });
  });

  describe('end', () => {
    it('completed, with result and progress in the row, and known to waiters in other processes', async () => {
      const api = await bench.start(null);
      await bench.start(async (payload, context) => {
        await context.progress(40, 'pricing');
        expect(await rowOf(context.jobId)).toMatchObject({
          status: 'running',
          progress: 40,
          stage: 'pricing',
        });
        return { address: payload.address };
      });
      const { jobId } = await index(api.jobs, 'wallet');
      expect(await api.jobs.outcome(jobId, never)).toEqual({
        status: 'completed',
        errorCode: null,
        errorDetails: null,
      });
      expect(await rowOf(jobId)).toMatchObject({
        status: 'completed',
        progress: 100,
        stage: 'done',
        result: { address: 'wallet' },
        attempts: 1,
        lease_until: null,
      });
    });

    it('seen at once from another process while its caller has not waited long, and at an interval later', async () => {
      const rules = { outcomePollMs: HOUR_MS, quickPollMs: 20 };
      let finish = (): void => undefined;
      const held = new Promise<void>((resolve) => (finish = resolve));
      const { handler, begun } = gate(() => held);
      await bench.start(handler);
      const quick = await bench.start(null, { ...rules, quickForMs: HOUR_MS });
      const slow = await bench.start(null, { ...rules, quickForMs: -1 });
      const { jobId } = await index(slow.jobs, 'wallet');
      const leaving = new AbortController();
      const seenLater = slow.jobs.outcome(jobId, leaving.signal);
      const seenSoon = quick.jobs.outcome(jobId, never);
      await begun;
      finish();
      expect(await seenSoon).toMatchObject({ status: 'completed' });
      leaving.abort();
      expect(await seenLater).toBeNull();
    });

    it('failed, with the public code and details of the error', async () => {
      const { jobs } = await bench.start(() =>
        Promise.reject(new AppError('DATA_PROVIDER_ERROR', { provider: 'explorer' })),
      );
      const { jobId } = await index(jobs, 'wallet');
      expect(await jobs.outcome(jobId, never)).toEqual({
        status: 'failed',
        errorCode: 'DATA_PROVIDER_ERROR',
        errorDetails: { provider: 'explorer' },
      });
    });

    it('failed as an internal error, without its words, when the handler breaks', async () => {
      const { jobs } = await bench.start(() => Promise.reject(new TypeError('secret')));
      const { jobId } = await index(jobs, 'wallet');
      expect(await jobs.outcome(jobId, never)).toEqual({
        status: 'failed',
        errorCode: 'INTERNAL_ERROR',
        errorDetails: null,
      });
    });

    it('told late as well', async () => {
      const { jobs } = await bench.start(done);
      const { jobId } = await index(jobs, 'wallet');
      await jobs.outcome(jobId, never);
      expect(await jobs.outcome(jobId, never)).toMatchObject({ status: 'completed' });
    });

    it('without those who no longer wait; the job goes on', async () => {
      let finish = (): void => undefined;
      const held = new Promise<void>((resolve) => (finish = resolve));
      const { jobs } = await bench.start(() => held);
      const { jobId } = await index(jobs, 'wallet');
      expect(await jobs.outcome(jobId, AbortSignal.timeout(50))).toBeNull();
      expect(await jobs.outcome(jobId, AbortSignal.abort())).toBeNull();
      finish();
      expect(await jobs.outcome(jobId, never)).toMatchObject({ status: 'completed' });
    });

    it('never, when there is no such job', async () => {
      const { jobs } = await bench.start(null);
      await expect(jobs.outcome('00000000-0000-4000-8000-000000000000', never)).rejects.toMatchObject({
        code: 'RESOURCE_NOT_FOUND',
      });
    });
  });

  describe('are worked', () => {
    it('by one worker each, each once, however many workers there are', async () => {
      const begun: string[] = [];
      const work: Handler = async (_payload, { jobId }) => {
        begun.push(jobId);
        await rowOf(jobId);
      };
      const api = await bench.start(null);
      await Promise.all([bench.start(work), bench.start(work), bench.start(work)]);
      const asked = await Promise.all(Array.from({ length: 60 }, (_, i) => index(api.jobs, `wallet ${i}`)));
      await Promise.all(asked.map(({ jobId }) => api.jobs.outcome(jobId, never)));
      expect(begun.toSorted()).toEqual(asked.map(({ jobId }) => jobId).toSorted());
    });

    it('no more at once than a process has room for', async () => {
      let now = 0;
      let most = 0;
      let finish = (): void => undefined;
      const held = new Promise<void>((resolve) => (finish = resolve));
      const { jobs } = await bench.start(
        async () => {
          most = Math.max(most, (now += 1));
          await held;
          now -= 1;
        },
        { concurrency: 3 },
      );
      const asked = await Promise.all(Array.from({ length: 20 }, (_, i) => index(jobs, `wallet ${i}`)));
      await until(() => now === 3);
      await bench.lookedForJobs(jobs);
      finish();
      await Promise.all(asked.map(({ jobId }) => jobs.outcome(jobId, never)));
      expect(most).toBe(3);
    });

    it('by nobody in a process that only takes requests', async () => {
      const api = await bench.start(null);
      const { jobId } = await index(api.jobs, 'wallet');
      const { jobId: later } = await index(api.jobs, 'ended by another process');
      await bench.sql.query(`UPDATE jobs SET status = 'completed', finished_at = now() WHERE id = $1`, [
        later,
      ]);
      await api.jobs.outcome(later, never);
      expect(await rowOf(jobId)).toMatchObject({ status: 'queued', attempts: 0 });
    });
  });

  describe('outlive their worker', () => {
    it('killed by kill -9: another one takes the job up', async () => {
      const api = await bench.start(null);
      const { jobId } = await index(api.jobs, 'wallet');
      const worker = spawnTypescript(join(__dirname, 'worker.child.ts'), { DATABASE_URL: bench.url });
      const [line] = (await once(worker.stdout ?? worker, 'data')) as [Buffer];
      expect(line.toString().trim()).toBe(jobId);
      worker.kill('SIGKILL');
      await once(worker, 'exit');
      await bench.endLeases();
      await bench.start(done);
      expect(await api.jobs.outcome(jobId, never)).toMatchObject({ status: 'completed' });
      expect(await rowOf(jobId)).toMatchObject({ attempts: 2, fence: 2 });
    });

    it('but not for ever: after so many lost workers the job has failed', async () => {
      const { jobs } = await bench.start(done, { maxAttempts: 2 });
      const { jobId } = await index(jobs, 'other');
      await jobs.outcome(jobId, never);
      await bench.sql.query(
        `UPDATE jobs SET status = 'running', finished_at = NULL, lease_until = now() - interval '1 s', attempts = 2
         WHERE id = $1`,
        [jobId],
      );
      expect(await jobs.outcome(jobId, never)).toEqual({
        status: 'failed',
        errorCode: 'INTERNAL_ERROR',
        errorDetails: { reason: 'worker lost', attempts: 2 },
      });
    });

    it('that was frozen past its lease: it writes nothing over its successor', async () => {
      let thaw = (): void => undefined;
      const frozen = new Promise<void>((resolve) => (thaw = resolve));
      const { handler, begun } = gate(async () => {
        await frozen;
        return 'stale';
      });
      const rules = { renewEveryMs: HOUR_MS, pollEveryMs: HOUR_MS, graceMs: HOUR_MS };
      const first = await bench.start(handler, rules);
      const { jobId } = await index(first.jobs, 'wallet');
      await begun;
      await bench.endLeases();
      const second = await bench.start(() => Promise.resolve('fresh'));
      expect(await second.jobs.outcome(jobId, never)).toMatchObject({ status: 'completed' });
      thaw();
      await first.close();
      expect(await rowOf(jobId)).toMatchObject({ status: 'completed', result: 'fresh', fence: 2 });
    });

    it('whose claim is gone is told within a renewal', async () => {
      let told: string | null = null;
      const { handler, begun } = gate(
        (_payload, { signal }) =>
          new Promise((_, reject) =>
            signal.addEventListener('abort', () => {
              told = String(signal.reason);
              reject(new Error('stopped'));
            }),
          ),
      );
      const { jobs } = await bench.start(handler);
      const { jobId } = await index(jobs, 'wallet');
      await begun;
      await bench.sql.query(
        `UPDATE jobs SET status = 'completed', finished_at = now(), lease_until = NULL, fence = fence + 1 WHERE id = $1`,
        [jobId],
      );
      await until(() => told);
      expect(told).toContain('lost');
      expect(await rowOf(jobId)).toMatchObject({ status: 'completed' });
    });

    it('that shuts down in order: the job is given back at once and no attempt is spent', async () => {
      const { handler, begun } = gate(untilStopped);
      const leaving = await bench.start(handler);
      const { jobId } = await index(leaving.jobs, 'wallet');
      await begun;
      const waiting = leaving.jobs.outcome(jobId, never);
      await leaving.close();
      expect(await waiting).toBeNull();
      expect(await rowOf(jobId)).toMatchObject({ status: 'queued', attempts: 0, lease_until: null });
      const staying = await bench.start(done);
      expect(await staying.jobs.outcome(jobId, never)).toMatchObject({ status: 'completed' });
    });

    it('that shuts down although its handler does not listen', async () => {
      const { handler, begun } = gate(() => new Promise(() => undefined));
      const leaving = await bench.start(handler);
      const { jobId } = await index(leaving.jobs, 'wallet');
      await begun;
      await leaving.close();
      expect(await rowOf(jobId)).toMatchObject({ status: 'queued', attempts: 0 });
    });

    it('that lost the database while it worked', async () => {
      let runs = 0;
      const { jobs } = await bench.start(() => {
        runs += 1;
        return runs === 1 ? Promise.reject(new AppError('SERVICE_UNAVAILABLE')) : Promise.resolve('done');
      });
      const { jobId } = await index(jobs, 'wallet');
      await leftToItsLease(jobId, () => runs === 2);
      expect(await jobs.outcome(jobId, never)).toMatchObject({ status: 'completed' });
      expect(await rowOf(jobId)).toMatchObject({ attempts: 1 });
    });

    it('that lost a database more often than workers may be lost; after the longest time of a job it has failed', async () => {
      let runs = 0;
      const failing = (times: number): Handler => {
        runs = 0;
        return () => {
          runs += 1;
          const error = new AppError('SERVICE_UNAVAILABLE', { part: 'away' });
          return runs <= times ? Promise.reject(error) : Promise.resolve('done');
        };
      };
      const { jobs } = await bench.start(failing(4), { maxAttempts: 2 });
      const { jobId } = await index(jobs, 'wallet');
      for (let run = 2; run <= 5; run++) await leftToItsLease(jobId, () => runs === run);
      await expect(jobs.outcome(jobId, never)).resolves.toMatchObject({ status: 'completed' });
      expect([runs, (await rowOf(jobId)).attempts]).toEqual([5, 1]);
      await bench.clear();
      const { jobs: old } = await bench.start(failing(4), { maxAttempts: 2 });
      const { jobId: late } = await index(old, 'wallet');
      await leftToItsLease(late, () => runs === 2);
      await bench.sql.query(`UPDATE jobs SET created_at = now() - interval '1 day'`);
      await leftToItsLease(late, async () => (await rowOf(late))['status'] === 'failed');
      await expect(old.outcome(late, never)).resolves.toMatchObject({
        status: 'failed',
        errorCode: 'SERVICE_UNAVAILABLE',
        errorDetails: { part: 'away' },
      });
    });

    it('when every connection is cut under it', async () => {
      let finish = (): void => undefined;
      const held = new Promise<void>((resolve) => (finish = resolve));
      const { handler, begun } = gate(() => held);
      const { jobs } = await bench.start(handler);
      const { jobId } = await index(jobs, 'wallet');
      await begun;
      const waiting = jobs.outcome(jobId, never);
      await bench.sql.query(
        `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
         WHERE datname = current_database() AND pid <> pg_backend_pid()`,
      );
      finish();
      expect(await waiting).toMatchObject({ status: 'completed' });
    });
  });

  describe('are cancelled', () => {
    it('at once while queued', async () => {
      const { jobs } = await bench.start(null);
      const { jobId } = await index(jobs, 'wallet');
      expect(await jobs.cancel(jobId)).toBe(true);
      expect(await jobs.outcome(jobId, never)).toMatchObject({ status: 'cancelled' });
      expect(await jobs.cancel(jobId)).toBe(false);
    });

    it('by the signal while running, also from another process', async () => {
      const api = await bench.start(null);
      const { handler, begun } = gate(untilStopped);
      await bench.start(handler);
      const { jobId } = await index(api.jobs, 'wallet');
      await begun;
      expect(await api.jobs.cancel(jobId)).toBe(true);
      expect(await api.jobs.outcome(jobId, never)).toMatchObject({ status: 'cancelled' });
    });
  });

  it('that ended long ago are forgotten, and no others', async () => {
    const { jobs } = await bench.start(done);
    const ended = await index(jobs, 'old');
    await jobs.outcome(ended.jobId, never);
    const fresh = await index(jobs, 'fresh');
    await jobs.outcome(fresh.jobId, never);
    await bench.sql.query(`UPDATE jobs SET finished_at = now() - interval '8 days' WHERE id = $1`, [
      ended.jobId,
    ]);
    await bench.start(done);
    await until(async () => (await rowOf(ended.jobId))['id'] === undefined);
    expect(await rowOf(fresh.jobId)).toMatchObject({ status: 'completed' });
  });
});
