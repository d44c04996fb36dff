import { nearest } from './nearest';

const CHAINS = ['ethereum', 'base', 'arbitrum', 'optimism', 'polygon'];

describe('the nearest known word', () => {
  it.each([
    ['etherium', 'ethereum'],
    ['Base', 'base'],
    ['arbitrun', 'arbitrum'],
    ['poligon', 'polygon'],
    ['optimsm', 'optimism'],
  ])('%s stands for %s', (given, meant) => expect(nearest(given, CHAINS)).toBe(meant));

  it.each(['foo', '', 'x', 'zksync-era'])('"%s" stands for none', (given) =>
    expect(nearest(given, CHAINS)).toBeNull(),
  );

  it('takes a word of a longer name for that name', () => {
    expect(nearest('year', ['owned_wallets', 'tax_year'])).toBe('tax_year');
    expect(nearest('yea', ['owned_wallets', 'tax_year'])).toBeNull();
  });

  it('has nothing to offer out of nothing', () => expect(nearest('base', [])).toBeNull());
});
