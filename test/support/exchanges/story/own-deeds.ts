import type { Deed, Movement, Trade, VenueName } from './deeds';
import { addressOf, at, depositAddress, hashOf } from './names';

const trade = (when: string, more: Omit<Trade, 'kind' | 'at'>): Trade => ({
  kind: 'trade',
  at: at(when),
  ...more,
});

export const movement = (
  kind: Movement['kind'],
  when: string,
  coin: string,
  amount: string,
  more: Partial<Movement> = {},
): Movement => ({
  kind,
  at: at(when),
  coin,
  units: amount,
  fee: '0',
  address: '',
  hash: null,
  end: 'done',
  ...more,
});

const cash = (when: string, amount: string): Movement => movement('deposit', when, 'USD', amount);
const reward = (when: string, coin: string, amount: string): Deed => ({
  kind: 'reward',
  at: at(when),
  coin,
  units: amount,
});

/** What each account did besides trades and own transfers. */
export const OWN_DEEDS: Readonly<Record<VenueName, readonly Deed[]>> = {
  kraken: [
    cash('2022-01-03T09:00:00', '250000'),
    trade('2022-01-03T10:00:00', {
      ...{ side: 'buy', base: 'USDT', quote: 'USD', units: '5000', price: '1' },
      fee: { coin: 'USD', units: '10' },
    }),
    reward('2023-01-07T04:00:00', 'DOT', '0.1234567890'),
    reward('2023-01-14T04:00:00', 'DOT', '0.0000000001'),
    { kind: 'stake', at: at('2022-12-20T08:00:00'), coin: 'DOT', units: '4' },
    {
      kind: 'convert',
      at: at('2023-04-02T08:00:00'),
      gave: { coin: 'SOL', units: '1.5' },
      got: { coin: 'BTC', units: '0.0012345678' },
    },
    trade('2024-12-31T23:59:59', {
      ...{ side: 'sell', base: 'BTC', quote: 'USD', units: '0.01', price: '93000.5' },
      fee: { coin: 'BTC', units: '0.00002' },
    }),
    movement('withdrawal', '2022-08-05T10:00:00', 'BTC', '0.021', {
      fee: '0.00015',
      address: addressOf('a shop'),
      hash: hashOf('a shop'),
    }),
    movement('withdrawal', '2023-03-02T14:00:00', 'ETH', '2', {
      fee: '0.0035',
      address: depositAddress('coinbase', 'ETH'),
      end: 'failed',
    }),
    { ...reward('2025-09-09T04:00:00', 'DOT', '0.25'), isLate: true },
  ],
  coinbase: [
    cash('2022-01-04T09:00:00', '250000'),
    movement('deposit', '2022-01-05T09:00:00', 'USDC', '20000', { hash: hashOf('usdc from a friend') }),
    reward('2023-02-07T04:00:00', 'ETH', '0.000123456789012345'),
    { kind: 'stake', at: at('2023-02-01T08:00:00'), coin: 'ETH', units: '0.5' },
    {
      kind: 'convert',
      at: at('2023-05-02T08:00:00'),
      gave: { coin: 'USDC', units: '100.25' },
      got: { coin: 'SOL', units: '4.001' },
    },
    // Arrives an hour after a withdrawal that was cancelled, and three days after another one.
    movement('deposit', '2023-03-02T15:10:00', 'ETH', '2', { hash: hashOf('two ether from a friend') }),
    movement('deposit', '2022-06-06T11:04:00', 'ETH', '0.75', { hash: hashOf('a loan paid back') }),
    movement('deposit', '2022-07-11T10:30:00', 'USDC', '1000', { hash: hashOf('other dollars') }),
    movement('withdrawal', '2023-07-04T12:00:00', 'SOL', '3.5', {
      fee: '0.000005',
      address: addressOf('a gift'),
      hash: hashOf('a gift'),
    }),
    { ...reward('2025-09-09T04:00:00', 'ETH', '0.000000000000000001'), isLate: true },
  ],
  binanceus: [
    cash('2022-01-05T09:00:00', '200000'),
    movement('deposit', '2022-01-06T09:00:00', 'USDT', '30000', { hash: hashOf('usdt bought elsewhere') }),
    movement('deposit', '2022-01-06T10:00:00', 'BTC', '1', { hash: hashOf('an old wallet') }),
    reward('2023-03-07T04:00:00', 'ADA', '12.345678'),
    {
      kind: 'convert',
      at: at('2023-06-02T08:00:00'),
      gave: { coin: 'ADA', units: '0.4' },
      got: { coin: 'BNB', units: '0.0004321' },
    },
    movement('withdrawal', '2022-07-11T10:00:00', 'USDT', '1000', {
      fee: '1',
      address: addressOf('a friend in need'),
      hash: hashOf('a friend in need'),
    }),
    movement('withdrawal', '2023-09-01T10:00:00', 'ETH', '0.3', {
      fee: '0.001',
      address: addressOf('a typo'),
      end: 'failed',
    }),
    { ...reward('2025-09-09T04:00:00', 'ADA', '1.5'), isLate: true },
  ],
  gemini: [
    cash('2022-01-06T09:00:00', '200000'),
    reward('2023-04-07T04:00:00', 'ETH', '0.000987654321098765'),
    movement('deposit', '2024-01-24T09:00:00', 'LINK', '40', { hash: hashOf('links from elsewhere') }),
    movement('deposit', '2024-02-01T09:00:00', 'LINK', '4', { end: 'failed' }),
    { ...reward('2025-09-09T04:00:00', 'ETH', '0.0001'), isLate: true },
  ],
  okx: [
    movement('deposit', '2022-02-01T09:00:00', 'USDT', '100000', { hash: hashOf('usdt for a start') }),
    reward('2025-07-20T04:00:00', 'SOL', '0.0123'),
    { kind: 'stake', at: at('2025-07-21T08:00:00'), coin: 'SOL', units: '2' },
    movement('withdrawal', '2025-07-22T08:00:00', 'SOL', '1', {
      fee: '0.01',
      address: addressOf('a wrong name'),
      end: 'failed',
    }),
    { ...reward('2025-09-09T04:00:00', 'SOL', '0.5'), isLate: true },
  ],
};
