import { nativeAsset } from '../../domain/kernel/asset';
import { ProcessState } from '../../common/process-state';
import { FakeDomainEvents } from '../../../test/fakes/fake-domain-events';
import { FakeWatchList } from '../../../test/fakes/fake-watch-list';
import { PipelineBench, SAVINGS, WALLET } from '../../../test/fakes/pipeline';
import { token, transaction } from '../../../test/fakes/scripted-history-source';
import { WalletWatcher } from './wallet-watcher.service';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const ETH = nativeAsset('ethereum');
const ONE = 10n ** 18n;
const DAI = token('ethereum', 'DAI', '0x6b175474e89094c44da98b954eedeac495271d0f');
const USER = '11111111-1111-4111-8111-111111111111';

function bench(env: Record<string, string> = {}) {
  const pipeline = new PipelineBench(['ethereum'], { PARTIAL_BUDGET_MS: '200', ...env });
  const { clock, store, source, snapshots, prices, overlays, indexer, cache } = pipeline;
  const [events, watchList] = [new FakeDomainEvents(), new FakeWatchList()];
  const now = clock.now();
  const before = [
    transaction(WALLET.value, now - 300 * DAY, [{ in: 2n * ONE }]),
    transaction(WALLET.value, now - 200 * DAY, [{ out: ONE }, { in: 100n * ONE, asset: DAI }]),
  ];
  const since = now - DAY;
  source.give('ethereum', WALLET.value, before);
  prices.usd.set(ETH.id, '2000').set(DAI.id, '1');
  watchList.watches.push({ userId: USER, address: WALLET.given, since, owned: [] });
  /** Of another process. */
  const newWatcher = () =>
    new WalletWatcher(
      watchList,
      events,
      snapshots,
      store,
      overlays,
      indexer,
      cache,
      clock,
      new ProcessState(),
    );
  const watcher = newWatcher();
  const read = () => pipeline.histories.read(WALLET, [], pipeline.whole());
  /** A round, a reading, and the round that finds what was read. */
  const look = async (): Promise<void> => {
    await watcher.look();
    await read();
    await watcher.look();
  };
  return { ...pipeline, events, watchList, watcher, newWatcher, before, since, now, look, read };
}

const kinds = (events: FakeDomainEvents) => events.kept.map(({ type }) => type);

describe('WalletWatcher', () => {
  it('tells nothing of what was before', async () => {
    const it = bench();
    await it.look();
    expect(it.events.kept).toEqual([]);
    expect(it.source.reads).toHaveLength(1);
  });

  it('tells what happened since, once', async () => {
    const it = bench();
    await it.look();
    const swap = transaction(WALLET.value, it.now - HOUR, [{ out: ONE }, { in: 3000n * ONE, asset: DAI }]);
    it.source.give('ethereum', WALLET.value, [...it.before, swap]);
    it.clock.advance(6 * 60_000);
    await it.look();
    expect(kinds(it.events).sort()).toEqual(['lot.consumed', 'lot.created', 'transaction.new']);
    const byType = new Map(it.events.kept.map((event) => [event.type, event]));
    expect(byType.get('transaction.new')).toMatchObject({
      userId: USER,
      address: WALLET.value,
      occurredAt: it.now - HOUR,
      data: {
        address: WALLET.given,
        chain: 'ethereum',
        type: 'swap',
        timestamp: new Date(it.now - HOUR).toISOString(),
        legs: [
          {
            direction: 'out',
            symbol: 'ETH',
            token_key: 'ethereum:ETH',
            contract_address: null,
            quantity: '1',
          },
          { direction: 'in', symbol: 'DAI', token_key: 'ethereum:DAI', quantity: '3000', value_usd: '3000' },
        ],
      },
    });
    expect(byType.get('lot.created')?.data).toMatchObject({
      symbol: 'DAI',
      quantity: '3000',
      cost_basis: '3000',
      cost_per_unit: '1',
      is_untracked: false,
    });
    expect(byType.get('lot.consumed')?.data).toMatchObject({
      symbol: 'ETH',
      quantity_consumed: '1',
      remaining_quantity: '0',
      fully_consumed: true,
      proceeds: '3000',
    });
    it.clock.advance(6 * 60_000);
    await it.look();
    expect(it.events.kept).toHaveLength(3);
  });

  it('reports what a reading in this process found without waiting for the next round', async () => {
    const it = bench();
    const swap = transaction(WALLET.value, it.now - HOUR, [{ out: ONE }, { in: 3000n * ONE, asset: DAI }]);
    it.source.give('ethereum', WALLET.value, [...it.before, swap]);
    it.watcher.onApplicationBootstrap();
    await it.read();
    while (it.events.kept.length < 3) await new Promise((resolve) => setTimeout(resolve, 5));
    expect(kinds(it.events).sort()).toEqual(['lot.consumed', 'lot.created', 'transaction.new']);
    await it.watcher.onApplicationShutdown();
  });

  it('computes the ledger once for a new state, and leaves what another process has reported', async () => {
    const it = bench();
    await it.look();
    const buy = transaction(WALLET.value, it.now - HOUR, [{ in: ONE }]);
    it.source.give('ethereum', WALLET.value, [...it.before, buy]);
    it.clock.advance(6 * 60_000);
    const replays = () => it.metrics.of('cost_basis_engine_seconds wallet');
    const before = replays();
    await it.look();
    expect(it.events.kept).not.toEqual([]);
    expect(replays()).toBe(before + 1);
    await it.newWatcher().look();
    expect(replays()).toBe(before + 1);
  });

  it('begins with the watching, not with the history, also when it first reads a wallet', async () => {
    const it = bench();
    const late = transaction(WALLET.value, it.now - HOUR, [{ in: 5n * ONE }]);
    it.source.give('ethereum', WALLET.value, [...it.before, late]);
    await it.look();
    expect(kinds(it.events)).toContain('transaction.new');
    expect(it.events.kept.every(({ occurredAt }) => (occurredAt ?? 0) > it.since)).toBe(true);
  });

  it('tells after a long outage what was found before it, and nothing of what was old even then', async () => {
    const it = bench();
    it.watchList.watches.splice(0, 1, { userId: USER, address: WALLET.given, since: 0, owned: [] });
    const [old, late] = [9, 1].map((days) =>
      transaction(WALLET.value, it.now - days * DAY, [{ in: 5n * ONE }]),
    );
    it.source.give(
      'ethereum',
      WALLET.value,
      [...it.before, old, late].flatMap((each) => each ?? []),
    );
    await it.events.catchUp(it.now);
    await it.read();
    it.clock.advance(30 * DAY);
    await it.watcher.look();
    const told = it.events.kept.filter(({ type }) => type === 'transaction.new');
    expect(told.map(({ occurredAt }) => occurredAt)).toEqual([it.now - DAY]);
    expect(await it.events.caughtUpAt()).toBe(it.clock.now());
  });

  it('knows transfers between the wallets of one owner', async () => {
    const it = bench();
    const send = transaction(WALLET.value, it.now - HOUR, [{ out: ONE, with: SAVINGS.value }]);
    it.source.give('ethereum', WALLET.value, [...it.before, send]);
    it.watchList.watches.splice(0, 1, {
      userId: USER,
      address: WALLET.given,
      since: it.since,
      owned: [WALLET.given, SAVINGS.given],
    });
    await it.look();
    const told = it.events.kept.find(({ type }) => type === 'transaction.new');
    expect(told?.data['type']).toBe('internal_transfer');
    expect(kinds(it.events)).not.toContain('lot.consumed');
  });

  it('waits for prices that are still out, though not for ever', async () => {
    const it = bench();
    const late = transaction(WALLET.value, it.now - HOUR, [{ in: 5n * ONE }]);
    it.source.give('ethereum', WALLET.value, [...it.before, late]);
    it.prices.silent.add(ETH.id);
    await it.look();
    expect(it.events.kept).toEqual([]);
    it.clock.advance(11 * 60_000);
    await it.look();
    expect(kinds(it.events)).toContain('transaction.new');
  });

  it('tells a user of what they add by hand, and nobody else', async () => {
    const it = bench();
    const other = '22222222-2222-4222-8222-222222222222';
    it.watchList.watches.push({ userId: other, address: WALLET.given, since: it.since, owned: [] });
    await it.look();
    await it.overlays.addEntry(
      { userId: USER, plan: 'free' },
      {
        id: '33333333-3333-4333-8333-333333333333',
        entry: {
          kind: 'disposal_entry',
          id: '33333333-3333-4333-8333-333333333333',
          wallet: WALLET.value,
          assetId: ETH.id,
          asset: ETH,
          quantity: ONE,
          at: it.now - HOUR,
          type: 'sale',
          proceeds: 2500n * ONE,
          fees: 0n,
          txHash: null,
        },
        shown: {},
        createdAt: new Date(it.now),
        deactivatedAt: null,
      },
    );
    await it.look();
    const told = it.events.kept.map(({ type, userId, data }) => [type, userId, data['proceeds']]);
    expect(told).toEqual([['lot.consumed', USER, '2500']]);
  });

  it('is not stopped by a wallet that cannot be read, nor by an outbox that fails', async () => {
    const it = bench();
    it.watchList.watches.unshift({ userId: USER, address: 'nonsense', since: 0, owned: [] });
    it.watchList.watches.unshift({ userId: USER, address: SAVINGS.given, since: 0, owned: [] });
    const late = transaction(WALLET.value, it.now - HOUR, [{ in: 5n * ONE }]);
    it.source.give('ethereum', WALLET.value, [...it.before, late]);
    await it.look();
    expect(kinds(it.events)).toContain('transaction.new');
  });
});
