import { dec, formatDecimal } from '../../src/domain/kernel/decimal';
import { startApp, type TestApp } from '../app.factory';
import { OFFLINE } from '../support/offline';

const MAIN = '0xde300000000000000000000000000000000a11ce';
const VAULT = '0xde30000000000000000000000000000000005afe';
const MINER = 'bc1qjh2gnfsltj06v4e6ysgp578hgl3p5u3ph7khe4';
const STAKER = '4StQ87uUY55GUcCqNcD8m6UTQhifPe7qq9sfnR88ASSH';

type Row = Record<string, string>;

describe('the demo wallets, without a network', () => {
  let app: TestApp;
  const get = async (path: string) => {
    const { status, body } = await app.get(`/api/v1/wallets/${path}`);
    expect(status).toBe(200);
    return body;
  };

  beforeAll(async () => {
    app = await startApp({ ...OFFLINE, DEMO_WALLETS: 'true' });
  });
  afterAll(() => app?.close());

  it.each([
    ['a Bitcoin miner', MINER, { 'bitcoin:BTC': '0.03277' }],
    ['a Solana staker', STAKER, { 'solana:SOL': '14.05926', 'solana:USDC': '2072', 'solana:JUP': '569' }],
    [
      'a savings vault',
      VAULT,
      { 'ethereum:ETH': '0.1456', 'ethereum:USDC': '390.3', 'ethereum:USDY': '1071.4' },
    ],
    [
      'an everyday wallet on two chains',
      MAIN,
      {
        'base:ETH': '0.1999825',
        'base:USDC': '313.8',
        'base:WETH': '0.0192',
        'ethereum:AAVE': '2.5',
        'ethereum:DAI': '712.4',
        'ethereum:ETH': '0.4689',
        'ethereum:LINK': '10',
        'ethereum:OUSG': '43.73',
        'ethereum:UNI': '200',
        'ethereum:USDC': '3026.55',
      },
    ],
  ])('tell what %s holds', async (_name, address, held) => {
    const { data, meta } = await get(`${address}/positions`);
    expect(Object.fromEntries((data as Row[]).map((row) => [row['token_key'], row['quantity']]))).toEqual(
      held,
    );
    expect(meta.unavailable_chains).toEqual([]);
  });

  it('have a value on each day of their story, equal to the holdings of that day', async () => {
    const query = 'start_date=2021-03-01&end_date=2026-05-31&interval=month';
    const { data, partial } = await get(`${MAIN}/value-history?${query}`);
    expect([data.timezone, data.points.length, partial]).toEqual(['UTC', 63, false]);
    expect(data.points.filter((point: Row) => point['gap'] !== null)).toEqual([]);
    for (const { date, value } of [0, 9, 17, 38, 62].map((i) => data.points[i])) {
      const past = await get(`${MAIN}/holdings/summary?as_of=${date}`);
      expect([date, past.data.total_value]).toEqual([date, value]);
    }
    const estimates = ['2021-03-31', '2024-01-31', '2025-08-31'].map(
      (day) => data.points.find(({ date }: Row) => date === day)['estimated_count'],
    );
    expect([estimates[0], estimates[1] > 0, estimates[2]]).toEqual([0, true, 0]);
    const then = await get(`${MAIN}/holdings?as_of=2021-03-31`);
    expect((then.data as Row[]).map((row) => [row['token_key'], row['price_at']])).toEqual([
      ['ethereum:UNI', '2021-03-31T00:00:00.000Z'],
      ['ethereum:ETH', '2021-03-31T23:59:59.999Z'],
    ]);
  });

  it('refuse days that are none or have not come, and intervals that are unknown', async () => {
    const refusals = {
      'value-history?end_date=2999-01-01': ['end_date', 'not be after'],
      'value-history?start_date=2024-02-30': ['start_date', 'YYYY-MM-DD'],
      'value-history?start_date=2008-12-31': ['start_date', 'before 2009-01-01'],
      'value-history?start_date=2024-02-02&end_date=2024-02-01': ['end_date', 'before start_date'],
      'value-history?interval=hour': ['interval', 'day'],
      'holdings?as_of=2999-01-01': ['as_of', 'not be after'],
      'holdings/summary?as_of=yesterday': ['as_of', 'YYYY-MM-DD'],
    };
    for (const [path, [field, words]] of Object.entries(refusals)) {
      const { status, body } = await app.get(`/api/v1/wallets/${MAIN}/${path}`);
      expect([path, status, body.error.code, body.error.field]).toEqual([
        path,
        400,
        'VALIDATION_ERROR',
        field,
      ]);
      expect(body.error.message).toContain(words);
    }
  });

  it('are priced whole, and their views agree', async () => {
    const holdings = await get(`${MAIN}/holdings?owned_wallets=${VAULT}&per_page=100`);
    expect(holdings).toMatchObject({ partial: false, still_indexing: false });
    expect((holdings.data as Row[]).filter((row) => row['price_missing'])).toEqual([]);
    const { data } = await get(`${MAIN}/dashboard?owned_wallets=${VAULT}`);
    const total = (holdings.data as Row[]).reduce(
      (sum, row) => sum.plus(row['current_value'] ?? 'NaN'),
      dec(0),
    );
    expect(data.summary.total_value).toBe(formatDecimal(total));
    expect(data.chains.map((row: Row) => row['chain']).sort()).toEqual(['base', 'ethereum']);
    expect(data.recent_transactions.some((row: { is_spam: boolean }) => row.is_spam)).toBe(false);
  });

  it('know what savings cost once the wallet they came from is named', async () => {
    const untracked = async (query: string): Promise<string[]> =>
      ((await get(`${VAULT}/positions${query}`)).data as (Row & { has_untracked: boolean })[])
        .filter((row) => row.has_untracked)
        .map((row) => row['symbol'] ?? '');
    const alone = await untracked('');
    const together = await untracked(`?owned_wallets=${MAIN}`);
    expect(alone).toContain('ETH');
    expect(together).not.toContain('ETH');
  });

  it('leave another address to the explorers, and say that none answers', async () => {
    const { status, body } = await app.get(
      '/api/v1/wallets/0x00000000000000000000000000000000000000d1/positions',
    );
    expect([status, body.error.code]).toEqual([502, 'DATA_PROVIDER_ERROR']);
  });
});
