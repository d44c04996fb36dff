import { invalidAddress, parseAddress, tryParseAddress } from './address';
import { AppError } from './errors';
import { hideKeys } from './bitcoin/extended-key';

const ZPUB =
  'zpub6rFR7y4Q2AijBEqTUquhVz398htDFrtymD9xYYfG1m4wAcvPhXNfE3EfH1r1ADqtfSdVCToUG868RvUUkgDKf31mGDtKsAYz2oz2AGutZYs';

/** Public test vectors of BIP-84, BIP-173, BIP-350, EIP-55 and well-known mainnet addresses. */
const VALID: [string, string, string][] = [
  ['evm', '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045', '0xd8da6bf26964af9d7eed9e03e53415d37aa96045'],
  ['evm', '0xD8DA6BF26964AF9D7EED9E03E53415D37AA96045', '0xd8da6bf26964af9d7eed9e03e53415d37aa96045'],
  ['bitcoin', '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa', '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa'],
  ['bitcoin', '3P14159f73E4gFr7JterCCQh9QjiTjiZrG', '3P14159f73E4gFr7JterCCQh9QjiTjiZrG'],
  ['bitcoin', 'BC1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KV8F3T4', 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'],
  [
    'bitcoin',
    'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0',
    'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0',
  ],
  ['bitcoin', ZPUB, ZPUB],
  ['solana', 'So11111111111111111111111111111111111111112', 'So11111111111111111111111111111111111111112'],
  ['solana', 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v', 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v'],
];

const INVALID = [
  '',
  '0x',
  '0Xd8da6bf26964af9d7eed9e03e53415d37aa96045',
  'd8da6bf26964af9d7eed9e03e53415d37aa96045',
  '0xd8da6bf26964af9d7eed9e03e53415d37aa9604',
  '0xd8da6bf26964af9d7eed9e03e53415d37aa960455',
  '0xg8da6bf26964af9d7eed9e03e53415d37aa96045',
  ' 0xd8da6bf26964af9d7eed9e03e53415d37aa96045',
  '0xd8da6bf26964af9d7eed9e03e53415d37aa96045\n',
  'vitalik.eth',
  '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNb',
  'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t5',
  'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8F3T4',
  ZPUB.replace('A', 'B'),
  ZPUB.replace('zpub', 'xpub'),
  ZPUB.slice(0, -1),
  `${ZPUB}1`,
  'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx',
  'mipcBbFg9gMiCh81Kj8tqqdgoZub1ZJRfn',
  '2MzQwSSnBHWHqSAqtTVQ6v47XtaisrJa1Vc',
  'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqh2y7hd',
  'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kemeawh',
  'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyT',
  '0OIlFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v',
  '０xd8da6bf26964af9d7eed9e03e53415d37aa96045',
];

describe('addresses', () => {
  it.each(VALID)('%s %s', (family, given, value) => {
    expect(parseAddress(given)).toEqual({ family, value, given });
  });

  it.each(INVALID)('refuses %j', (text) => {
    expect(tryParseAddress(text)).toBeNull();
  });

  it('reports the given text, truncated', () => {
    const refuse = () => parseAddress('x'.repeat(10_000));
    expect(refuse).toThrow(AppError);
    expect(refuse).toThrow(
      expect.objectContaining({ code: 'INVALID_ADDRESS', details: { provided: 'x'.repeat(256) } }),
    );
  });
});

it.each(['vitalik.eth', 'a.b.ETH', 'someone.sol'])('%s is refused as a name', (name) =>
  expect(() => parseAddress(name)).toThrow(
    expect.objectContaining({
      code: 'INVALID_ADDRESS',
      details: { provided: name, reason: expect.stringContaining('Names are not resolved') },
    }),
  ),
);

describe('a private key or a seed phrase', () => {
  it.each([
    'zprvAWgYBBk7JR8Gjrh4UJQ2uJdG1r3WNRRfURiABBE3RvMXYSrRJL62XuezvGdPvG6GFBZduosCc1YP5wixPox7zhZLfiUm8aunE96BBa4Kei5',
    '5HueCGU8rMjxEXxiPuD5BDku4MkFqeZyd4dZ1jvhTVqvbTLvyTJ',
    'KwdMAjGmerYanjeui5SHS7JkmpZvVipYvB2LJGU1ZxJwYvP98617',
    'wpkh(xprv9s21ZrQH143K31xYSDQpPDxsXRTUcvj2iNHm5NUtrGiGG5e2DtALGdso3pGz6ssrdK4PFmM8NSpSBHNqPqm55Qn3LqFtT2emdEXVYsCzC2U)',
    'abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon about',
  ])('is neither accepted nor repeated: %s', (text) => {
    expect(tryParseAddress(text)).toBeNull();
    expect(invalidAddress(text).details).toEqual({
      provided: '[hidden]',
      reason: 'This is a private key or a seed phrase. Send it to no service.',
    });
    for (const secret of [text, encodeURIComponent(text)])
      expect(hideKeys(`/api/v1/wallets/${secret}/lots`)).toMatch(
        /^\/api\/v1\/wallets\/(wpkh(\(|%28))?\[hidden\](\)|%29)?\/lots$/,
      );
  });

  it('leaves addresses, hashes and sentences as they are', () => {
    const plain = [
      ...VALID.map(([, text]) => text).filter((text) => text !== ZPUB),
      '5j7s6NiJS3JAkvgkoc18WVAsiSaci2pxB2A6ueCJP4tprA2TFg9wSyTLeYouxPBJEMzJinENTkpA52YStRW5Dia7',
      'the queue waits because the other process still holds the lock of this wallet and goes on later',
    ];
    for (const text of plain) expect(hideKeys(text)).toBe(text);
  });

  it('names an extended public key by its fingerprint', () =>
    expect(hideKeys(`/api/v1/wallets/${ZPUB}/lots`)).toBe('/api/v1/wallets/zpub:e06675e6/lots'));

  it('names the key of a descriptor in a path by its fingerprint', () => {
    const path = encodeURIComponent(`wpkh([d34db33f/84h]${ZPUB}/0/*)`);
    expect(hideKeys(`/${path}/lots`)).toBe('/wpkh(%5Bd34db33f%2F84h%5Dzpub:e06675e6%2F0%2F*)/lots');
  });
});
