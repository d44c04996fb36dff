import { readData } from '../../../../test/recorded/data';
import { loadConfig } from '../../../config/env';
import { parseAddress } from '../../../domain/kernel/address';
import type { ChainName } from '../../../domain/kernel/chain';
import { dec, type Decimal } from '../../../domain/kernel/decimal';
import { formatUnits, fromUnits } from '../../../domain/kernel/units';
import type { ChainTransaction } from '../../../domain/chain/facts/chain-transaction';
import { MAIN, MINER, STAKER, VAULT } from './demo.addresses';
import { demoAsset } from './demo.assets';
import { toChainTransaction, touches } from './demo.mapper';
import { DEMO_DAYS } from './demo.days';
import { DEMO_AS_OF, DEMO_PRICES, closeOf, latestOf, priceUntil } from './demo.prices';
import { DEMO_ADDRESSES, DemoHistorySource, DemoWallets } from './index';
import { STORY } from './story';
import { SPAMMER, SOLANA_SPAMMER } from './story/parties';

const { signal } = new AbortController();

const FINAL: [chain: ChainName, wallet: string, left: Record<string, string>][] = [
  [
    'ethereum',
    MAIN,
    { ETH: '0.4689', UNI: '200', USDC: '3026.55', LINK: '10', AAVE: '2.5', DAI: '712.4', OUSG: '43.73' },
  ],
  ['ethereum', VAULT, { ETH: '0.1456', USDC: '390.3', USDY: '1071.4' }],
  ['base', MAIN, { ETH: '0.1999825', USDC: '313.8', WETH: '0.0192' }],
  ['bitcoin', MINER, { BTC: '0.03277' }],
  ['solana', STAKER, { SOL: '14.05926', USDC: '2072', JUP: '569' }],
];

const isSpam = (entry: { from: string | null }): boolean =>
  entry.from === SPAMMER || entry.from === SOLANA_SPAMMER;

const honest = (chain: ChainName, wallet: string): ChainTransaction[] =>
  STORY.filter((entry) => entry.chain === chain && touches(entry, wallet) && !isSpam(entry)).map((entry) =>
    toChainTransaction(entry, wallet),
  );

function netOf(tx: ChainTransaction): Map<string, bigint> {
  const net = new Map<string, bigint>();
  const add = (id: string, units: bigint) => net.set(id, (net.get(id) ?? 0n) + units);
  for (const move of tx.movements) {
    if (move.to === tx.wallet) add(move.asset.id, move.quantity);
    if (move.from === tx.wallet) add(move.asset.id, -move.quantity);
  }
  if (tx.fee) add(tx.fee.asset.id, -tx.fee.quantity);
  return net;
}

describe.each(FINAL)('the ledger on %s of %s', (chain, wallet, left) => {
  const history = honest(chain, wallet);

  it('never fall below zero', () => {
    const balance = new Map<string, bigint>();
    for (const tx of history)
      for (const [id, units] of netOf(tx)) {
        balance.set(id, (balance.get(id) ?? 0n) + units);
        expect({ id, at: tx.at, isCovered: balance.get(id)! >= 0n }).toEqual({
          id,
          at: tx.at,
          isCovered: true,
        });
      }
  });

  it('end with what the story promises, and the source says the same', async () => {
    const ids = new Set(history.flatMap((tx) => [...netOf(tx).keys()]));
    const balances = await new DemoHistorySource().balances(chain, parseAddress(wallet), [...ids], signal);
    const assets = new Map(
      history.flatMap((tx) => tx.movements).map(({ asset }) => [asset.id, asset] as const),
    );
    const held = balances
      .filter(({ quantity }) => quantity > 0n)
      .map(({ assetId, quantity }) => {
        const { symbol, decimals } = assets.get(assetId)!;
        return [symbol, formatUnits(quantity, decimals)];
      });
    expect(Object.fromEntries(held)).toEqual(left);
    for (const symbol of Object.keys(left))
      expect(latestOf(demoAsset(`${chain}:${symbol}`).id)?.at).toBe(DEMO_AS_OF);
  });
});

describe('prices of the story', () => {
  const all = DEMO_ADDRESSES.flatMap(({ address }) =>
    STORY.filter((entry) => touches(entry, address) && !isSpam(entry)).map((e) =>
      toChainTransaction(e, address),
    ),
  );
  const valued = all.flatMap((tx) => [
    ...tx.movements.map(({ asset }) => ({ asset, at: tx.at })),
    ...(tx.fee ? [{ asset: tx.fee.asset, at: tx.at }] : []),
  ]);

  it('exist for every movement and fee, so that no network is ever asked', () => {
    expect(valued.filter(({ asset, at }) => closeOf(asset.id, at) === null)).toEqual([]);
  });

  it('do not exist beyond what the story needs', () => {
    const needed = new Set(
      valued.map(({ asset, at }) => `${asset.id} ${new Date(at).toISOString().slice(0, 10)}`),
    );
    const bundled = Object.values(DEMO_PRICES).flatMap((days) => Object.keys(days));
    expect(bundled.length).toBeLessThan(needed.size + Object.keys(DEMO_PRICES).length);
  });

  it('agree with the amounts swapped, within a percent', () => {
    let swaps = 0;
    for (const tx of all) {
      const sums = { in: dec(0), out: dec(0) };
      let isPriced = true;
      for (const { asset, quantity, from } of tx.movements) {
        const price = closeOf(asset.id, tx.at);
        isPriced &&= price !== null;
        const value: Decimal = fromUnits(quantity, asset.decimals).mul(price?.usd ?? 0);
        const side = from === tx.wallet ? 'out' : 'in';
        sums[side] = sums[side].plus(value);
      }
      if (!isPriced || sums.in.isZero() || sums.out.isZero()) continue;
      swaps += 1;
      expect({ at: new Date(tx.at), ratio: sums.in.div(sums.out).toDecimalPlaces(2).toFixed() }).toEqual({
        at: new Date(tx.at),
        ratio: expect.stringMatching(/^(0\.99|1|1\.01)$/),
      });
    }
    expect(swaps).toBe(23);
  });

  it('are answered by day and by their own date', async () => {
    const assetId = 'ethereum:native';
    const usd = { usd: '4742.0809', at: Date.UTC(2021, 10, 10), source: 'demo' };
    expect(closeOf(assetId, Date.UTC(2021, 10, 10, 12))).toEqual(usd);
    expect(closeOf(assetId, Date.UTC(2021, 10, 11))).toBeNull();
  });
});

describe('the wallets whose data are bundled', () => {
  const bundled = new DemoWallets(loadConfig({ DEMO_WALLETS: 'true' }));

  it('are the demo wallets, while these are on', () => {
    for (const { address } of DEMO_ADDRESSES) expect(bundled.has(address)).toBe(true);
    expect(bundled.has('0xd8da6bf26964af9d7eed9e03e53415d37aa96045')).toBe(false);
    expect(new DemoWallets(loadConfig({ DEMO_WALLETS: 'false' })).has(MAIN)).toBe(false);
  });

  it('have a newest price of each asset, dated to its own day', () => {
    const newest = { usd: '2293.04', at: DEMO_AS_OF, source: 'demo' };
    expect(bundled.price('ethereum:native')).toEqual(newest);
    expect(bundled.price('ethereum:0x0')).toBeNull();
  });

  it('have the close of a past day, else the newest price before it', () => {
    const end = (day: string) => Date.parse(`${day}T23:59:59.999Z`);
    const dated = new DemoWallets(loadConfig({ DEMO_WALLETS: 'true' }), ({ at }) =>
      at === end('2022-03-01') ? { usd: '2900', at, source: 'closes' } : null,
    );
    const priceOn = (day: string) => dated.priceAt('ethereum:native', end(day));
    expect(priceOn('2022-03-01')).toMatchObject({ usd: '2900', source: 'closes' });
    expect(priceOn('2022-03-04')).toMatchObject({ usd: '2900', at: end('2022-03-01') });
    expect(priceOn('2022-03-20')).toMatchObject({ usd: '3216.593', source: 'demo' });
    expect(priceOn('2020-01-01')).toBeNull();
    expect(priceOn('2026-11-01')).toMatchObject({ at: DEMO_AS_OF });
  });

  it('have figures of the two funds they hold', () => {
    expect(bundled.fund('OUSG')).toEqual({ nav: '115.09', apy: '3.71', aum: null });
    expect(bundled.fund('USDY')).toEqual({ nav: '1.12', apy: '3.55', aum: null });
    expect(bundled.fund('BUIDL')).toBeNull();
  });
});

describe('the bundled prices against the recorded daily series', () => {
  const recorded = readData<Record<string, { first: string; usd: (number | null)[] }>>('daily-prices');
  const recordedOn = (symbol: string, day: number): string | undefined => {
    const { first, usd } = recorded[symbol] ?? { first: '2026-05-02', usd: [] };
    const price = usd[(day - Date.parse(first)) / 86_400_000];
    return price === undefined || price === null
      ? undefined
      : dec(String(price)).toDecimalPlaces(4).toFixed();
  };

  it('are those of the day, to four decimals', () => {
    for (const [series, days] of Object.entries(DEMO_PRICES))
      for (const [day, usd] of Object.entries(days))
        expect([series, day, usd]).toEqual([series, day, recordedOn(series, Date.parse(day))]);
  });

  it('are those of every day on which a token is held, and no others', () => {
    for (const [series, years] of Object.entries(DEMO_DAYS)) {
      const bundled = Object.entries(years).flatMap(([year, fields]) =>
        fields.split(' ').map((usd, i) => [Date.UTC(Number(year), 0, 1 + i), usd || undefined] as const),
      );
      const held = bundled.findIndex(([, usd]) => usd !== undefined);
      expect(bundled.slice(0, held).every(([, usd]) => usd === undefined)).toBe(true);
      for (const [day, usd] of bundled.slice(held))
        expect([series, new Date(day), usd]).toEqual([series, new Date(day), recordedOn(series, day)]);
    }
  });

  it('have holes, over which the newest price before them holds', () => {
    const uni = demoAsset('ethereum:UNI').id;
    const on = (day: string) => priceUntil(uni, Date.parse(`${day}T23:59:59.999Z`));
    expect(on('2021-09-10')?.at).toBe(Date.UTC(2021, 8, 10));
    expect(on('2024-01-31')?.at).toBe(Date.UTC(2022, 8, 10));
    expect(on('2025-08-05')?.at).toBe(Date.UTC(2025, 7, 5));
    expect(on('2021-03-01')).toBeNull();
  });
});
