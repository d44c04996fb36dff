import { isAnonymous, requesterOf } from './requester';

describe('the requester of service jobs', () => {
  it('is the user, for every credential of the user', () => {
    const user = { kind: 'user', userId: 'u1', plan: 'free', isOperator: false, sessionId: 's' } as const;
    expect(requesterOf(user, '192.0.2.1')).toBe('user:u1');
    expect(isAnonymous('user:u1')).toBe(false);
  });

  it('is the network of a caller without a credential, and does not show the address', () => {
    const one = requesterOf({ kind: 'anonymous' }, '192.0.2.1');
    expect(one).toBe(requesterOf({ kind: 'anonymous' }, '192.0.2.1'));
    expect(one).not.toBe(requesterOf({ kind: 'anonymous' }, '192.0.2.2'));
    expect(one).not.toContain('192.0.2.1');
    expect(isAnonymous(one)).toBe(true);
  });

  it('is nothing for work of the service', () => {
    expect(isAnonymous(null)).toBe(false);
  });
});
