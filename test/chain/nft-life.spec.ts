import { asset, move, tx } from './chain-story';
import { POOL, ROUTER, STRANGER, ZERO } from './parties';
import { earnings, holdings, PRICES, readStory, sales } from './read-story';

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

  it('of the ether that waited for the bid, which is no exchange before', () => {
    const POOL_OF_BIDS = '0x0000000000a39bb272e79075ade125fd351887ac';
    const id = `ethereum:${POOL_OF_BIDS}`;
    const pooled = { ...asset('BlurPool'), contract: POOL_OF_BIDS, id, name: 'Blur Pool' };
    const put = tx([move('-2 ETH', POOL_OF_BIDS), move('+2 BlurPool', ZERO, 'token', pooled)], {
      ...{ ...free, at: start + DAY, to: POOL_OF_BIDS, method: 'deposit' },
    });
    const filled = tx([move('-1.5 BlurPool', STRANGER, 'token', pooled), move('+1 ART#5', STRANGER)], {
      ...{ ...free, at: start + 2 * DAY, from: STRANGER, to: BLUR, method: 'takeBidSingle' },
    });
    const back = tx(
      [move('-0.5 BlurPool', ZERO, 'token', pooled), move('+0.5 ETH', POOL_OF_BIDS, 'internal')],
      {
        ...{ ...free, at: start + 3 * DAY, to: POOL_OF_BIDS, method: 'withdraw' },
      },
    );
    const { ledger } = readStory([coins, put, filled, back], { ...PRICES, [id]: '2200' });
    expect(sales(ledger).slice(1)).toEqual(['1.5 BlurPool swap 3300 3000 300 short']);
    expect(holdings(ledger).sort()).toEqual(['0.5 ETH 1000', '1 ART#5 3300', '8 ETH 16000']);
  });

  it('of nothing when it was minted free, which is no income', () => {
    const mint = tx([move('+1 ART#9', ZERO)], { at: start + DAY, to: POOL, method: 'mint(uint256)' });
    const { ledger } = readStory([coins, mint]);
    expect(earnings(ledger)).toEqual([]);
    expect(holdings(ledger).find((line) => line.includes('ART#9'))).toBe('1 ART#9 0 untracked');
  });
});
