import { loadConfig } from './env';

describe('a limit of requests', () => {
  it.each(['RATE_LIMIT_RPM', 'RATE_LIMIT_RPD', 'PARTNER_RATE_LIMIT_RPM', 'PARTNER_RATE_LIMIT_RPD'])(
    '%s is a whole number above 0, or the process does not start',
    (name) => {
      for (const value of ['0', '-1', 'abc', '1.5', '1e400'])
        expect(() => loadConfig({ [name]: value })).toThrow(name);
      expect(() => loadConfig({ [name]: '1' })).not.toThrow();
    },
  );
});

describe('EXCHANGES_API', () => {
  it.each([
    [undefined, 'on'],
    ['on', 'on'],
    ['true', 'on'],
    ['1', 'on'],
    ['yes', 'on'],
    ['off', 'off'],
    ['false', 'off'],
    ['0', 'off'],
    ['no', 'off'],
  ])('%j is %s', (value, expected) => {
    expect(loadConfig({ EXCHANGES_API: value }).EXCHANGES_API).toBe(expected);
  });
});
