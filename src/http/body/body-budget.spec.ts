import type { Principal } from '../../domain/access/principal';
import { BodyBudget, type BodyLease } from './body-budget';

const MIB = 1024 * 1024;
const ANONYMOUS: Principal = { kind: 'anonymous' };
const PARTNER = (partnerId: string) => ({ kind: 'partner', partnerId }) as Principal;
const OVERLOADED = expect.objectContaining({ code: 'SERVICE_UNAVAILABLE', retryAfterSeconds: 5 }) as Error;

const fill = (budget: BodyBudget): BodyLease[] =>
  Array.from({ length: 4 }, (_, i) => {
    const lease = budget.open(ANONYMOUS, `192.0.2.${i + 1}`);
    lease.addBytes(32 * MIB + 64 * 1024);
    return lease;
  });

describe('BodyBudget', () => {
  it('bounds what callers without a credential keep, and gives it back', () => {
    const budget = new BodyBudget();
    const leases = fill(budget);
    const refused = budget.open(ANONYMOUS, '192.0.2.9');
    expect(() => refused.addBytes(MIB)).toThrow(OVERLOADED);
    for (const lease of [...leases, ...leases, refused]) lease.release();
    expect(budget.heldBytes).toBe(0);
    budget.open(ANONYMOUS, '192.0.2.9').addBytes(MIB);
  });

  it('leaves one network its share only, which the largest body fits into', () => {
    const budget = new BodyBudget();
    budget.open(ANONYMOUS, '192.0.2.1').addBytes(32 * MIB);
    expect(() => budget.open(ANONYMOUS, '192.0.2.1').addBytes(32 * MIB)).toThrow(OVERLOADED);
    budget.open(ANONYMOUS, '192.0.2.2').addBytes(32 * MIB);
  });

  it('has memory left for credentials and for small bodies then', () => {
    const budget = new BodyBudget();
    fill(budget);
    budget.open(PARTNER('a'), '192.0.2.1').addBytes(32 * MIB);
    budget.open(ANONYMOUS, '192.0.2.2').addBytes(1_000);
  });

  it('does not let one network use up the share of small bodies', () => {
    const budget = new BodyBudget();
    const open = (ip: string) => budget.open(ANONYMOUS, ip).addBytes(64 * 1024);
    for (let i = 0; i < 64; i++) open('192.0.2.1');
    expect(() => open('192.0.2.1')).toThrow(OVERLOADED);
    open('192.0.2.2');
  });
});
