import { tryParseAddress } from '../address';
import { accountOf, checksumOf, withoutChecksum } from './descriptor';

/** Keys of the vectors of BIP-380, BIP-389 and BIP-84. */
const XPUB =
  'xpub6ERApfZwUNrhLCkDtcHTcxd75RbzS1ed54G1LkBUHQVHQKqhMkhgbmJbZRkrgZw4koxb5JaHWkY4ALHY2grBGRjaDMzQLcgJvLJuZZvRcEL';
const ROOT =
  'xpub661MyMwAqRbcFW31YEwpkMuc5THy2PSt5bDMsktWQcFF8syAmRUapSCGu8ED9W6oDMSgv6Zz8idoc4a6mr8BDzTJY47LJhkJ8UB7WEGuduB';
const CHILD =
  'xpub69H7F5d8KSRgmmdJg2KhpAK8SR3DjMwAdkxj3ZuxV27CprR9LgpeyGmXUbC6wb7ERfvrnKZjXoUmmDznezpbZb7ap6r1D3tgFxHmwMkQTPH';

describe('the checksum of a descriptor, by the vectors of BIP-380', () => {
  it.each(['raw(deadbeef)#89f8spxm', 'raw(deadbeef)'])('accepts %s', (text) =>
    expect(withoutChecksum(text)).toBe('raw(deadbeef)'),
  );

  it.each([
    'raw(deadbeef)#',
    'raw(deadbeef)#89f8spxmx',
    'raw(deadbeef)#89f8spx',
    'raw(deedbeef)#89f8spxm',
    'raw(deedbeef)##9f8spxm',
    'raw(\u00dc)#00000000',
  ])('refuses %s', (text) => expect(withoutChecksum(text)).toBeNull());
});

describe('a descriptor as an address', () => {
  it.each([
    [`wpkh(${XPUB}/0/*)`, 'wpkh', [[0]], true],
    [`pkh([deadbeef/0h/1h/2h]${XPUB}/3/4/5/*)`, 'pkh', [[3, 4, 5]], true],
    [`sh(wpkh([deadbeef/0'/0h/0']${XPUB}/<0;1>/*))`, 'sh(wpkh)', [[0], [1]], true],
    [`tr([DEADBEEF]${XPUB}/*)`, 'tr', [[]], true],
    [`tr(${XPUB})`, 'tr', [[]], false],
    [`pkh(${ROOT}/<0;1;2>)`, 'pkh', [[0], [1], [2]], false],
    [`wpkh([ffffffff/13h]${CHILD}/<1;3>/2/*)`, 'wpkh', [[1, 2], [3, 2]], true], // prettier-ignore
  ])('%s', (text, script, paths, isRanged) => {
    const address = tryParseAddress(text);
    const account = accountOf(address?.value ?? '');
    expect(account?.branches.map((branch) => branch.steps)).toEqual(paths);
    expect(new Set(account?.branches.map((branch) => branch.script))).toEqual(new Set([script]));
    expect(account?.isRanged).toBe(isRanged);
    expect(tryParseAddress(`${text}#${checksumOf(text)}`)).toEqual({
      family: 'bitcoin',
      value: address?.value,
      given: `${text}#${checksumOf(text)}`,
    });
  });

  it('has at most five steps below its key: each costs a derivation', () => {
    expect(tryParseAddress(`wpkh(${XPUB}/1/2/3/4/5/*)`)?.value).toBe(`wpkh(${XPUB}/1/2/3/4/5/*)`);
    expect(tryParseAddress(`wpkh(${XPUB}/1/2/3/4/5/6/*)`)).toBeNull();
  });

  it('is the same wallet with and without origin', () =>
    expect(tryParseAddress(`wpkh([deadbeef/84h/0h/0h]${XPUB}/0/*)`)?.value).toBe(`wpkh(${XPUB}/0/*)`));

  it.each([
    ['a wrong checksum', `wpkh(${XPUB}/0/*)#qqqqqqqq`],
    ['children in the origin', `wpkh([deadbeef/0h/0h/0h/*]${XPUB})`],
    ['a slash at the end of the origin', `wpkh([deadbeef/0h/0h/0h/]${XPUB})`],
    ['a short fingerprint', `wpkh([deadbef/0h/0h/0h]${XPUB})`],
    ['a long fingerprint', `wpkh([deadbeeef/0h/0h/0h]${XPUB})`],
    ['a fingerprint that is not hexadecimal', `wpkh([aaagaaaa/0h/0h/0h]${XPUB})`],
    ['hardened steps below a public key', `wpkh(${XPUB}/3h/4h/5h/*)`],
    ['hardened children of a public key', `wpkh(${XPUB}/3/*h)`],
    ['a step out of range', `wpkh(${XPUB}/2147483648)`],
    ['a key with a wrong checksum', `wpkh(${XPUB.replace('RApf', 'RApg')}/0/*)`],
    ['two steps with several values', `pkh(${ROOT}/<0;1>/<2;3>)`],
    ['several values in the origin', `pkh([deadbeef/<0;1>]${ROOT}/0)`],
    ['no value', `wpkh(${ROOT}/<>/*)`],
    ['no start', `wpkh(${ROOT}/0>/*)`],
    ['no end', `wpkh(${ROOT}/<0/*)`],
    ['a missing value', `wpkh(${ROOT}/<0;>/*)`],
    ['one value twice', `wpkh(${ROOT}/<0;0>/*)`],
    ['a script of several keys', `wsh(multi(2,${XPUB},${ROOT}))`],
    ['no closing bracket', `wpkh(${XPUB}/0/*`],
    ['text behind', `wpkh(${XPUB}/0/*))`],
  ])('is refused with %s', (_, text) => expect(tryParseAddress(text)).toBeNull());
});
