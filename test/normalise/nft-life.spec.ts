import { move, tx } from './chain-story';
import { POOL, ROUTER, STRANGER, ZERO } from './parties';
import { earnings, holdings, readStory, sales } from './read-story';

const SEAPORT = '0x00000000000000adc04c56bf30ac9d3c0aaf14dc';
const BLUR = '0xb2ecfe4e4d61f8790bbb9de2d1259b9e2410cea5';
const free = { feeWei: null } as const;
const DAY = 86_400_000;
const start = Date.UTC(2024, 0, 1);
const coins = tx([move('+10 ETH', POOL), move('-20000 USDC', ROUTER)], {
  ...free,
  at: start,
  method: 'swap',
});
const sweep = tx([move('-3 ETH', BLUR), move('+1 ART#2', STRANGER), move('+1 ART#3', STRANGER)], {
  ...{ ...free, at: start + DAY, to: BLUR, method: 'takeAskPool' },
});

describe('NFTs have a basis per token id', () => {
  it('of the price that was paid', () => {
    const buy = tx([move('-1 ETH', SEAPORT), move('+1 ART#1', STRANGER)], {
      ...{ ...free, at: start + DAY, to: SEAPORT, method: 'fulfillBasicOrder' },
    });
    expect(holdings(readStory([coins, buy]).ledger)).toContain('1 ART#1 2000');
  });

  it('of equal parts of a sweep, which is marked', () => {
    const { ledger, told } = readStory([coins, sweep]);
    expect(holdings(ledger)).toEqual(expect.arrayContaining(['1 ART#2 3000', '1 ART#3 3000']));
    expect(told[1]?.flags).toContain('classification_uncertain');
  });

  it('that leaves with the token when a bid pays less fees and royalties', () => {
    const sold = tx([move('-1 ART#2', STRANGER), move('+1.9 WETH', SEAPORT)], {
      ...{ ...free, at: start + 2 * DAY, to: SEAPORT, method: 'matchAdvancedOrders' },
    });
    const { ledger } = readStory([coins, sweep, sold]);
    expect(sales(ledger)).toContain('1 ART#2 swap 3800 3000 800 short');
    expect(holdings(ledger)).toContain('1 ART#3 3000');
  });

  it('that is shared by the units of one id', () => {
    const buy = tx([move('-1 ETH', SEAPORT), move('+5 GAME#7', STRANGER)], {
      ...{ ...free, at: start + DAY, to: SEAPORT, method: 'fulfillOrder' },
    });
    const sold = tx([move('-2 GAME#7', STRANGER), move('+1 ETH', SEAPORT)], {
      ...{ ...free, at: start + 2 * DAY, to: SEAPORT, method: 'fulfillOrder' },
    });
    const { ledger } = readStory([coins, buy, sold]);
    expect(sales(ledger)).toContain('2 GAME#7 swap 2000 800 1200 short');
    expect(holdings(ledger)).toContain('3 GAME#7 1200');
  });

  it('of nothing when it was minted free, which is no income', () => {
    const mint = tx([move('+1 ART#9', ZERO)], { at: start + DAY, to: POOL, method: 'mint(uint256)' });
    const { ledger } = readStory([coins, mint]);
    expect(earnings(ledger)).toEqual([]);
    expect(holdings(ledger).find((line) => line.includes('ART#9'))).toBe('1 ART#9 0 untracked');
  });
});
