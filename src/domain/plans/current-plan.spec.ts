import { currentPlan } from './current-plan';
import { CAPS } from './plans';

const END = 1_000;

describe('the plan of now', () => {
  it.each([
    ['free', null, END, { isExpired: false, effective: 'free' }],
    ['free', END, END, { isExpired: false, effective: 'free' }],
    ['basic', null, END, { isExpired: false, effective: 'basic' }],
    ['defi', END, END - 1, { isExpired: false, effective: 'defi' }],
    ['defi', END, END, { isExpired: true, effective: 'free' }],
  ] as const)('%s until %s at %s', (name, expiresAt, now, expected) => {
    expect(currentPlan(name, expiresAt, now)).toEqual({ name, expiresAt, ...expected });
  });

  it('has no limit where the service sells none', () => {
    const { effective, isExpired } = currentPlan('defi', END, END, 'off');
    expect([effective, isExpired]).toEqual(['unlimited', true]);
    expect(Object.values(CAPS[effective])).toEqual([null, null, null, null]);
  });
});
