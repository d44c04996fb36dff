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
