import { PipelineBench, WALLET } from '../../../test/fakes/pipeline';
import { token, transaction } from '../../../test/fakes/scripted-history-source';

const DAY = 86_400_000;

it('a market that is found while a history is read shows its units', async () => {
  const it = new PipelineBench();
  const asset = token('ethereum', 'T1', `0x${'1'.repeat(40)}`);
  it.source.give('ethereum', WALLET.value, [transaction(WALLET.value, DAY, [{ in: 10n ** 18n, asset }])]);
  it.prices.silent.add(asset.id);
  const { valued } = await it.histories.read(WALLET, [], it.whole());
  expect(valued.open.map(({ assetId }) => assetId)).toEqual([asset.id]);
  const price = { usd: '3', at: DAY, source: 'scripted' };
  const lookup = it.store.prices.bind(it.store);
  it.store.prices = async (queries) => {
    const found = await lookup(queries);
    await it.store.savePrices(queries.map((query) => ({ query, price })));
    return found;
  };
  const reader = it.newReader();
  const read = await reader.read(valued.wallets ?? [], null);
  const news = await reader.prices(read.open);
  const { transactions, open } = news.size > 0 ? await reader.refreshed(read, news) : read;
  expect([open, transactions.map(({ isSpam }) => isSpam)]).toEqual([[], [false]]);
});

it('a request that shares the work of a job takes nothing of a long history from those who wait for the job', async () => {
  const it = new PipelineBench();
  const long = Array.from({ length: 15_100 }, (_, i) =>
    transaction(WALLET.value, DAY + i * 1_000, [{ in: 1n }]),
  );
  it.source.give('ethereum', WALLET.value, long);
  const { valued } = await it.histories.read(WALLET, [], it.whole());
  const [wallet] = valued.wallets ?? [];
  if (!wallet) throw new Error('one wallet');
  const reader = it.newReader();
  const before = it.store.rowReads;
  const [asked, read] = await Promise.all([reader.read([wallet], null), reader.classified([WALLET])]);
  expect(asked.transactions).toHaveLength(15_100);
  const again = await reader.classified([WALLET]);
  expect(again.transactions).toBe(read.transactions);
  expect(it.store.rowReads - before).toBe(1);
});

it('a request long after a job has classified a history takes what the job left, until the rows change', async () => {
  jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate', 'queueMicrotask', 'performance', 'Date'] });
  try {
    const it = new PipelineBench();
    const long = Array.from({ length: 15_100 }, (_, i) =>
      transaction(WALLET.value, DAY + i * 1_000, [{ in: 1n }]),
    );
    it.source.give('ethereum', WALLET.value, long);
    await it.histories.read(WALLET, [], it.whole());
    const classifier = it.newClassifier();
    const reader = it.newReader(classifier);
    const { wallets, transactions } = await reader.classified([WALLET]);
    jest.advanceTimersByTime(60_000);
    const asked = await classifier.classify(wallets, null);
    expect(asked[0]).toBe(transactions[0]);
    it.source.give('ethereum', WALLET.value, [...long, transaction(WALLET.value, DAY * 2, [{ in: 5n }])]);
    it.clock.advance(3_600_000);
    const { valued } = await it.histories.read(WALLET, [], it.whole());
    const changed = await classifier.classify(valued.wallets ?? [], null);
    expect([changed.length, transactions.length]).toEqual([15_101, 15_100]);
  } finally {
    jest.useRealTimers();
  }
});
