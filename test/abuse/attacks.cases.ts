import { describeAccounts } from './accounts.cases';
import type { Attacked, Size } from './attacked';
import { ONE_THREAD } from '../launcher/run';
import { describeBodies } from './bodies.cases';
import { watch } from './bystander';
import { send } from './connections';
import type { HostileBody } from './hostile-bodies';
import { PRODUCT_LIMITS, startTarget, type Target } from './target';
import { describeUsers } from './users.cases';
import { describeWork } from './work.cases';

/** After all of these attacks on one process: above the 700 MiB of the bench, which does not read histories of 25,000 transactions. */
const MAX_RSS_MIB = 800;
/** Without a credential, and with one: rows that an account sends are validated and answered on the event loop. */
const MAX_STRETCH_MS = { stranger: 50, account: 100 };
const MAX_P99_MS = { stranger: 100, account: 200 };
/** A flood is short, so that the p99 is its longest answer: that of a connection behind a thousand others. */
const MAX_FLOOD_MS = 5_000;
const REFUSED = [400, 401, 413, 422, 503];

export function describeAttacks(size: Size): void {
  let running: Target | undefined;
  const target = (): Target => {
    if (!running) throw new Error('The product is not started');
    return running;
  };
  beforeAll(async () => {
    running = await startTarget(size.isFull ? PRODUCT_LIMITS : ONE_THREAD);
  });
  afterAll(() => running?.close());

  const endure: Attacked['endure'] = async (attack, { isFlood, isSignedIn } = {}) => {
    const caller = isSignedIn ? 'account' : 'stranger';
    const before = await target().vitals();
    const health = await watch(target().url, '/api/v1/health');
    await attack();
    const { failed, p99Ms } = await health.stop();
    const after = await target().vitals();
    expect({ startedAt: after.startedAt, failed }).toEqual({ startedAt: before.startedAt, failed: 0 });
    if (!size.isFull) return;
    expect(after.rssMib).toBeLessThan(MAX_RSS_MIB);
    expect(p99Ms).toBeLessThanOrEqual(isFlood ? MAX_FLOOD_MS : MAX_P99_MS[caller]);
    if (!isFlood) expect(after.stretchMs).toBeLessThanOrEqual(MAX_STRETCH_MS[caller]);
  };
  const refuses = async (path: string, body: HostileBody, statuses = REFUSED): Promise<void> => {
    const { status } = await send(target().url, path, body);
    expect(statuses).toContain(status);
  };

  const attacked: Attacked = { target, size, endure, refuses };
  describeBodies(attacked);
  describeWork(attacked);
  describeAccounts(attacked);
  describeUsers(attacked);
}
