import { RWA_TOKENS } from './registry';
import { yieldCharacter } from './character';

const recognised = Object.values(RWA_TOKENS).filter(({ type }) => type !== 'experimental');

it.each(recognised.map(({ symbol }) => symbol))('%s has a character of its own', (symbol) => {
  const { character, source } = yieldCharacter(symbol);
  expect(character).not.toContain('not known');
  expect(source).toMatch(/^IRC \d/);
});

it('of a token that is not recognised is not known', () => {
  expect(yieldCharacter('USTB')).toEqual({
    legalForm: 'not known',
    character: 'not known: ask the issuer',
    statement: null,
    source: '',
  });
});
