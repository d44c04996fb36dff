import { type LocalUpstream, sendJson, startLocalUpstream } from '../../../../test/support/local-upstream';
import { loadConfig } from '../../../config/env';
import { type PriceQuery, priceQueryKey, type PriceSource } from '../../../ports/upstream/price-source';
import { UpstreamClient } from '../../upstream/upstream-client';
import { marketPrices } from '.';
import { HastyClock } from '../../../../test/fakes/hasty-clock';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const NOW = Date.UTC(2026, 10, 20, 9);
const NOON = Date.UTC(2026, 9, 1, 12);
const never = new AbortController().signal;
const QUICK = { attempts: 1, attemptMs: 10_000, wholeMs: 12_000 };
const MIXED_CASE = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48';
const USDC = `ethereum:${MIXED_CASE.toLowerCase()}`;
const WETH = 'ethereum:0xc02aaa39b223fe8d0a0e5c4f27ead9083c756cc2';

/** Coin -> [ms, price as written in JSON]. */
type Market = Record<string, [number, string][]>;

let upstream: LocalUpstream;
let client: UpstreamClient;
let prices: PriceSource;
let llama: Market;
let gecko: Market;
let isLlamaDown: boolean;
let isGeckoDown: boolean;
let isGeckoRefusing: boolean;
let refusal: (url: URL) => number | null;

beforeEach(async () => {
  [llama, gecko] = [{}, {}];
  [isLlamaDown, isGeckoDown, isGeckoRefusing] = [false, false, false];
  refusal = () => null;
  upstream = await startLocalUpstream((url, response) => {
    if (url.pathname.startsWith('/coingecko')) return sendJson(response, ...geckoAnswer(url));
    const status = isLlamaDown ? 500 : refusal(url);
    if (status !== null) return sendJson(response, {}, status);
    return sendJson(response, llamaAnswer(url));
  });
  client = new UpstreamClient({
    clock: new HastyClock(),
    patience: { request: QUICK, background: QUICK },
    failuresToOpen: 100,
  });
  const config = loadConfig({
    DEFILLAMA_COINS_BASE_URL: `${upstream.url}/llama`,
    COINGECKO_BASE_URL: `${upstream.url}/coingecko`,
    COINGECKO_API_KEY: 'demo-key',
  });
  prices = marketPrices(config, client, () => NOW);
});
afterEach(async () => {
  await client.close();
  await upstream.close();
});

/** The nearest point on either side within the width, as the API does; ids echoed in another case. */
function llamaAnswer(url: URL): string {
  const point = ([at, price]: [number, string]) =>
    `{"timestamp":${at / 1000},"price":${price},"confidence":0.99}`;
  const body = (coins: [string, string][]) =>
    `{"coins":{${coins.map(([id, text]) => `${JSON.stringify(id.replace(USDC, `ethereum:${MIXED_CASE}`))}:${text}`).join(',')}}}`;
  if (url.pathname.startsWith('/llama/prices/current/')) {
    const ids = url.pathname.split('/').at(-1)?.split(',') ?? [];
    return body(ids.flatMap((id) => (llama[id]?.length ? [[id, point(llama[id].at(-1)!)]] : [])));
  }
  const width = Number(url.searchParams.get('searchWidth')) * 1000;
  const asked = JSON.parse(url.searchParams.get('coins') ?? '{}') as Record<string, number[]>;
  const nearest = (id: string, at: number) => {
    let best: [number, string] | undefined;
    let distance = width + 1;
    for (const point of llama[id] ?? []) {
      const other = Math.abs(point[0] - at);
      if (other < distance) [best, distance] = [point, other];
    }
    return best;
  };
  return body(
    Object.entries(asked).flatMap(([id, times]) => {
      const points = times.map((time) => nearest(id, time * 1000)).filter((p) => p !== undefined);
      return points.length ? [[id, `{"symbol":"X","prices":[${points.map(point).join(',')}]}`]] : [];
    }),
  );
}

function geckoAnswer(url: URL): [string, number] {
  if (isGeckoDown) return ['{}', 500];
  if (isGeckoRefusing) return ['{"status":{"error_code":10005,"error_message":"the plan"}}', 401];
  const path = url.pathname.replace('/coingecko', '');
  if (path.startsWith('/simple/')) {
    const ids = (url.searchParams.get('ids') ?? url.searchParams.get('contract_addresses') ?? '').split(',');
    const known = ids.filter((id) => gecko[id]?.length);
    return [
      `{${known.map((id) => `"${id}":{"usd":${gecko[id]!.at(-1)![1]},"last_updated_at":${gecko[id]!.at(-1)![0] / 1000}}`).join(',')}}`,
      200,
    ];
  }
  const id = /\/coins\/(?:[^/]+\/contract\/)?([^/]+)\/market_chart\/range/.exec(path)?.[1] ?? '';
  if (!gecko[id]) return ['{"error":"coin not found"}', 404];
  const [from, to] = ['from', 'to'].map((name) => Number(url.searchParams.get(name)) * 1000) as [
    number,
    number,
  ];
  const points = gecko[id].filter(([at]) => at >= from && at <= to);
  return [`{"prices":[${points.map(([at, price]) => `[${at},${price}]`).join(',')}]}`, 200];
}

const query = (assetId: string, at: number): PriceQuery => ({ assetId, symbol: '', at });
const historical = async (...queries: PriceQuery[]) => {
  const { prices: found, unanswered } = await prices.historical(queries, never);
  return { found: queries.map((q) => found.get(priceQueryKey(q)) ?? null), unanswered };
};

describe('a price in the past', () => {
  const at = NOON;
  it.each<[string, [number, string][], { usd: string; at: number } | null]>([
    [
      'the nearest at or before, not the nearest',
      [
        [at - 900_000, '10'],
        [at + 60_000, '11'],
      ],
      { usd: '10', at: at - 900_000 },
    ],
    ['within the hour', [[at - HOUR + 1000, '10']], { usd: '10', at: at - HOUR + 1000 }],
    [
      'else the last of that day',
      [
        [at - 5 * HOUR, '9'],
        [at + 9 * HOUR, '12'],
      ],
      { usd: '12', at: at + 9 * HOUR },
    ],
    ['else an earlier one of that day', [[at - 12 * HOUR, '8']], { usd: '8', at: at - 12 * HOUR }],
    ['none', [], null],
    [
      'with all its digits',
      [[at, '0.00000000000000012345678901234567890']],
      { usd: '0.0000000000000001234567890123456789', at },
    ],
    ['written with an exponent', [[at, '1.5e-7']], { usd: '0.00000015', at }],
    ['zero is no price', [[at, '0']], null],
  ])('%s', async (_name, points, expected) => {
    llama = { 'coingecko:ethereum': points };
    const { found } = await historical(query('ethereum:native', at));
    expect(found).toEqual([expected && { ...expected, source: 'defillama' }]);
  });

  it.each<[string, [number, string][], { usd: string; at: number } | null]>([
    [
      'the nearest of another day within 24 hours, and says so',
      [
        [at - 13 * HOUR, '8'],
        [at + 14 * HOUR, '13'],
      ],
      { usd: '8', at: at - 13 * HOUR },
    ],
    ['also a later one', [[at + 23 * HOUR, '13']], { usd: '13', at: at + 23 * HOUR }],
    [
      'none beyond 24 hours',
      [
        [at - 25 * HOUR, '8'],
        [at + 25 * HOUR, '13'],
      ],
      null,
    ],
  ])('of a day without one is %s', async (_name, points, expected) => {
    llama = { 'coingecko:ethereum': points };
    const { found } = await historical(query('ethereum:native', at));
    expect(found).toEqual([expected && { ...expected, source: 'defillama_nearest' }]);
  });

  it('is found whatever case the contract comes back in', async () => {
    llama = { [USDC]: [[at, '0.9999']] };
    await expect(historical(query(USDC, at))).resolves.toEqual({
      found: [{ usd: '0.9999', at, source: 'defillama' }],
      unanswered: [],
    });
  });

  it('of a fund that has none on a chain is that of the fund on Ethereum', async () => {
    const [first, second] = [
      '0x7712c34205737192402172409a8f7ccef8aa2aec',
      '0x6a9da2d710bb9b700acde7cb81f10f1ff8c89041',
    ];
    llama = { [`ethereum:${first}`]: [[at, '1']] };
    const onPolygon = query('polygon:0x2893ef551b6dd69f661ac00f11d93e5dc5dc0e99', at);
    const { found } = await historical(onPolygon, query(`ethereum:${second}`, at));
    expect(found.map((price) => price?.usd)).toEqual(['1', '1']);
  });

  it('of a fund that no market has is the price that the fund keeps', async () => {
    const benji = 'ethereum:0x3ddc84940ab509c11b20b76b466933f40b750dc9';
    await expect(historical(query(benji, at))).resolves.toEqual({
      found: [{ usd: '1', at, source: 'fund_rule' }],
      unanswered: [],
    });
    await expect(prices.current([{ assetId: benji, symbol: 'BENJI' }], never)).resolves.toEqual({
      prices: new Map([[benji, { usd: '1', at: NOW, source: 'fund_rule' }]]),
      unanswered: [],
    });
    llama = { [benji]: [[at, '0.9998']] };
    const { found } = await historical(query(benji, at));
    expect(found).toEqual([{ usd: '0.9998', at, source: 'defillama' }]);
    [isLlamaDown, isGeckoDown] = [true, true];
    await expect(historical(query(benji, at))).resolves.toMatchObject({
      found: [null],
      unanswered: [{ assetId: benji }],
    });
  });

  it('of a wrapped coin nobody prices is that of the coin', async () => {
    llama = { 'coingecko:ethereum': [[at, '3000']] };
    const { found } = await historical(query(WETH, at), query('ethereum:native', at));
    expect(found.map((price) => price?.usd)).toEqual(['3000', '3000']);
  });

  it('of Polygon’s coin is that of MATIC until it became POL', async () => {
    const [before, after] = [Date.UTC(2024, 0, 1), NOON];
    llama = {
      'coingecko:matic-network': [[before, '0.9']],
      'coingecko:polygon-ecosystem-token': [[after, '0.4']],
    };
    const { found } = await historical(query('polygon:native', before), query('polygon:native', after));
    expect(found.map((price) => price?.usd)).toEqual(['0.9', '0.4']);
  });

  it('is not asked for what has none: NFTs, chains of no name', async () => {
    await expect(
      historical(query(`${USDC}#7`, at), query('kraken:BTC', at), query('ethereum:', at)),
    ).resolves.toEqual({
      found: [null, null, null],
      unanswered: [],
    });
    expect(upstream.requests).toEqual([]);
  });

  it('is asked for in few calls, none of them long', async () => {
    const coins = Array.from({ length: 30 }, (_, i) => `ethereum:0x${i.toString(16).padStart(40, '0')}`);
    llama = Object.fromEntries(coins.map((id) => [id, [[at, '2']]]));
    const queries = Array.from({ length: 900 }, (_, i) =>
      query(coins[i % 30] ?? '', at + Math.floor(i / 30) * 1000),
    );
    const { found, unanswered } = await historical(...queries);
    expect(unanswered).toEqual([]);
    expect(found.filter((price) => price?.usd === '2')).toHaveLength(900);
    expect(upstream.requests.length).toBeLessThanOrEqual(12);
    expect(Math.max(...upstream.requests.map(({ href }) => href.length))).toBeLessThan(8_000);
  });

  describe('for a long list', () => {
    const MINUTE = 60_000;
    const timesOf = ({ searchParams }: URL) =>
      Object.values(JSON.parse(searchParams.get('coins') ?? '{}') as Record<string, number[]>).flat();
    const asked = () => upstream.requests.flatMap(timesOf);
    const list = Array.from({ length: 900 }, (_, i) => query('ethereum:native', NOON - i * 11 * MINUTE));

    it('is asked for once where the market has one at that very time', async () => {
      llama = { 'coingecko:ethereum': list.map((one, i) => [one.at, String(i + 1)]) };
      const { found, unanswered } = await historical(...list);
      expect(found.map((price) => [price?.usd, price?.at])).toEqual(
        list.map(({ at: time }, i) => [String(i + 1), time]),
      );
      expect(unanswered).toEqual([]);
      expect(asked()).toHaveLength(list.length);
      expect(upstream.requests).toHaveLength(2);
    });

    it.each([
      ['five minutes', 5],
      ['an hour', 60],
      ['three hours', 180],
    ])('is as good as for one alone, with prices every %s', async (_name, step) => {
      const points = Array.from({ length: Math.ceil((901 * 11) / step) + 40 }, (_, i): [number, string] => [
        NOON + 20 * HOUR - (i * step + ((i * 7) % 3)) * MINUTE,
        String(i + 1),
      ]);
      llama = { 'coingecko:ethereum': points };
      const { found } = await historical(...list);
      const nearest = ({ at: time }: PriceQuery) =>
        points.map(([t]) => t).find((t) => t <= time && t >= time - HOUR) ?? null;
      for (let i = 0; i < list.length; i += 60) {
        const one = list[i]!;
        const [alone] = (await historical(one)).found;
        const [together, best] = [found[i]!, nearest(one)];
        expect(together.source).toBe(alone!.source);
        // Of the hour, the nearest before. Of the day, the last one: a later one is better.
        expect(together.at).toBeGreaterThanOrEqual(alone!.at);
        if (best !== null) expect(together.at).toBeLessThanOrEqual(best);
      }
    });

    it.each([414, 400, 403, 431])(
      'is asked for in shorter calls after a long one got a %i',
      async (status) => {
        llama = { 'coingecko:ethereum': list.map(({ at: time }) => [time, '3000']) };
        refusal = ({ href }) => (href.length > 4_000 ? status : null);
        const { found, unanswered } = await historical(...list);
        expect(unanswered).toEqual([]);
        expect(found.filter((price) => price?.usd === '3000')).toHaveLength(list.length);
        const before = upstream.requests.length;
        await historical(...list);
        const lengths = upstream.requests.slice(before).map(({ href }) => href.length);
        expect(Math.max(...lengths)).toBeLessThan(4_000);
      },
    );

    it('has no price for those whose call failed, though another call has prices of the day', async () => {
      llama = { 'coingecko:ethereum': list.map(({ at: time }) => [time, '3000']) };
      const first = list[0]!;
      refusal = (url) => (timesOf(url).includes(first.at / 1000) ? 500 : null);
      const { found, unanswered } = await historical(...list);
      expect(unanswered).toContainEqual(first);
      expect(unanswered.length).toBeLessThan(list.length);
      expect(found.filter((price) => price !== null)).toHaveLength(list.length - unanswered.length);
      for (const one of unanswered) expect(found[list.indexOf(one)]).toBeNull();
    });
  });

  it.each([
    ['beyond all bounds', '1e400'],
    ['negative', '-3'],
    ['a word', '"free"'],
    ['nothing', 'null'],
  ])('that is %s is not believed, and the other source is asked', async (_name, nonsense) => {
    llama = { 'coingecko:ethereum': [[at, nonsense]] };
    await expect(historical(query('ethereum:native', at))).resolves.toMatchObject({
      found: [null],
      unanswered: [{ at }],
    });
    gecko = { ethereum: [[at - 60_000, '2999']] };
    await expect(historical(query('ethereum:native', at))).resolves.toEqual({
      found: [{ usd: '2999', at: at - 60_000, source: 'coingecko' }],
      unanswered: [],
    });
  });
});

describe('while the first source is down', () => {
  beforeEach(() => {
    isLlamaDown = true;
  });

  it('the other one answers for coins and contracts, one call for many moments', async () => {
    gecko = {
      ethereum: [
        [NOON, '3000'],
        [NOON + DAY, '3100'],
      ],
      [USDC.split(':')[1] ?? '']: [[NOON, '1']],
    };
    const { found } = await historical(
      query('ethereum:native', NOON),
      query('ethereum:native', NOON + DAY),
      query(USDC, NOON),
    );
    expect(found.map((price) => price?.usd)).toEqual(['3000', '3100', '1']);
    expect(upstream.requests.filter(({ pathname }) => pathname.startsWith('/coingecko'))).toHaveLength(2);
  });

  it('what the other does not know, or cannot see that far back, is unanswered', async () => {
    const old = query(USDC, NOW - 400 * DAY);
    const unknown = query('ethereum:0x00000000000000000000000000000000000000aa', NOON);
    gecko = { [USDC.split(':')[1] ?? '']: [[old.at, '1']] };
    await expect(historical(old, unknown)).resolves.toEqual({
      found: [null, null],
      unanswered: [old, unknown],
    });
  });

  it('coins have the daily closes that come with the service, by the end of their day', async () => {
    const crash = Date.UTC(2020, 2, 12, 10);
    const [bitcoin, wrapped] = [query('bitcoin:native', crash), query(WETH, crash)];
    const { found, unanswered } = await historical(bitcoin, wrapped, query(USDC, crash));
    const at = Date.UTC(2020, 2, 13) - 1;
    expect(found).toEqual([
      { usd: '5142.99', at, source: 'bundled_daily_close' },
      { usd: '110.598', at, source: 'bundled_daily_close' },
      null,
    ]);
    expect(unanswered).toMatchObject([{ assetId: USDC }]);
  });

  it('a market that answers comes before what comes with the service', async () => {
    const at = Date.UTC(2026, 0, 10, 12);
    gecko = { bitcoin: [[at - 60_000, '90777']] };
    const { found } = await historical(query('bitcoin:native', at));
    expect(found).toEqual([{ usd: '90777', at: at - 60_000, source: 'coingecko' }]);
  });

  it('a wrapped coin is left open like its coin', async () => {
    await expect(historical(query(WETH, NOON))).resolves.toMatchObject({ unanswered: [{ assetId: WETH }] });
  });

  it('the other one tells current prices too', async () => {
    gecko = { ethereum: [[NOW - 1000, '3000']], [USDC.split(':')[1] ?? '']: [[NOW - 2000, '1.0001']] };
    const assets = ['ethereum:native', 'base:native', USDC, WETH].map((assetId) => ({ assetId, symbol: '' }));
    const answer = await prices.current(assets, never);
    expect(Object.fromEntries(answer.prices)).toEqual({
      'ethereum:native': { usd: '3000', at: NOW - 1000, source: 'coingecko' },
      'base:native': { usd: '3000', at: NOW - 1000, source: 'coingecko' },
      [USDC]: { usd: '1.0001', at: NOW - 2000, source: 'coingecko' },
    });
    expect(answer.unanswered).toEqual([WETH]);
  });
});

describe('what the first source has no price of', () => {
  const aave = 'ethereum:0x7fc66500c84a76ad7e9c93437bfc5ac33e2ddae9';
  const unlisted = 'ethereum:0x00000000000000000000000000000000000000aa';
  const geckoCalls = () => upstream.requests.filter(({ pathname }) => pathname.startsWith('/coingecko'));
  const contractOf = (assetId: string) => assetId.split(':')[1] ?? '';

  it('is asked of the other when it is listed, never when it is not', async () => {
    gecko = { [contractOf(aave)]: [[NOON, '170']], [contractOf(unlisted)]: [[NOON, '5']] };
    await expect(historical(query(aave, NOON), query(unlisted, NOON))).resolves.toEqual({
      found: [{ usd: '170', at: NOON, source: 'coingecko' }, null],
      unanswered: [],
    });
    expect(geckoCalls()).toHaveLength(1);
  });

  it('has none when the other knows none either, or cannot see that far back', async () => {
    await expect(historical(query(aave, NOON), query(aave, NOW - 500 * DAY))).resolves.toEqual({
      found: [null, null],
      unanswered: [],
    });
  });

  it('is left open while the other cannot be asked', async () => {
    isGeckoDown = true;
    await expect(historical(query(aave, NOON))).resolves.toMatchObject({ unanswered: [{ assetId: aave }] });
  });

  it('is not waited for where our plan is refused', async () => {
    isGeckoRefusing = true;
    await expect(historical(query(aave, NOON))).resolves.toEqual({ found: [null], unanswered: [] });
  });

  it('is asked of the other for the present too, when it is listed', async () => {
    const ask = (...ids: string[]) =>
      prices.current(
        ids.map((assetId) => ({ assetId, symbol: '' })),
        never,
      );
    gecko = { [contractOf(aave)]: [[NOW - 1000, '170']], [contractOf(unlisted)]: [[NOW, '5']] };
    const answer = await ask(aave, unlisted, USDC);
    expect([...answer.prices]).toEqual([[aave, { usd: '170', at: NOW - 1000, source: 'coingecko' }]]);
    // Both were asked about USDC, and neither knows it.
    expect(answer.unanswered).toEqual([]);
    expect(geckoCalls()).toHaveLength(1);
    isGeckoDown = true;
    await expect(ask(aave, unlisted)).resolves.toEqual({ prices: new Map(), unanswered: [aave] });
    [isGeckoDown, isGeckoRefusing] = [false, true];
    await expect(ask(aave, unlisted)).resolves.toEqual({ prices: new Map(), unanswered: [] });
  });

  it('is taken from what comes with the service when it is a coin of long ago', async () => {
    const { found, unanswered } = await historical(query('base:native', Date.UTC(2016, 0, 1, 12)));
    expect(found).toEqual([{ usd: '0.938126', at: Date.UTC(2016, 0, 2) - 1, source: 'bundled_daily_close' }]);
    expect(unanswered).toEqual([]);
  });
});

describe('a current price', () => {
  it('comes with its time; what nobody prices is absent', async () => {
    llama = { 'coingecko:ethereum': [[NOW - 5000, '3000.5']], [USDC]: [[NOW - 60_000, '1']] };
    const assets = ['ethereum:native', USDC, WETH, 'ethereum:0x00000000000000000000000000000000000000aa'];
    const answer = await prices.current(
      assets.map((assetId) => ({ assetId, symbol: '' })),
      never,
    );
    expect(answer.unanswered).toEqual([]);
    expect([...answer.prices]).toEqual([
      ['ethereum:native', { usd: '3000.5', at: NOW - 5000, source: 'defillama' }],
      [USDC, { usd: '1', at: NOW - 60_000, source: 'defillama' }],
      [WETH, { usd: '3000.5', at: NOW - 5000, source: 'defillama' }],
    ]);
  });

  it('stops with the caller', async () => {
    const gone = new AbortController();
    gone.abort(new Error('gone'));
    await expect(prices.current([{ assetId: USDC, symbol: '' }], gone.signal)).rejects.toThrow('gone');
    await expect(prices.historical([query(USDC, NOON)], gone.signal)).rejects.toThrow('gone');
  });
});
