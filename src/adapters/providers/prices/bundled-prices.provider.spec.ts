import { statSync } from 'node:fs';
import { join } from 'node:path';
import { parseDecimal } from '../../../domain/kernel/decimal';
import { priceQueryKey } from '../../../ports/upstream/price-source';
import { DAILY_CLOSES } from './bundled-prices.data';
import { BundledPrices } from './bundled-prices.provider';

const bundled = new BundledPrices();
const DAY = 86_400_000;

const close = async (assetId: string, at: number) => {
  const query = { assetId, symbol: '', at };
  const { prices, unanswered } = await bundled.historical([query]);
  expect(unanswered).toEqual(prices.size === 0 ? [query] : []);
  return prices.get(priceQueryKey(query)) ?? null;
};

describe('the daily closes that come with the service', () => {
  it.each<[string, string, number, string | null]>([
    ['the first day', 'bitcoin:native', Date.UTC(2015, 0, 1), '314.446'],
    ['the last moment of a day', 'bitcoin:native', Date.UTC(2024, 11, 25) - 1, '98695.7'],
    ['the next day', 'bitcoin:native', Date.UTC(2024, 11, 25), '99345'],
    ['29 February', 'ethereum:native', Date.UTC(2024, 1, 29, 12), '3347.69'],
    ['a coin under another chain', 'arbitrum:native', Date.UTC(2016, 0, 1), '0.938126'],
    [
      'a wrapped coin',
      'ethereum:0xc02aaa39b223fe8d0a0e5c4f27ead9083c756cc2',
      Date.UTC(2016, 0, 1),
      '0.938126',
    ],
    ['before they begin', 'bitcoin:native', Date.UTC(2014, 11, 31), null],
    ['before the coin', 'ethereum:native', Date.UTC(2015, 0, 1), null],
    ['after they end', 'bitcoin:native', Date.UTC(2026, 10, 1), null],
    ['a token', 'ethereum:0x2260fac5e5542a773aa44fbcfedf7c193bc2c599', Date.UTC(2020, 0, 1), null],
    ['no chain of ours', 'kraken:native', Date.UTC(2020, 0, 1), null],
  ])('%s', async (_name, assetId, at, usd) => {
    const found = await close(assetId, at);
    expect(found?.usd ?? null).toBe(usd);
    if (found) expect(found.at).toBe(Math.floor(at / DAY) * DAY + DAY - 1);
  });

  it('are prices, a day each and without holes for the largest', () => {
    for (const years of Object.values(DAILY_CLOSES))
      for (const [year, text] of Object.entries<string>(years)) {
        const fields = text.split(' ');
        expect(fields.length).toBeLessThanOrEqual(
          new Date(Date.UTC(Number(year), 1, 29)).getUTCDate() === 29 ? 366 : 365,
        );
        for (const field of fields) expect(field === '' || parseDecimal(field)?.gt(0)).toBe(true);
      }
    for (let year = 2016; year <= 2025; year++) {
      const days = (Date.UTC(year + 1, 0, 1) - Date.UTC(year, 0, 1)) / DAY;
      const known = (coin: 'bitcoin' | 'ethereum') =>
        (DAILY_CLOSES[coin] as Record<number, string>)[year]?.split(' ').filter((field) => field !== '')
          .length;
      expect([year, known('bitcoin')]).toEqual([year, days]);
      expect([year, (known('ethereum') ?? 0) >= days - 2]).toEqual([year, true]);
    }
  });

  it('say nothing of the present', async () => {
    const answer = await bundled.current([{ assetId: 'bitcoin:native', symbol: 'BTC' }]);
    expect(answer).toEqual({ prices: new Map(), unanswered: ['bitcoin:native'] });
  });

  it('stay small', () => {
    expect(statSync(join(__dirname, 'bundled-prices.data.ts')).size).toBeLessThan(200_000);
  });
});
