import type { Principal } from '../../domain/access/principal';
import { BodyBudget } from './body-budget';
import { WorkSlots } from './work-slots';

const MIB = 1024 * 1024;
const ANONYMOUS: Principal = { kind: 'anonymous' };
const PARTNER = (partnerId: string) => ({ kind: 'partner', partnerId }) as Principal;
const OVERLOADED = expect.objectContaining({ code: 'SERVICE_UNAVAILABLE', retryAfterSeconds: 5 }) as Error;

describe('BodyBudget', () => {
  it('bounds what callers without a credential keep, and gives it back', () => {
    const budget = new BodyBudget();
    const large = budget.open(ANONYMOUS, '192.0.2.1');
    large.addBytes(128 * MIB);
    const refused = budget.open(ANONYMOUS, '192.0.2.2');
    expect(() => refused.addBytes(MIB)).toThrow(OVERLOADED);
    for (const lease of [large, large, refused]) lease.release();
    expect(budget.heldBytes).toBe(0);
    budget.open(ANONYMOUS, '192.0.2.2').addBytes(MIB);
  });

  it('has memory left for credentials and for small bodies then', () => {
    const budget = new BodyBudget();
    budget.open(ANONYMOUS, '192.0.2.1').addBytes(128 * MIB);
    budget.open(PARTNER('a'), '192.0.2.1').addBytes(32 * MIB);
    budget.open(ANONYMOUS, '192.0.2.2').addBytes(1_000);
  });

  it('counts the values of JSON beside its bytes', () => {
    const budget = new BodyBudget();
    const lease = budget.open(ANONYMOUS, '192.0.2.1');
    lease.addValues(1_000_000);
    expect(budget.heldBytes).toBe(64_000_000);
    expect(() => lease.addValues(2_000_000)).toThrow(OVERLOADED);
  });

  it('does not let one network use up the share of small bodies', () => {
    const budget = new BodyBudget();
    const open = (ip: string) => budget.open(ANONYMOUS, ip).addBytes(64 * 1024);
    for (let i = 0; i < 64; i++) open('192.0.2.1');
    expect(() => open('192.0.2.1')).toThrow(OVERLOADED);
    open('192.0.2.2');
  });
});

describe('WorkSlots', () => {
  const never = new AbortController().signal;

  it('runs so many at a time, and callers with a credential first', async () => {
    const slots = new WorkSlots({ total: 2, anonymous: 1, waiting: 2 });
    const order: string[] = [];
    const ends: (() => void)[] = [];
    const start = (name: string, isAnonymous: boolean) =>
      slots.pass(isAnonymous, never, async () => {
        order.push(name);
        await new Promise<void>((resolve) => ends.push(resolve));
      });
    const all = [start('a1', true), start('a2', true), start('k1', false), start('k2', false)];
    await Promise.resolve();
    expect(order).toEqual(['a1', 'k1']);
    while (ends.length > 0) {
      ends.shift()?.();
      await new Promise((resolve) => setImmediate(resolve));
    }
    await Promise.all(all);
    expect(order).toEqual(['a1', 'k1', 'k2', 'a2']);
  });

  it('refuses when too many wait, and frees the slot of work that fails', async () => {
    const slots = new WorkSlots({ total: 1, anonymous: 1, waiting: 1 });
    const failing = () => new Promise<void>((_, reject) => setImmediate(() => reject(new Error('broken'))));
    const first = slots.pass(true, never, failing);
    const second = slots.pass(true, never, failing);
    await expect(slots.pass(true, never, failing)).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
    await expect(first).rejects.toThrow('broken');
    await expect(second).rejects.toThrow('broken');
    expect(await slots.pass(true, never, () => Promise.resolve('ran'))).toBe('ran');
  });
});
