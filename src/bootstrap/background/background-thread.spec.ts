import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { MessagePort } from 'node:worker_threads';
import { loadConfig } from '../../config/env';
import { createLogger } from '../logger';
import { BackgroundThread } from './background-thread';

/** A thread is ended after twelve such intervals without a report. */
const ALIVE_MS = 250;
const config = loadConfig({});

const READY = `parentPort.postMessage({ kind: 'ready' });`;
const ALIVE = `setInterval(() => parentPort.postMessage({ kind: 'alive' }), ${ALIVE_MS});`;
const WORKS = `
  ${READY} ${ALIVE}
  order.link.on('message', (message) => order.link.postMessage({ heard: message, port: order.config.PORT }));`;

describe('the thread for jobs', () => {
  let folder: string;
  let log: string[];
  let thread: BackgroundThread | null;
  let attached: MessagePort[];
  let detached: number;

  const logged = (text: string): boolean => log.some((line) => line.includes(text));
  const until = async (holds: () => boolean): Promise<void> => {
    const deadline = Date.now() + 10_000;
    while (!holds()) {
      if (Date.now() > deadline) throw new Error(log.join(''));
      await new Promise((wake) => setTimeout(wake, 10));
    }
  };
  const start = async (onStart: string): Promise<void> => {
    const program = join(folder, 'thread.js');
    writeFileSync(
      program,
      `const { existsSync, writeFileSync } = require('node:fs');
       const { parentPort } = require('node:worker_threads');
       const isFirst = !existsSync(__filename + '.once');
       parentPort.on('message', (order) => {
         if (order.kind === 'stop') process.exit(0);
         writeFileSync(__filename + '.once', '');
         ${onStart}
       });`,
    );
    thread = await BackgroundThread.load(
      createLogger('info', { write: (line) => void log.push(line) }),
      program,
      ALIVE_MS,
    );
    thread.start(config, { attach: (port) => attached.push(port), detach: () => detached++ });
  };
  const untilAttached = (count: number): Promise<void> => until(() => attached.length === count);
  const answers = async (port: MessagePort | undefined): Promise<unknown> => {
    const heard = new Promise((resolve) => port?.once('message', resolve));
    port?.postMessage('hello');
    return heard;
  };

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'thread-'));
    [log, thread, attached, detached] = [[], null, [], 0];
  });
  afterEach(async () => {
    await thread?.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  it('gets the configuration and a port to this thread, and ends when it is stopped', async () => {
    await start(WORKS);
    await untilAttached(1);
    expect(await answers(attached[0])).toEqual({ heard: 'hello', port: config.PORT });
    await thread?.stop();
    expect([detached, log]).toEqual([1, []]);
  });

  it('is started again after a crash, and this thread goes on with the new one', async () => {
    await start(`${WORKS} if (isFirst) setTimeout(() => { throw new Error('broken'); }, 50);`);
    await until(() => logged('the thread for jobs runs again'));
    expect(logged('the thread for jobs ended unexpectedly; it starts again in 1 s')).toBe(true);
    expect(logged('broken')).toBe(true);
    await untilAttached(2);
    expect(detached).toBe(1);
    expect(await answers(attached[1])).toMatchObject({ heard: 'hello' });
  });

  it('is ended and started again when its event loop is blocked', async () => {
    await start(`${WORKS} if (isFirst) setTimeout(() => { for (;;); }, 50);`);
    await until(() => logged('the thread for jobs runs again'));
    expect(logged('the thread for jobs has not answered')).toBe(true);
    await untilAttached(2);
    expect(await answers(attached[1])).toMatchObject({ heard: 'hello' });
  });

  it('is started again when it did not get ready, and the log states why', async () => {
    const refuses = `parentPort.postMessage({ kind: 'refused', reason: 'no database' }); process.exit(1);`;
    await start(`if (isFirst) { ${refuses} } else { ${WORKS} }`);
    await untilAttached(1);
    expect(logged('the thread for jobs did not start: no database')).toBe(true);
    expect(detached).toBe(0);
  });

  it('is started again when it failed before it was started', async () => {
    const program = join(folder, 'thread.js');
    writeFileSync(program, `throw new Error('no code');`);
    thread = await BackgroundThread.load(
      createLogger('info', { write: (line) => void log.push(line) }),
      program,
      ALIVE_MS,
    );
    await until(() => logged('no code'));
    thread.start(config, { attach: (port) => attached.push(port), detach: () => detached++ });
    await until(() => logged('it starts again in 1 s'));
  });

  it('can be stopped before it is ready', async () => {
    await start('');
    await thread?.stop();
    expect([attached, log]).toEqual([[], []]);
  });
});
