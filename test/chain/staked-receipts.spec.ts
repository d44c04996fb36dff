import { asset, move, tx, type TxOptions } from './chain-story';
import { POOL, ROUTER, STRANGER } from './parties';
import { earnings, holdings, kinds, PRICES, readStory, sales } from './read-story';

const DAY = 86_400_000;
const START = Date.UTC(2021, 3, 15);
const STAKING = '0xfd31c7d00ca47653c6ce64af53c1571f9c36566a';
const HELPER = '0xc8c436271f9a6f10a5b80c8b8ed7d0e8f37a612d';
const WARM_UP = '0x2882a5cd82ac49e06620382660f5ed932607c5f1';
const free = { feeWei: null } as const;
const on = (day: number, method: string, to: string): TxOptions => ({
  ...free,
  method,
  to,
  at: START + day * DAY,
});
const token = (symbol: string, name: string, contract?: string) => {
  const made = { ...asset(symbol, 'ethereum', name), decimals: 9 };
  return contract ? { ...made, contract, id: `ethereum:${contract}` } : made;
};

/** Coins and the receipts of their stakes. Contracts of Olympus are real, the others have none in a table. */
const COINS = {
  'version 1 of Olympus': [
    token('OHM', 'Olympus', '0x383518188c0c6d7730d91b2c03a03c837814a899'),
    token('sOHM', 'Staked Olympus', '0x04f2694c8fcee23e8fd0dfea1d4f5bb8c352111f'),
  ],
  'version 2 of Olympus': [
    token('OHM', 'Olympus', '0x64aa3364f17a4d01c6f1751fd97c2bd3d7e7f1d5'),
    token('sOHM', 'Staked OHM', '0x04906695d6d12cf5459975d7c3c03356e4ccd460'),
  ],
  'a fork': [token('SPA', 'Spartacus'), token('sSPA', 'Staked Spartacus')],
  'a fork whose receipt has a name of its own': [token('TIME', 'Time'), token('MEMO', 'MEMOries')],
} as const;

describe.each(Object.entries(COINS))('the stake of %s', (_, [coin, receipt]) => {
  const prices = { ...PRICES, [coin.id]: '400' };
  const bought = () =>
    tx([move('-8550 DAI', POOL), move(`+10 ${coin.symbol}`, POOL, 'token', coin)], on(0, 'swap', ROUTER));
  const staked = (by: TxOptions, payer = STAKING) =>
    tx(
      [
        move(`-10 ${coin.symbol}`, by.to ?? STAKING, 'token', coin),
        move(`+10 ${receipt.symbol}`, payer, 'token', receipt),
      ],
      by,
    );
  const back = (units: string, day: number) =>
    tx(
      [
        move(`-${units} ${receipt.symbol}`, STAKING, 'token', receipt),
        move(`+${units} ${coin.symbol}`, STAKING, 'token', coin),
      ],
      on(day, 'unstake', STAKING),
    );

  it.each([
    ['the contract', on(1, 'stake', STAKING)],
    ['a helper', on(1, 'stake', HELPER)],
  ])('by %s carries basis and date, and its growth is a reward', (_by, by) => {
    const story = readStory([bought(), staked(by), back('16', 34)], prices);
    expect(story.told[1]?.type).toBe('stake');
    expect(sales(story.ledger).slice(1)).toEqual([]);
    expect(earnings(story.ledger)).toEqual([`6 ${receipt.symbol} staking_reward 2400`]);
    expect(holdings(story.ledger).filter((line) => line.includes(coin.symbol))).toEqual([
      `10 ${coin.symbol} 8550`,
      `6 ${coin.symbol} 2400`,
    ]);
    expect(story.ledger.lots.find(({ cost, asset: { id } }) => cost > 0n && id === coin.id)?.acquiredAt).toBe(
      START,
    );
  });

  it('pays no reward at the first stake, and none at the second', () => {
    const story = readStory(
      [bought(), staked(on(1, 'stake', STAKING)), bought(), staked(on(3, 'stake', STAKING))],
      prices,
    );
    expect(earnings(story.ledger)).toEqual([]);
    expect(kinds(story).filter((kind) => kind === 'stake receipt-transferred')).toHaveLength(2);
  });

  it('whose receipt is claimed after a time is no income', () => {
    const put = tx([move(`-10 ${coin.symbol}`, STAKING, 'token', coin)], on(1, 'stake', STAKING));
    const claimed = tx([move(`+10 ${receipt.symbol}`, WARM_UP, 'token', receipt)], on(2, 'claim', STAKING));
    const story = readStory([bought(), put, claimed, back('11', 20)], prices);
    expect(kinds(story)[2]).toBe('stake receipt-claimed');
    expect(earnings(story.ledger)).toEqual([`1 ${receipt.symbol} staking_reward 400`]);
    expect(holdings(story.ledger).filter((line) => line.includes(coin.symbol))).toContain(
      `10 ${coin.symbol} 8550`,
    );
  });

  it('grows to a multiple in months', () => {
    const story = readStory([bought(), staked(on(1, 'stake', STAKING)), back('90', 201)], prices);
    expect(earnings(story.ledger)).toEqual([`80 ${receipt.symbol} staking_reward 32000`]);
    expect(holdings(story.ledger).filter((line) => line.includes('untracked'))).not.toEqual(
      expect.arrayContaining([expect.stringContaining(coin.symbol)]),
    );
  });

  it('shows its growth when the receipt is sold', () => {
    const sold = tx(
      [move(`-12 ${receipt.symbol}`, POOL, 'token', receipt), move('+4800 DAI', POOL)],
      on(20, 'swap', ROUTER),
    );
    const story = readStory([bought(), staked(on(1, 'stake', STAKING)), sold], prices);
    expect(earnings(story.ledger)).toEqual([`2 ${receipt.symbol} staking_reward 800`]);
    expect(
      sales(story.ledger)
        .slice(1)
        .map((line) => line.split(' ').slice(0, 6).join(' ')),
    ).toEqual([`10 ${receipt.symbol} swap 4000 8550 -4550`, `2 ${receipt.symbol} swap 800 800 0`]);
  });
});

describe('a receipt that is transferred', () => {
  it('is none when it is money, and is marked when neither its units nor its name tell', () => {
    const foo = asset('FOO');
    const told = (got: string, method: string) =>
      kinds(readStory([tx([move('-10 FOO', POOL, 'token', foo), move(got, POOL)], on(0, method, POOL))]));
    expect(told('+10 DAI', 'deposit')).toEqual(['swap swap-by-deposit']);
    expect(told('+7 BAR', 'deposit')).toEqual(['swap swap-by-deposit']);
    expect(told('+10 BAR', 'swap')).toEqual(['swap swap']);
  });

  it('is no reward where the units belong to somebody else', () => {
    const given = tx([move('+10 BAR', POOL)], { ...free, from: STRANGER, method: 'stake' });
    expect(earnings(readStory([given]).ledger)).toEqual([]);
  });
});
