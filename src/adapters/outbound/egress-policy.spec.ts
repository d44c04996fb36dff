import { EgressPolicy } from './egress-policy';

const strict = new EgressPolicy('public-only');
const local = new EgressPolicy('allow-private');

/** Literals that a caller can write, by row of the table. @source reliability.md 2.4 */
const BLOCKED: readonly [row: number, url: string][] = [
  [1, 'http://127.0.0.1/'],
  [2, 'http://127.1/'],
  [3, 'http://0x7f000001/'],
  [4, 'http://0x7f.1/'],
  [5, 'http://2130706433/'],
  [6, 'http://017700000001/'],
  [7, 'http://0177.0.0.1/'],
  [8, 'http://127.0.0.1./'],
  [9, 'http://①②⑦.⓪.⓪.①/'],
  [10, 'http://127。0。0。1/'],
  [11, 'http://1%32%37.0.0.1/'],
  [12, 'http://0/'],
  [12, 'http://0.0.0.0/'],
  [13, 'http://[::]/'],
  [14, 'http://[::1]/'],
  [15, 'http://[::ffff:127.0.0.1]/'],
  [16, 'http://[0:0:0:0:0:ffff:a9fe:a9fe]/'],
  [17, 'http://[::127.0.0.1]/'],
  [18, 'http://[::ffff:0:7f00:1]/'],
  [19, 'http://[64:ff9b::7f00:1]/'],
  [20, 'http://[64:ff9b:1::a9fe:a9fe]/'],
  [21, 'http://[2002:7f00:1::]/'],
  [22, 'http://[2001::1]/'],
  [23, 'http://[fe80::1]/'],
  [24, 'http://[fe80::1%25eth0]/'],
  [25, 'http://[fc00::1]/'],
  [25, 'http://[fd00:ec2::254]/'],
  [26, 'http://[fec0::1]/'],
  [27, 'http://[ff02::1]/'],
  [28, 'http://[2001:db8::1]/'],
  [28, 'http://[3fff::1]/'],
  [29, 'http://[100::1]/'],
  [29, 'http://[5f00::1]/'],
  [30, 'http://169.254.169.254/latest/meta-data/'],
  [31, 'http://100.100.100.200/'],
  [32, 'http://192.0.0.192/'],
  [33, 'http://168.63.129.16/'],
  [35, 'http://10.0.0.1/'],
  [35, 'http://172.16.0.1/'],
  [35, 'http://172.31.255.255/'],
  [35, 'http://192.168.0.1/'],
  [36, 'http://100.64.0.1/'],
  [37, 'http://198.18.0.1/'],
  [37, 'http://192.0.2.1/'],
  [37, 'http://198.51.100.1/'],
  [37, 'http://203.0.113.1/'],
  [37, 'http://192.88.99.1/'],
  [38, 'http://224.0.0.1/'],
  [38, 'http://240.0.0.1/'],
  [38, 'http://255.255.255.255/'],
  [39, 'http://localhost/'],
  [39, 'http://LOCALHOST/'],
  [39, 'http://localhost./'],
  [39, 'http://foo.localhost/'],
  [39, 'http://ⓛocalhost/'],
  [41, 'http://evil.example@127.0.0.1/'],
  [42, 'http://127.0.0.1:80@evil.example/'],
  [44, 'http:\\\\127.0.0.1\\'],
  [44, 'http:/127.0.0.1'],
  [44, 'http:127.0.0.1'],
  [45, 'http:///127.0.0.1/'],
  [46, 'http://127.0.0.1%00.example.com/'],
  [47, 'http://256.0.0.1/'],
  [47, 'http://1.2.3.4.5/'],
  [47, 'http://0x100000000/'],
  [48, 'http://example.com:22/'],
  [48, 'http://example.com:25/'],
  [48, 'http://example.com:6379/'],
  [48, 'http://example.com:5432/'],
];

/** Rows refused in every environment. */
const NEVER = [16, 23, 25, 30, 31, 32, 33];

describe('in production', () => {
  it.each(BLOCKED)('row %i: %s is refused', (_, url) => {
    expect(strict.refusal(url)).toMatch(/\w/);
  });

  it.each([
    ['43', 'http://evil.example#@127.0.0.1/'],
    ['43', 'http://evil.example\\@127.0.0.1/'],
    ['34', 'http://metadata.google.internal/'],
    ['40', 'http://127.0.0.1.nip.io/'],
    ['49', 'http://rebinding.example/'],
    ['an address', 'http://8.8.8.8/'],
    ['an address', 'https://[2606:4700:4700::1111]/'],
    ['a mapped one', 'http://[::ffff:8.8.8.8]/'],
    ['a name beyond ASCII', 'https://bücher.example/hook'],
    ['port 443', 'https://example.com:443/'],
    ['port 8443', 'https://example.com:8443/'],
  ])('%s: %s may be tried', (_, url) => {
    expect(strict.refusal(url)).toBeNull();
  });

  it.each(['8.8.8.8', '2606:4700:4700::1111', '::ffff:8.8.8.8', '1.1.1.1'])(
    '%s may be connected to',
    (ip) => {
      expect(strict.allowsAddress(ip)).toBe(true);
    },
  );

  it.each(['127.0.0.1', '::ffff:10.0.0.1', 'fe80::1%eth0', '', 'localhost', '0x7f.1'])(
    '%j may not be connected to',
    (ip) => {
      expect(strict.allowsAddress(ip)).toBe(false);
    },
  );
});

describe('elsewhere', () => {
  it.each([
    'http://127.0.0.1:8080/',
    'http://[::1]:8080/',
    'http://10.0.0.1/',
    'http://172.31.255.255/',
    'http://192.168.0.1/',
    'http://localhost:3001/',
  ])('%s may be tried', (url) => {
    expect(local.refusal(url)).toBeNull();
  });

  it.each(BLOCKED.filter(([row]) => NEVER.includes(row)))('row %i: %s is refused', (_, url) => {
    expect(local.refusal(url)).toMatch(/\w/);
  });

  it.each([
    '0.0.0.0',
    '::',
    '100.64.0.1',
    '192.0.2.1',
    '224.0.0.1',
    '64:ff9b::7f00:1',
    '::7f00:1',
    'fc00::1',
  ])('%s may not be connected to', (ip) => {
    expect(local.allowsAddress(ip)).toBe(false);
  });
});

const LONGEST = `${'a'.repeat(63)}.${'b'.repeat(63)}.${'c'.repeat(63)}.${'d'.repeat(61)}`;

describe.each([strict, local])('the name of a host', (policy) => {
  it.each([
    ['empty label', 'http://a..b/'],
    ['leading dot', 'http://.example.com/'],
    ['two trailing dots', 'http://example.com../'],
    ['root alone', 'http://./'],
    ['label of 64 characters', `http://${'a'.repeat(64)}.example/`],
    ['254 characters', `http://${LONGEST}d/`],
    ['character that DNS does not know', 'http://a!b.example/'],
    ['quote', "http://a'b.example/"],
    ['wildcard', 'http://*.example/'],
  ])('is refused with an %s: %s', (_, url) => {
    expect(policy.refusal(url)).toBe('The host of the url is not a valid name');
  });

  it.each([
    ['label of 63 characters', `http://${'a'.repeat(63)}.example/`],
    ['253 characters', `http://${LONGEST}/`],
    ['trailing dot', 'http://example.com./'],
    ['underscore', 'http://my_receiver:8080/hook'],
    ['single label', 'http://receiver/'],
  ])('may have a %s: %s', (_, url) => {
    expect(policy.refusal(url)).toBeNull();
  });
});

describe('ranges that are let in', () => {
  const policy = new EgressPolicy('public-only', ['10.1.0.0/16', 'fd12::/48', '169.254.0.0/16', '0.0.0.0/0']);
  const narrow = new EgressPolicy('public-only', ['10.1.0.0/16', 'fd12::/48']);

  it('are reached, and no more than they', () => {
    expect(['10.1.2.3', 'fd12::1', '::ffff:10.1.2.3'].map((ip) => narrow.allowsAddress(ip))).toEqual([
      true,
      true,
      true,
    ]);
    expect(['10.2.0.1', 'fd13::1', '127.0.0.1'].map((ip) => narrow.allowsAddress(ip))).toEqual([
      false,
      false,
      false,
    ]);
  });

  it('never hold the metadata of the machine', () => {
    for (const ip of ['169.254.169.254', '100.100.100.200', '192.0.0.192', '168.63.129.16', '0.0.0.0'])
      expect(policy.allowsAddress(ip)).toBe(false);
  });
});
