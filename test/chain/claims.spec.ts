import { asset, move, tx } from './chain-story';
import { POOL, ROUTER, STRANGER, ZERO } from './parties';
import { holdings, PRICES, readStory, sales, type Told } from './read-story';

const free = { feeWei: null } as const;
const DAY = 86_400_000;
const START = Date.UTC(2023, 0, 10);
const at = (day: number) => ({ at: START + day * DAY });
const QUEUE = '0x889edc2edab5f40e902b864ad4d7ade8e412f9b1';

/** Open lots of ether: units, basis and days since the first purchase. */
const ether = ({ ledger }: Told): string[] =>
  ledger.lots
    .filter(({ asset: { symbol }, remaining }) => symbol === 'ETH' && remaining > 0n)
    .map(({ remaining, cost, acquiredAt }) =>
      [Number(remaining) / 1e18, Number(cost) / 1e18, ((acquiredAt ?? 0) - START) / DAY].join(' '),
    )
    .sort();

describe('a claim that stands for units of several lots', () => {
  const bought = () => [
    tx([move('-6000 USDC', POOL), move('+6 stETH', POOL)], { ...free, method: 'swap', ...at(0) }),
    tx([move('-720 USDC', POOL), move('+0.4 stETH', POOL)], { ...free, method: 'swap', ...at(300) }),
  ];
  const asked = (...ids: string[]) =>
    tx([move('-6.4 stETH', QUEUE), ...ids.map((id) => move(`+1 unstETH#${id}`, ZERO))], {
      ...{ ...free, method: 'requestWithdrawals', to: QUEUE, ...at(500) },
    });
  const paid = (id: string, units: string) =>
    tx([move(`-1 unstETH#${id}`, ZERO), move(`+${units} ETH`, QUEUE, 'internal')], {
      ...{ ...free, method: 'claimWithdrawal', to: QUEUE, ...at(505) },
    });

  it('gives every unit back with its own date and basis', () => {
    const story = readStory([...bought(), asked('7'), paid('7', '6.4')]);
    expect(ether(story)).toEqual(['0.4 720 300', '6 6000 0']);
    expect(sales(story.ledger).slice(2)).toEqual([]);
  });

  it('does so for several claims', () => {
    const story = readStory([...bought(), asked('7', '8'), paid('7', '3.2'), paid('8', '3.2')]);
    const units = ether(story).map((line) => line.split(' ').map(Number));
    const sum = (day: number, column: number) =>
      units.filter((one) => one[2] === day).reduce((all, one) => all + (one[column] ?? 0), 0);
    expect([sum(0, 0), sum(0, 1), sum(300, 0), sum(300, 1)].map((one) => Number(one.toFixed(9)))).toEqual([
      6, 6000, 0.4, 720,
    ]);
  });

  it('is one piece while it is held, and is sold as one', () => {
    expect(
      holdings(readStory([...bought(), asked('7')]).ledger).filter((line) => line.includes('#7')),
    ).toEqual(['0.9375 unstETH#7 6000', '0.0625 unstETH#7 720']);
    const sold = tx([move('-1 unstETH#7', STRANGER), move('+6.1 WETH', POOL)], {
      ...free,
      method: 'fulfill',
      to: ROUTER,
      ...at(501),
    });
    const story = readStory([...bought(), asked('7'), sold], { ...PRICES, [asset('WETH').id]: '1500' });
    expect(
      sales(story.ledger)
        .slice(2)
        .map((line) => line.split(' ').slice(0, 6).join(' ')),
    ).toEqual(['0.9375 unstETH#7 swap 8578.125 6000 2578.125', '0.0625 unstETH#7 swap 571.875 720 -148.125']);
  });

  it('is a lock too', () => {
    const locked = tx([move('-6.4 stETH', POOL), move('+1 veNFT#3', ZERO)], {
      ...free,
      method: 'createLock',
      to: POOL,
      ...at(500),
    });
    const back = tx([move('-1 veNFT#3', ZERO), move('+6.4 stETH', POOL)], {
      ...free,
      method: 'withdraw',
      to: POOL,
      ...at(900),
    });
    const story = readStory([...bought(), locked, back]);
    expect(holdings(story.ledger).filter((line) => line.includes('stETH'))).toEqual([
      '6 stETH 6000',
      '0.4 stETH 720',
    ]);
  });
});
