import { foreignAccountNotes } from './filing-notes';

const notesOf = (...kinds: ['us_exchange' | 'foreign_exchange', 'coinbase' | 'kraken' | 'binance'][]) =>
  foreignAccountNotes({
    valued: {
      accounts: kinds.map(([kind, exchange], i) => ({
        id: `${i}`,
        label: '',
        revision: '1',
        rowCount: 1,
        kind,
        exchange,
      })),
    },
  });

it('names exchanges abroad once, and no other', () => {
  expect(notesOf(['us_exchange', 'coinbase'])).toEqual([]);
  const [note, ...more] = notesOf(
    ['foreign_exchange', 'binance'],
    ['us_exchange', 'kraken'],
    ['foreign_exchange', 'binance'],
  );
  expect([note?.startsWith('Accounts outside of the United States: binance.'), more]).toEqual([true, []]);
  expect(note).toContain('Form 8938');
});
