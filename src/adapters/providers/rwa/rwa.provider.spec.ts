import {
  type LocalUpstream,
  type Responder,
  sendHtml,
  sendJson,
  startLocalUpstream,
} from '../../../../test/support/local-upstream';
import { loadConfig } from '../../../config/env';
import { RWA_TOKENS } from '../../../domain/rwa';
import { LlamaRwaSource } from './rwa.provider';
import { FakeClock } from '../../../../test/fakes/fake-clock';

const clock = new FakeClock(Date.UTC(2026, 10, 20));
const never = new AbortController().signal;
const ONCE = { attempts: 1, attemptMs: 2_000, wholeMs: 2_000 };

const [BUIDL, BUIDL_I] = RWA_TOKENS.BUIDL.contracts.ethereum;
const [BUIDL_POLYGON] = RWA_TOKENS.BUIDL.contracts.polygon;
const [USDY] = RWA_TOKENS.USDY.contracts.ethereum;
const [OUSG] = RWA_TOKENS.OUSG.contracts.ethereum;

const pool = (
  project: string,
  symbol: string,
  contract: string | null,
  apy: unknown,
  tvlUsd: unknown = 0,
) => ({
  ...{ chain: 'Ethereum', project, symbol, apy, tvlUsd, pool: 'some-uuid', poolMeta: null },
  underlyingTokens: contract === null ? null : [contract],
});

let upstream: LocalUpstream;
let source: LlamaRwaSource;
let answers: Record<string, unknown>;
let pools: unknown[];

beforeEach(async () => {
  pools = [];
  answers = { '/tvl/blackrock-buidl': '1890000000', '/tvl/circle-usyc': '1250000000.5' };
  upstream = await startLocalUpstream((url, response, request) => {
    const [, path = ''] = /^\/(?:coins|yields|api)(\/.*)$/.exec(url.pathname) ?? [];
    const answer = path === '/pools' ? (answers[path] ?? { status: 'success', data: pools }) : answers[path];
    if (typeof answer === 'function') (answer as Responder)(url, response, request);
    else if (answer === undefined) sendJson(response, { message: 'Protocol not found' }, 400);
    else sendJson(response, answer);
  });
  const config = loadConfig({
    DEFILLAMA_COINS_BASE_URL: `${upstream.url}/coins`,
    DEFILLAMA_YIELDS_BASE_URL: `${upstream.url}/yields`,
    DEFILLAMA_API_BASE_URL: `${upstream.url}/api`,
  });
  source = new LlamaRwaSource(config, clock, { patience: { request: ONCE, background: ONCE } });
});
afterEach(async () => {
  await source.onApplicationShutdown();
  await upstream.close();
});

const PRICES = '/prices/current/';
const coins = (body: unknown) => {
  const ids = ['BUIDL', 'USDY', 'OUSG', 'USYC'] as const;
  answers[`${PRICES}${ids.map((id) => `ethereum:${RWA_TOKENS[id].contracts.ethereum[0]}`).join(',')}`] = body;
};

describe('values', () => {
  it('are prices of the contract, by the digit, whatever the case of the echo', async () => {
    coins(
      `{"coins":{"ethereum:${BUIDL}":{"price":1},"ethereum:${OUSG.toUpperCase()}":{"price":114.20000000000000001}}}`,
    );
    expect(await source.navs(never)).toEqual({ BUIDL: '1', OUSG: '114.20000000000000001' });
  });

  it.each(['0', '-1', 'null', '"1.1"x', '{}', '1e999'])('are not %s', async (price) => {
    coins(`{"coins":{"ethereum:${OUSG}":{"price":1.5},"ethereum:${USDY}":{"price":${price}}}}`);
    const answer = await source.navs(never).catch((error: { code: string }) => error.code);
    expect(answer).toEqual(price.endsWith('x') ? 'DATA_PROVIDER_ERROR' : { OUSG: '1.5' });
  });

  it('are asked for in one call, and of no token without a market', async () => {
    coins({ coins: {} });
    await source.navs(never);
    expect(upstream.requests).toHaveLength(1);
    const asked = decodeURIComponent(upstream.requests[0]?.pathname ?? '');
    expect(asked).toContain(BUIDL);
    for (const symbol of ['BENJI', 'USDM', 'sUSDe', 'USTB'] as const)
      expect(asked).not.toContain(RWA_TOKENS[symbol].contracts.ethereum[0]);
  });
});

describe('yields', () => {
  const yields = () => source.yields(never);

  it('are of the project and of the contract', async () => {
    pools = [
      pool('flux-finance', 'OUSG', OUSG, 0.9, 12),
      pool('circle-usyc', 'OUSG', OUSG, 7, 1_000),
      pool('ondo-yield-assets', 'OUSG', '0x1B19C19393e2d034D8Ff31ff34c81252FcBbee92', 3.71, 390),
      pool('ondo-yield-assets', 'USDY', USDY, 3.55, 480),
      pool('ondo-yield-assets', 'USDY', '0xsui::usdy', 9.9, 20),
      pool('ethena-usde', 'SUSDE', null, 9.31466, 5_698_745_714),
      pool('blackrock-buidl', 'BUIDL', `0x${'1'.repeat(40)}`, 8),
    ];
    expect(await yields()).toEqual({
      OUSG: { apy: '3.71', aum: '390', history: 'some-uuid' },
      // Includes networks that are not indexed.
      USDY: { apy: '3.55', aum: '500', history: 'some-uuid' },
    });
  });

  it('prefer the first contract, then the largest pool that says something', async () => {
    const main = pool('blackrock-buidl', 'BUIDL', BUIDL, 4.02, 1);
    const others = [
      pool('blackrock-buidl', 'BUIDL', BUIDL_POLYGON, 4.5, 40),
      pool('blackrock-buidl', 'BUIDL', BUIDL_I, 4.21, 600),
    ];
    pools = [...others, main];
    expect((await yields())['BUIDL']?.apy).toBe('4.02');
    for (const nothing of [0, null, undefined, -1, 4_000]) {
      pools = [...others, { ...main, apy: nothing }];
      expect((await yields())['BUIDL']?.apy).toBe('4.21');
    }
  });

  it('take the size from the protocol, else from the pools', async () => {
    pools = [pool('circle-usyc', 'USYC', RWA_TOKENS.USYC.contracts.ethereum[0], 3.48, 150)];
    expect(await yields()).toEqual({ USYC: { apy: '3.48', aum: '1250000000.5', history: 'some-uuid' } });
    for (const broken of [
      { message: 'x' },
      '"many"',
      '0',
      (...[, response]: Parameters<Responder>) => sendHtml(response, 502),
    ]) {
      answers['/tvl/circle-usyc'] = broken;
      expect(await yields()).toEqual({ USYC: { apy: '3.48', aum: '150', history: 'some-uuid' } });
    }
    pools = [pool('circle-usyc', 'USYC', RWA_TOKENS.USYC.contracts.ethereum[0], 3.48, null)];
    expect(await yields()).toEqual({ USYC: { apy: '3.48', aum: null, history: 'some-uuid' } });
  });

  it('pass over rows of another shape, and over what is not there', async () => {
    pools = [null, 7, 'x', [], { project: 7 }, { project: 'circle-usyc', apy: 'high' }];
    expect(await yields()).toEqual({});
  });

  it('come out of a list of twenty thousand rows', async () => {
    pools = Array.from({ length: 20_000 }, (_, n) => pool(`project-${n}`, 'LP', `0x${n}`, n % 7, n));
    pools.push(pool('ondo-yield-assets', 'OUSG', OUSG, 3.71, 390));
    expect(Object.keys(await yields())).toEqual(['OUSG']);
  });
});

describe('past yields', () => {
  it('are of one pool, day by day, without days of which the index knows nothing', async () => {
    const row = (timestamp: unknown, apy: unknown) => ({ timestamp, apy, tvlUsd: 1, apyBase: null });
    answers['/chart/some-uuid'] = {
      status: 'success',
      data: [
        row('2025-03-01T23:01:12.345Z', 4.25),
        row('2025-03-02T00:00:00.000Z', 0),
        row('2025-03-03', 4.5),
        row('2025-03-04T00:00:00.000Z', null),
        row('soon', 4),
        row(7, 4),
        row('2025-03-05T00:00:00.000Z', 4_000),
        null,
      ],
    };
    expect(await source.pastYields('some-uuid', never)).toEqual([
      ['2025-03-01', '4.25'],
      ['2025-03-03', '4.5'],
    ]);
    expect(upstream.requests).toHaveLength(1);
  });
});

describe('an upstream in trouble', () => {
  it.each<[string, Responder, string]>([
    ['down', (_, response) => sendJson(response, { message: 'no' }, 500), 'DATA_PROVIDER_ERROR'],
    ['busy', (_, response) => sendJson(response, { message: 'slow down' }, 429), 'DATA_PROVIDER_ERROR'],
    ['behind a page', (_, response) => sendHtml(response, 200), 'DATA_PROVIDER_ERROR'],
    ['gone', (_, response) => void response.destroy(), 'DATA_PROVIDER_ERROR'],
    ['of another shape', (_, response) => sendJson(response, { data: {} }), 'DATA_PROVIDER_ERROR'],
    ['for sale', (_, response) => sendJson(response, { message: 'pay' }, 402), 'PROVIDER_ENTITLEMENT_ERROR'],
  ])('%s: says so, and by whom', async (_, responder, code) => {
    upstream.respond(responder);
    for (const ask of [source.navs(never), source.yields(never), source.pastYields('some-uuid', never)])
      await expect(ask).rejects.toMatchObject({ code, details: { provider: 'defillama' } });
  });
});
