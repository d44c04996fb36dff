import { type Asset, nativeAsset, tokenKeys } from './asset';

const token = (contract: string, symbol: string): Asset => ({
  id: `ethereum:${contract}`,
  chain: 'ethereum',
  contract,
  symbol,
  name: symbol,
  decimals: 18,
});

describe('token keys', () => {
  const first = token('0xaa', 'COVER');
  const second = token('0xbb', 'COVER');

  it('gives the short key to the first of its symbol', () => {
    expect(Object.fromEntries(tokenKeys([first, second]))).toEqual({
      'ethereum:0xaa': 'ethereum:COVER',
      'ethereum:0xbb': 'ethereum:COVER@0xbb',
    });
  });

  it('prefers the listed one, wherever it stands', () => {
    const keys = tokenKeys([first, second], (asset) => asset.contract === '0xbb');
    expect(keys.get('ethereum:0xaa')).toBe('ethereum:COVER@0xaa');
    expect(keys.get('ethereum:0xbb')).toBe('ethereum:COVER');
  });

  it('does not mix a fake ETH with the coin', () => {
    const keys = tokenKeys(
      [token('0xcc', 'ETH'), nativeAsset('ethereum')],
      (asset) => asset.contract === null,
    );
    expect(keys.get('ethereum:native')).toBe('ethereum:ETH');
    expect(keys.get('ethereum:0xcc')).toBe('ethereum:ETH@0xcc');
  });
});
