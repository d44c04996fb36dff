import { resolve } from 'node:path';
import { type Sources, sourcesOf } from './folders';

/** The clock, the timer of repeated work, the process that watches its parent, event streams, and checks while one body is received. */
const ALLOWED = [
  'src/adapters/system/system-clock.ts',
  'src/bootstrap/process.ts',
  'src/common/polling-worker.ts',
  'src/http/body/receive.ts',
  'src/http/unread-body.ts',
  'src/modules/jobs/job-events.service.ts',
  'src/ports/clock.ts',
];

const withIntervals = (sources: Sources): string[] =>
  [...sources].filter(([, text]) => /\bsetInterval\(/.test(text)).map(([file]) => file);

describe('repeated work', () => {
  it('has one timer, PollingWorker', () => {
    expect(withIntervals(sourcesOf(resolve(__dirname, '../..'), 'src')).sort()).toEqual(ALLOWED);
  });

  it('is found when it has a timer of its own', () => {
    expect(withIntervals(new Map([['src/a.ts', 'this.timer = this.clock.setInterval(work, 5);']]))).toEqual([
      'src/a.ts',
    ]);
  });
});
