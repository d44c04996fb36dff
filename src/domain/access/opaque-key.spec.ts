import { crc32, isKeyOfKind, keyHash, keyText, shownPart } from './opaque-key';

const BODY = 'abcdefghijABCDEFGHIJ0123456789';

describe('keys', () => {
  it.each([
    ['', 0],
    ['123456789', 0xcbf43926],
    ['The quick brown fox jumps over the lazy dog', 0x414fa339],
  ])('the CRC-32 of %j is the published one', (text, crc) => {
    expect(crc32(text)).toBe(crc);
  });

  it('are prefix, body and checksum', () => {
    const key = keyText('partner', BODY);
    expect(key).toMatch(/^cbp_abcdefghijABCDEFGHIJ0123456789[0-9A-Za-z]{6}$/);
    expect(key).toHaveLength(40);
    expect(isKeyOfKind('partner', key)).toBe(true);
    expect(shownPart(key)).toBe('cbp_abcdefgh');
  });

  it('any one character changed is noticed', () => {
    const key = keyText('partner', BODY);
    const changed = [...key].map(
      (char, i) => key.slice(0, i) + (char === 'x' ? 'y' : 'x') + key.slice(i + 1),
    );
    expect(changed.filter((other) => isKeyOfKind('partner', other))).toEqual([]);
  });

  it.each([
    ['nothing', ''],
    ['upper case', keyText('partner', BODY).toUpperCase()],
    ['cut', keyText('partner', BODY).slice(0, -1)],
    ['longer', `${keyText('partner', BODY)}0`],
    ['a line feed behind', `${keyText('partner', BODY)}\n`],
    ['another kind', keyText('partner', BODY).replace('cbp_', 'cbk_')],
    ['a sign outside base62', keyText('partner', BODY).replace('a', '-')],
  ])('%s is none', (_name, text) => {
    expect(isKeyOfKind('partner', text)).toBe(false);
  });

  it('are stored as their SHA-256', () => {
    expect(keyHash('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
  });
});
