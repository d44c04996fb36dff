import { SecretBox } from './secret-box';
import { oldForm, keysOf } from '../../../test/support/old-secrets';

const [OLD, NEW] = ['o'.repeat(32), 'n'.repeat(32)];
const ROW = '00000000-0000-4000-8000-000000000001';
const OTHER = '00000000-0000-4000-8000-000000000002';
const box = (...keys: string[]): SecretBox => new SecretBox(keysOf(...keys));

describe('sealed text', () => {
  const sealed = box(OLD).seal('whsec_x', 'webhook secret', ROW);

  it('opens for its purpose and its row only', () => {
    expect(box(OLD).open(sealed, 'webhook secret', ROW)).toBe('whsec_x');
    expect(() => box(OLD).open(sealed, 'webhook secret', OTHER)).toThrow();
    expect(() => box(OLD).open(sealed, 'webhook headers', ROW)).toThrow();
  });

  it('opens in the form of earlier releases, for its purpose', () => {
    const before = oldForm(OLD, 'whsec_y', 'webhook secret');
    expect(box(NEW, OLD).open(before, 'webhook secret', ROW)).toBe('whsec_y');
    expect(() => box(OLD).open(before, 'webhook headers', ROW)).toThrow();
  });

  it('cannot be read in the form of earlier releases when it has the current one', () => {
    expect(() => box(OLD).open(sealed.replace(/^2/, '1'), 'webhook secret', ROW)).toThrow();
    expect(() => box(OLD).open(sealed.replace(/^2/, '3'), 'webhook secret', ROW)).toThrow('unknown form');
  });

  it('has an age', () => {
    expect(box(OLD).ageOf(sealed)).toBe('current');
    expect(box(NEW, OLD).ageOf(sealed)).toBe('old key');
    expect(box(OLD).ageOf(oldForm(OLD, 'x', 'webhook secret'))).toBe('old form');
  });
});
