import { nativeAsset } from '../../domain/kernel/asset';
import { formatMoney, formatUnits } from '../../domain/kernel/units';
import { PipelineBench, SAVINGS, WALLET } from '../../../test/fakes/pipeline';
import { token, transaction } from '../../../test/fakes/scripted-history-source';
import type { Portfolio } from './valuation.service';
import type { WalletLedger } from '../ledger/wallet-ledger';

const DAY = 86_400_000;
const ETH = nativeAsset('ethereum');
const ONE = 10n ** 18n;
const DAI = token('ethereum', 'DAI', '0x6b175474e89094c44da98b954eedeac495271d0f');
const FOO = token('ethereum', 'FOO', '0x00000000000000000000000000000000000000f0');

/** Received 2 ETH, then bought 100 DAI and 7 FOO for one half of an ETH each. */
function bench(env?: Record<string, string>): PipelineBench {
  const it = new PipelineBench(['ethereum'], env);
  it.source.give('ethereum', WALLET.value, [
    transaction(WALLET.value, DAY, [{ in: 2n * ONE }]),
    transaction(WALLET.value, 2 * DAY, [{ out: ONE / 2n }, { in: 100n * ONE, asset: DAI }]),
    transaction(WALLET.value, 3 * DAY, [{ out: ONE / 2n }, { in: 7n * ONE, asset: FOO }]),
  ]);
  it.prices.usd.set(ETH.id, '200').set(DAI.id, '1');
  return it;
}

async function value(it: PipelineBench, budget = it.whole()): Promise<Portfolio> {
  return it.valuation.of(await it.ledgers.of(WALLET, [], budget), budget);
}

const told = ({ holdings }: Portfolio) =>
  holdings.map(({ tokenKey, asset, quantity, cost, value }) => [
    tokenKey,
    formatUnits(quantity, asset.decimals),
    cost === null ? null : formatMoney(cost),
    value === null ? null : formatMoney(value),
  ]);

describe('ValuationService', () => {
  it('values every holding and keeps what nobody prices out of the sums', async () => {
    const it = bench();
    const portfolio = await value(it);
    expect(told(portfolio)).toEqual([
      ['ethereum:ETH', '1', '0', '200'],
      ['ethereum:DAI', '100', '100', '100'],
      ['ethereum:FOO', '7', '100', null],
    ]);
    expect(portfolio).toMatchObject({ partial: false, pricesPending: false });
    expect(portfolio.totals).toEqual({
      value: 300n * ONE,
      cost: 100n * ONE,
      gain: 200n * ONE,
      unpricedCount: 1,
      unpricedCost: 100n * ONE,
    });
  });

  it('values a bundled wallet at its bundled prices, and asks no market', async () => {
    const it = bench();
    it.bundled.addresses.add(WALLET.value);
    it.bundled.usd.set(ETH.id, '150').set(FOO.id, '3');
    const portfolio = await value(it);
    expect(told(portfolio)).toEqual([
      ['ethereum:ETH', '1', '0', '150'],
      ['ethereum:FOO', '7', '100', '21'],
      ['ethereum:DAI', '100', '100', null],
    ]);
    expect(portfolio).toMatchObject({ partial: false, pricesPending: false });
    expect(it.prices.currentCalls).toEqual([]);
  });

  it('shows the quantities while upstream is silent, and everything later', async () => {
    const it = bench();
    it.source.hang('ethereum');
    const first = await value(it, it.partial());
    expect(first).toMatchObject({ partial: true, holdings: [] });
    it.source.heal('ethereum');
    await it.jobs.idle();
    expect(await value(it)).toMatchObject({ partial: false });
  });

  it('marks only the basis that hangs on a price still out', async () => {
    const it = bench();
    it.prices.silent.add(DAI.id);
    const portfolio = await value(it);
    expect(portfolio).toMatchObject({ partial: true, pricesPending: true });
    const basis = Object.fromEntries(portfolio.holdings.map(({ tokenKey, cost }) => [tokenKey, cost]));
    expect(basis).toEqual({ 'ethereum:ETH': 0n, 'ethereum:DAI': null, 'ethereum:FOO': 100n * ONE });
    it.prices.silent.clear();
    expect(await value(it)).toMatchObject({ partial: false, totals: { cost: 100n * ONE } });
  });

  it('caches nothing of a partial answer', async () => {
    const it = bench();
    it.prices.silent.add(ETH.id).add(DAI.id);
    await value(it);
    // The job caches the sums of what it has read.
    const ofAnswers = it.cache.keys().filter((key) => !key.endsWith('early_balances'));
    expect(ofAnswers.filter((key) => !key.endsWith(FOO.id))).toEqual([]);
  });

  it('agrees with lots and positions to the last digit', async () => {
    const it = bench();
    it.prices.usd.set(ETH.id, '1999.123456789').set(DAI.id, '0.999999999999999999');
    const walletLedger = await it.ledgers.of(WALLET, [], it.whole());
    const { holdings, totals } = await it.valuation.of(walletLedger, it.whole());
    const lots = await it.views.rankedLots(walletLedger, 'fifo', []);
    const positions = it.valuation.unpriced(walletLedger);
    const sum = (amounts: (bigint | null)[]) => amounts.reduce<bigint>((a, b) => a + (b ?? 0n), 0n);
    expect(sum(positions.map(({ cost }) => cost))).toBe(sum(lots.map(({ lot }) => lot.cost)));
    expect(totals.cost + totals.unpricedCost).toBe(sum(lots.map(({ lot }) => lot.cost)));
    expect(totals.value).toBe(sum(holdings.map((holding) => holding.value)));
    expect(totals.gain).toBe(totals.value - totals.cost);
  });
});

describe('WalletLedgerService', () => {
  it('ranks the same lots differently under each method', async () => {
    const it = new PipelineBench();
    const buy = (day: number, dai: bigint) =>
      transaction(WALLET.value, day * DAY, [{ out: dai, asset: DAI }, { in: ONE }]);
    it.source.give('ethereum', WALLET.value, [
      transaction(WALLET.value, DAY, [{ in: 1000n * ONE, asset: DAI }]),
      buy(2, 300n * ONE),
      buy(3, 100n * ONE),
      buy(4, 200n * ONE),
    ]);
    it.prices.usd.set(DAI.id, '1');
    const walletLedger = await it.ledgers.of(WALLET, [], it.whole());
    const costs = async (method: 'fifo' | 'lifo' | 'hifo' | 'specific_id', preferred: string[] = []) =>
      (await it.views.rankedLots(walletLedger, method, preferred))
        .filter(({ tokenKey }) => tokenKey === 'ethereum:ETH')
        .map(({ lot }) => Number(formatMoney(lot.cost)));
    expect(await costs('fifo')).toEqual([300, 100, 200]);
    expect(await costs('lifo')).toEqual([200, 100, 300]);
    expect(await costs('hifo')).toEqual([300, 200, 100]);
    const cheapest = (await it.views.rankedLots(walletLedger, 'hifo', [])).find(
      ({ rank, tokenKey }) => rank === 3 && tokenKey === 'ethereum:ETH',
    );
    expect(await costs('specific_id', [cheapest?.lot.id ?? ''])).toEqual([100, 300, 200]);
  });

  it('sees a loss in one wallet washed by a purchase in another', async () => {
    const it = new PipelineBench(['ethereum'], { ENABLE_WASH_SALES: 'true' });
    const day = (n: number) => Date.UTC(2024, 0, n);
    it.source.give('ethereum', WALLET.value, [
      transaction(WALLET.value, day(1), [{ in: 1000n * ONE, asset: DAI }]),
      transaction(WALLET.value, day(2), [{ out: 300n * ONE, asset: DAI }, { in: ONE }]),
      transaction(WALLET.value, day(10), [{ out: ONE }, { in: 200n * ONE, asset: DAI }]),
    ]);
    it.source.give('ethereum', SAVINGS.value, [
      transaction(SAVINGS.value, day(1), [{ in: 1000n * ONE, asset: DAI }]),
      transaction(SAVINGS.value, day(20), [{ out: 105n * ONE, asset: DAI }, { in: ONE / 2n }]),
    ]);
    it.prices.usd.set(DAI.id, '1');
    const disallowed = async ({ ledger, ...wallet }: WalletLedger) =>
      ledger && formatMoney((await it.views.taxSummary({ ...wallet, ledger })).washSaleDisallowed);
    const joint = await it.ledgers.together([SAVINGS, WALLET], it.whole());
    expect(await Promise.all(joint.wallets.map(disallowed))).toEqual(['0', '50']);
    const beside = await it.ledgers.of(WALLET, [SAVINGS], it.whole());
    expect([beside.ledger, await disallowed(beside)]).toEqual([joint.ledger, '50']);
    expect(await disallowed(await it.ledgers.of(WALLET, [], it.whole()))).toBe('0');
  });

  it('values several ledgers at prices asked for once', async () => {
    const it = bench();
    it.source.give('ethereum', SAVINGS.value, [transaction(SAVINGS.value, DAY, [{ in: ONE }])]);
    const { wallets } = await it.ledgers.together([WALLET, SAVINGS], it.whole());
    const asked = it.prices.currentCalls.length;
    const [one, other] = await it.valuation.ofAll(wallets, it.whole());
    expect(it.prices.currentCalls.length - asked).toBe(1);
    expect(it.prices.currentCalls.at(-1)?.length).toBe(3);
    expect([one, other]).toEqual([
      await it.valuation.of(await it.ledgers.of(WALLET, [SAVINGS], it.whole()), it.whole()),
      await it.valuation.of(await it.ledgers.of(SAVINGS, [WALLET], it.whole()), it.whole()),
    ]);
    expect(other?.totals.value).toBe(200n * ONE);
  });

  it('replays once for callers that come together', async () => {
    const it = bench();
    const [one, other] = await Promise.all([
      it.ledgers.of(WALLET, [], it.whole()),
      it.ledgers.of(WALLET, [], it.whole()),
    ]);
    expect(one.ledger).not.toBeNull();
    expect(other.ledger).toBe(one.ledger);
  });
});
