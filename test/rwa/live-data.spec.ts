import { Logger } from '@nestjs/common';
import { loadConfig } from '../../src/config/env';
import { dec } from '../../src/domain/kernel/decimal';
import { AppError } from '../../src/domain/kernel/errors';
import { RWA_TOKENS, type RwaSymbol } from '../../src/domain/rwa';
import { LiveDataService } from '../../src/modules/rwa/live-data.service';
import { FakeBundledWallets } from '../fakes/fake-bundled-wallets';
import { FakeCache } from '../fakes/fake-cache';
import { FakeClock } from '../fakes/fake-clock';
import { ScriptedRwaSource } from '../fakes/scripted-rwa-source';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DOWN = async () => {
  throw new AppError('DATA_PROVIDER_ERROR', { provider: 'scripted', error: 'HTTP 500' });
};

let clock: FakeClock;
let cache: FakeCache;
let source: ScriptedRwaSource;
let bundled: FakeBundledWallets;
let live: LiveDataService;

const service = (env: Record<string, string> = {}) =>
  new LiveDataService(source, loadConfig(env), bundled, cache, clock);

beforeEach(() => {
  Logger.overrideLogger(false);
  clock = new FakeClock();
  cache = new FakeCache(clock);
  source = new ScriptedRwaSource();
  bundled = new FakeBundledWallets();
  live = service();
});

/** As text: value, rate, size, source, error. */
async function figures(symbol: RwaSymbol, of = live, signal = new AbortController().signal) {
  const found = (await of.of([RWA_TOKENS[symbol]], signal)).get(symbol);
  if (!found) throw new Error(`no figures of ${symbol}`);
  const { nav, rate, aum, source: from, error } = found;
  return [nav?.toFixed() ?? null, rate?.toFixed() ?? null, aum?.toFixed() ?? null, from, error];
}

const FRESH = ['114.2', '0.0371', '390000000', 'scripted', null];

describe('live figures', () => {
  it('are those of the market', async () => {
    expect(await figures('OUSG')).toEqual(FRESH);
  });

  it.each<RwaSymbol>(['USDM', 'sUSDe', 'USTB', 'TBILL', 'STBT', 'WTGXX'])(
    'of %s are never asked for',
    async (symbol) => {
      expect(await figures(symbol)).toEqual([null, null, null, 'default', null]);
      expect(source.asked).toEqual({ navs: 0, yields: 0 });
    },
  );

  it('of BENJI are a dollar, and what the operator says', async () => {
    expect(await figures('BENJI', service({ RWA_BENJI_APY: '3.81' }))).toEqual([
      '1',
      '0.0381',
      null,
      'configuration',
      null,
    ]);
    const [nav, rate, , from, error] = await figures('BENJI');
    expect([nav, rate, from]).toEqual(['1', null, 'configuration']);
    expect(error).toContain('RWA_BENJI_APY');
    expect(source.asked).toEqual({ navs: 0, yields: 0 });
  });

  it('refuse a yield of BENJI that is no percentage', () => {
    for (const text of ['3,81', 'high', '-1', '381', '1e1', '3.81%'])
      expect(() => service({ RWA_BENJI_APY: text })).toThrow('RWA_BENJI_APY');
  });

  it('are asked for once, however many ask', async () => {
    const answers = await Promise.all(Array.from({ length: 200 }, () => figures('OUSG')));
    expect(new Set(answers.map((answer) => JSON.stringify(answer)))).toEqual(
      new Set([JSON.stringify(FRESH)]),
    );
    expect(source.asked).toEqual({ navs: 1, yields: 1 });
    await figures('BUIDL');
    expect(source.asked).toEqual({ navs: 1, yields: 1 });
  });

  it('are remembered: values five minutes, yields an hour, for every process', async () => {
    await figures('OUSG');
    clock.advance(5 * MINUTE - 1);
    await figures('OUSG', service());
    expect(source.asked).toEqual({ navs: 1, yields: 1 });
    clock.advance(1);
    await figures('OUSG', service());
    expect(source.asked).toEqual({ navs: 2, yields: 1 });
    clock.advance(HOUR);
    await figures('OUSG', service());
    expect(source.asked).toEqual({ navs: 3, yields: 2 });
  });

  it('of a token the market has no entry for are missing, and say so', async () => {
    expect(await figures('USDY')).toEqual([
      null,
      null,
      null,
      'scripted',
      'value: no entry for this token; yield: no entry for this token',
    ]);
  });
});

describe('while the market is down', () => {
  beforeEach(() => {
    source.answers = { ...source.answers, navs: DOWN, yields: DOWN };
  });

  it('figures are missing, which is no error, and nobody is asked again at once', async () => {
    const missing = [null, null, null, 'scripted', 'value: HTTP 500; yield: HTTP 500'];
    expect(await figures('OUSG')).toEqual(missing);
    expect(await figures('OUSG')).toEqual(missing);
    expect(source.asked).toEqual({ navs: 1, yields: 1 });
    clock.advance(MINUTE);
    source.answers = new ScriptedRwaSource().answers;
    expect(await figures('OUSG')).toEqual(FRESH);
  });

  it('one of the two is said without the other', async () => {
    source.answers.navs = async () => ({ OUSG: '114.2' });
    expect(await figures('OUSG')).toEqual(['114.2', null, null, 'scripted', 'yield: HTTP 500']);
  });

  it('old figures stand in for a day, and say of when they are', async () => {
    source.answers = new ScriptedRwaSource().answers;
    await figures('OUSG');
    const readAt = new Date(clock.now()).toISOString();
    source.answers = { ...source.answers, navs: DOWN, yields: DOWN };
    clock.advance(2 * HOUR);
    const stale = [...FRESH.slice(0, 3), `scripted, as of ${readAt}`, null];
    expect(await figures('OUSG')).toEqual(stale);
    clock.advance(21 * HOUR);
    expect(await figures('OUSG')).toEqual(stale);
    clock.advance(2 * HOUR);
    expect((await figures('OUSG')).slice(0, 2)).toEqual([null, null]);
  });

  it('a bug is told to nobody', async () => {
    source.answers.navs = async () => {
      throw new TypeError("Cannot read properties of undefined (reading 'secret')");
    };
    expect((await figures('OUSG'))[4]).toBe('value: the answer could not be read; yield: HTTP 500');
  });
});

it('a caller who leaves does not end the question', async () => {
  let answer = (_: Record<string, string>): void => undefined;
  source.answers.navs = () => new Promise((resolve) => (answer = resolve));
  const leaving = new AbortController();
  const gone = figures('OUSG', live, leaving.signal);
  const staying = figures('OUSG');
  leaving.abort();
  expect((await gone)[4]).toContain('value: no complete answer in time');
  answer({ OUSG: '114.2' });
  expect(await staying).toEqual(FRESH);
  expect(source.asked.navs).toBe(1);
});

it('who comes late to a question without an answer does not wait as long again', async () => {
  let answer = (_: Record<string, string>): void => undefined;
  source.answers.navs = () => new Promise((resolve) => (answer = resolve));
  const leaving = new AbortController();
  const first = figures('OUSG', live, leaving.signal);
  leaving.abort();
  await first;
  clock.advance(5_000);
  expect(await figures('OUSG')).toEqual([
    null,
    '0.0371',
    '390000000',
    'scripted',
    'value: no complete answer in time',
  ]);
  answer({ OUSG: '114.2' });
  await new Promise((resolve) => setImmediate(resolve));
  expect(await figures('OUSG')).toEqual(FRESH);
  expect(source.asked.navs).toBe(1);
});

it('a cache that keeps nothing sends nobody upstream more often', async () => {
  class NoCache extends FakeCache {
    override async get<T>(): Promise<T | null> {
      return null;
    }
  }
  cache = new NoCache(clock);
  live = service();
  await figures('OUSG');
  await figures('OUSG');
  expect(source.asked).toEqual({ navs: 1, yields: 1 });
});

it('a source that throws at once is asked again later', async () => {
  source.answers.navs = () => {
    throw new AppError('DATA_PROVIDER_ERROR', { error: 'at once' });
  };
  expect((await figures('OUSG'))[4]).toBe('value: at once');
  source.answers = new ScriptedRwaSource().answers;
  clock.advance(MINUTE);
  expect(await figures('OUSG')).toEqual(FRESH);
});

it('gives a bundled wallet the bundled figures, and asks nobody', async () => {
  bundled.addresses.add('0xa');
  bundled.funds.set('OUSG', { nav: '115.09', apy: '3.71', aum: null });
  const tokens = [RWA_TOKENS.OUSG, RWA_TOKENS.USDY];
  const found = await live.ofWallet('0xa', tokens, new AbortController().signal);
  expect(
    [...found].map(([symbol, { nav, rate, source: from }]) => [
      symbol,
      nav?.toFixed(),
      rate?.toFixed(),
      from,
    ]),
  ).toEqual([
    ['OUSG', '115.09', '0.0371', 'bundle'],
    ['USDY', undefined, undefined, 'default'],
  ]);
  expect(source.asked).toEqual({ navs: 0, yields: 0 });
});

describe('past yields', () => {
  const never = new AbortController().signal;
  const past = (address = '0xb') =>
    live.historyOfWallet(address, [RWA_TOKENS.OUSG, RWA_TOKENS.BUIDL, RWA_TOKENS.BENJI], never);
  const firstDay = Date.parse('2026-01-01') / (24 * HOUR);

  it('are those of the history that the source names', async () => {
    const found = await past();
    expect([...found.keys()]).toEqual(['OUSG']);
    const history = found.get('OUSG');
    expect(history?.sumOf(firstDay - 1, firstDay + 1, dec(0)).toFixed()).toBe('0.09');
    expect(source.histories).toEqual(['ousg-pool']);
  });

  it('are read once, and again later', async () => {
    await Promise.all([past(), past()]);
    await past();
    expect(source.histories).toHaveLength(1);
    clock.advance(6 * HOUR);
    await past();
    expect(source.histories).toHaveLength(2);
  });

  it('are absent where the source has none, and never an error', async () => {
    source.answers.pastYields = async () => [];
    expect([...(await past())]).toEqual([]);
    live = service();
    clock.advance(6 * HOUR);
    source.answers.pastYields = DOWN;
    expect([...(await past())]).toEqual([]);
    source.answers.yields = DOWN;
    expect([...(await past())]).toEqual([]);
  });

  it('of a bundled wallet are not asked for', async () => {
    bundled.addresses.add('0xa');
    expect([...(await past('0xa'))]).toEqual([]);
    expect([source.histories, source.asked.yields]).toEqual([[], 0]);
  });
});
