import { parseAddress, tryParseAddress } from './address';
import { AppError } from './errors';

/** Public test vectors of BIP-173, BIP-350, EIP-55 and well-known mainnet addresses. */
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
