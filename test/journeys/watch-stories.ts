import { call } from '../accounts/client';
import { UNI, USDC } from './chain';
import { WALLET, WATCHED } from './journey';
import { day, nextSecond, quantities, type Story, wallet } from './story';

const BEFORE = { UNI: '6', USDC: '2600' };

/** A job. */
export const TRACKED: Story = {
  name: 'a wallet is linked and tracked, and its history is no event',
  walk: async (journey) => {
    const { chain } = journey;
    chain.receive(WALLET, day(1, 10), [3000, USDC]);
    chain.swap(WALLET, day(3, 1), [1000, USDC], [10, UNI]);
    chain.swap(WALLET, day(9, 1), [4, UNI], [600, USDC]);
    chain.receive(WATCHED, day(2, 1), [7, USDC]);
    await journey.ask('POST', '/api/v1/linked-wallets', { address: WALLET }, 201);
    const result = await journey.result(wallet(WALLET, 'track'));
    expect(result).toMatchObject({
      address: WALLET,
      transaction_count: 3,
      chains: [{ chain: 'ethereum', status: 'ready', error_code: null }],
    });
    expect(quantities(await journey.read(wallet(WALLET, 'holdings')))).toEqual(BEFORE);
    const aboutHistory = journey.received().filter(({ event }) => /^(transaction|lot|wash)/.test(event));
    expect(aboutHistory).toEqual([]);
  },
};

/** Another job, and what the webhook receives of it. */
export const SOLD: Story = {
  name: 'a sale in the wallet is sent when the wallet is tracked again',
  walk: async (journey) => {
    const hash = journey.chain.swap(WALLET, await nextSecond(), [2, UNI], [100, USDC]);
    await journey.result(wallet(WALLET, 'track'));
    const { data } = await journey.event('transaction.new');
    expect(data).toMatchObject({ address: WALLET, chain: 'ethereum', tx_hash: hash, type: 'swap' });
    const consumed = await journey.event('lot.consumed');
    // Two of ten UNI bought for 1,000 USD are sold for 100.
    expect(consumed.data).toMatchObject({
      symbol: 'UNI',
      tx_hash: hash,
      quantity_consumed: '2',
      remaining_quantity: '4',
      proceeds: '100',
      cost_basis: '200',
      gain_loss: '-100',
      is_long_term: true,
    });
    const created = await journey.event('lot.created');
    expect(created.data).toMatchObject({
      symbol: 'USDC',
      tx_hash: hash,
      quantity: '100',
      cost_basis: '100',
    });
  },
};

/** A wallet is watched, something happens in it, and the webhook receives it, whatever is killed meanwhile. */
export const WATCH_STORIES: readonly Story[] = [
  TRACKED,
  {
    name: 'a wallet that only a webhook names is read without an order',
    walk: async (journey) => {
      // This route never starts a reading.
      const headers = { 'X-API-Key': journey.apiKey };
      const answer = await journey.until(
        'the wallet is read',
        () => call(journey.product, 'GET', wallet(WATCHED, 'lots'), { headers }),
        ({ status }) => status !== 404,
      );
      expect(answer.body).toMatchObject({ data: [{ symbol: 'USDC', quantity: '7' }] });
    },
  },
  {
    name: 'an asset that lost two thirds of its price raises an alert',
    walk: async (journey) => {
      const { data } = await journey.event('price.alert');
      expect(data).toMatchObject({
        address: WALLET,
        symbol: 'UNI',
        price: '50',
        reference_price: '150',
        change_percent: '-66.67',
        direction: 'down',
        quantity_held: '6',
      });
    },
  },
  SOLD,
  {
    name: 'kill -9 while the receiver refuses: at the next start everything is there, and what it refused arrives',
    walk: async (journey) => {
      const { receiver } = journey;
      receiver.answer((_request, response) => void response.writeHead(503).end());
      const hash = journey.chain.swap(WALLET, await nextSecond(), [100, USDC], [2, UNI]);
      const isPurchase = ({ tx_hash }: { tx_hash: string }): boolean => tx_hash === hash;
      await journey.result(wallet(WALLET, 'track'));
      const refused = await journey.event('transaction.new', isPurchase);
      await journey.product.kill();
      const before = journey.received().length;
      receiver.answer((_request, response) => void response.end('ok'));
      await journey.product.start();
      // Two UNI were sold for 100 USDC, and bought back for them.
      expect(quantities(await journey.read(wallet(WALLET, 'holdings')))).toEqual(BEFORE);
      const jobs = (await journey.read('/api/v1/jobs')) as { type: string; status: string }[];
      expect(jobs.map(({ type, status }) => [type, status])).toEqual(
        Array.from({ length: 3 }, () => ['track_wallet', 'completed']),
      );
      await journey.until(
        'what was refused is delivered again',
        () => journey.received().slice(before),
        (later) => later.some(({ event_id }) => event_id === refused.event_id),
      );
      const bought = await journey.event('lot.created', isPurchase);
      expect(bought.data).toMatchObject({ symbol: 'UNI', quantity: '2', source: 'swap' });
      const spent = await journey.event('lot.consumed', isPurchase);
      expect(spent.data).toMatchObject({ symbol: 'USDC', quantity_consumed: '100', proceeds: '100' });
    },
  },
  {
    name: 'what was sold at a loss and bought back is a wash sale',
    walk: async (journey) => {
      const { data } = await journey.event('wash_sale.detected');
      expect(data).toMatchObject({
        symbol: 'UNI',
        loss: '100',
        disallowed_loss: '100',
        matched_quantity: '2',
      });
    },
  },
];
