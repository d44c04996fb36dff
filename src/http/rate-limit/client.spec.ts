import { clientNetwork } from './client';

describe('the network a caller is counted by', () => {
  it.each([
    ['192.0.2.7', '192.0.2.7'],
    ['::ffff:192.0.2.7', '192.0.2.7'],
    ['::ffff:c000:207', '192.0.2.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:DB8:1:2::', '2001:db8:1:2::/64'],
    ['::1', '::/64'],
    ['', 'unknown'],
    [undefined, 'unknown'],
    ['nonsense', 'unknown'],
  ])('of %s is %s', (ip, network) => {
    expect(clientNetwork(ip)).toBe(network);
  });
});
