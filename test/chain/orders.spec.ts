import { nativeAsset } from '../../src/domain/kernel/asset';
import type { OrderTerms } from '../../src/domain/chain/facts/chain-transaction';
import { asset, move, tx, type Step, type TxOptions } from './chain-story';
import { STRANGER } from './parties';
import { earnings, holdings, kinds, PRICES, readStory, sales } from './read-story';

const ETH_FLOW = '0x40a50cf069e992aa4536211b23f286ef88752187';
const SETTLEMENT = '0x9008d19f58aabd9ed0d60971565aa8510560ab41';
const OASIS = '0x794e6e91555438afc3ccf1c5076a74f42133d08d';
const ETHER_DELTA = '0x8d12a197cb00d4747a1fe03395095ce2a5cc6819';
const ONE_INCH = '0x1111111254eeb25477b68fb85ed929f73a960582';
const usdc = asset('USDC').contract ?? '';
const weth = asset('WETH').contract ?? '';
const units = (quantity: string, decimals: number): bigint => BigInt(quantity) * 10n ** BigInt(decimals);

const free = { feeWei: null } as const;
const bought = () =>
  tx([move('-30000 USDC', STRANGER), move('+24 ETH', STRANGER)], { ...free, method: 'swap' });
const place = (steps: readonly Step[], to: string, order: OrderTerms | null, method = 'createOrder') =>
  tx(steps, { ...free, to, method, ...(order ? { calls: [{ to: null, id: '0x322bba21', order }] } : {}) });
const paid = (steps: readonly Step[], options: TxOptions = {}) =>
  tx(steps, { ...free, from: null, to: null, ...options });

describe('an order of native coin that a solver fills', () => {
  const order: OrderTerms = { buys: usdc, sell: units('24', 18), buy: units('40000', 6) };
  const placed = () => place([move('-24 ETH', ETH_FLOW)], ETH_FLOW, order);

  it('belongs to its owner until it is filled', () => {
    const { ledger } = readStory([bought(), placed()]);
    expect(ledger.disposals.map(({ type }) => type)).toEqual(['swap']);
    expect(holdings(ledger)).toEqual([`24 ETH 30000 >${ETH_FLOW}`]);
  });

  it('is one trade of both legs when it is filled', () => {
    const story = readStory([bought(), placed(), paid([move('+40690 USDC', SETTLEMENT)])]);
    expect(kinds(story).slice(1)).toEqual(['stake order-placed', 'swap order-filled']);
    expect(story.told[2]?.legs).toHaveLength(1);
    expect(story.told[2]?.filled).toMatchObject({ direction: 'out', quantity: units('24', 18) });
    expect(sales(story.ledger).slice(1)).toEqual(['24 ETH swap 40690 30000 10690 short']);
    expect(holdings(story.ledger)).toEqual(['40690 USDC 40690']);
  });

  it('comes back without an event when it is cancelled', () => {
    const story = readStory([bought(), placed(), paid([move('+24 ETH', ETH_FLOW)])]);
    expect(kinds(story)[2]).toBe('unstake deposit-returned');
    expect(holdings(story.ledger)).toEqual(['24 ETH 30000']);
    expect([...sales(story.ledger).slice(1), ...earnings(story.ledger)]).toEqual([]);
  });

  it('is not filled by a payment in another asset than it buys', () => {
    const { ledger } = readStory([bought(), placed(), paid([move('+9 UNI', SETTLEMENT)])]);
    expect(holdings(ledger)).toEqual([`24 ETH 30000 >${ETH_FLOW}`, '9 UNI 0 untracked']);
  });
});

describe('an order book that holds the units', () => {
  const order: OrderTerms = { buys: weth, sell: units('3000', 18), buy: units('2', 18) };
  const uni = () => tx([move('-3000 USDC', STRANGER), move('+3000 UNI', STRANGER)], { ...free });

  it('sells in parts at the price of the order, and returns the rest', () => {
    const story = readStory(
      [
        uni(),
        place([move('-3000 UNI', OASIS)], OASIS, order, 'offer'),
        paid([move('+0.5 WETH', OASIS)]),
        paid([move('+1 WETH', OASIS)]),
        tx([move('+750 UNI', OASIS)], { ...free, to: OASIS, method: 'cancel' }),
      ],
      { ...PRICES, [asset('UNI').id]: '1.2' },
    );
    expect(sales(story.ledger).slice(1)).toEqual([
      '750 UNI swap 1000 750 250 short',
      '1500 UNI swap 2000 1500 500 short',
    ]);
    expect(holdings(story.ledger)).toEqual(['0.5 WETH 1000', '1 WETH 2000', '750 UNI 750']);
  });

  it('without the terms sells what never comes back, in proportion, and is marked', () => {
    const story = readStory(
      [
        uni(),
        place([move('-3000 UNI', OASIS)], OASIS, null, 'make'),
        paid([move('+0.5 WETH', OASIS)]),
        paid([move('+1 WETH', OASIS)]),
        tx([move('+750 UNI', OASIS)], { ...free, to: OASIS, method: 'cancel' }),
      ],
      { ...PRICES, [asset('UNI').id]: '1.2' },
    );
    expect(sales(story.ledger).slice(1)).toEqual([
      '750 UNI swap 1000 750 250 short classification_uncertain',
      '1500 UNI swap 2000 1500 500 short classification_uncertain',
    ]);
  });

  it('that trades inside pays the other asset on withdrawal', () => {
    const story = readStory([
      bought(),
      tx([move('-24 ETH', ETHER_DELTA)], { ...free, to: ETHER_DELTA, method: 'deposit' }),
      tx([move('+4000 UNI', ETHER_DELTA)], { ...free, to: ETHER_DELTA, method: 'withdrawToken' }),
      tx([move('+4 ETH', ETHER_DELTA)], { ...free, to: ETHER_DELTA, method: 'withdraw' }),
    ]);
    expect(sales(story.ledger).slice(1)).toEqual([
      '20 ETH swap 40000 25000 15000 short classification_uncertain',
    ]);
    expect(holdings(story.ledger)).toEqual(['4000 UNI 40000', '4 ETH 5000']);
  });
});

describe('an order that is signed and settled in one transaction', () => {
  it.each([
    ['CoW', SETTLEMENT],
    ['1inch', ONE_INCH],
    ['UniswapX', '0x6000da47483062a0d734ba3dc7576ce6a0b645c4'],
    ['0x', '0x22f9dcf4647084d6c31b2765f6910cd85c178c18'],
  ])('of %s is a trade', (_, market) => {
    const story = readStory([
      tx([move('-1000 USDC', STRANGER), move('+1 WETH', STRANGER)], { ...free, method: 'swap' }),
      paid([move('-1 WETH', market), move('+1900 USDC', market)], { from: STRANGER, to: market }),
    ]);
    expect(kinds(story)[1]).toBe('swap swap');
    expect(sales(story.ledger).slice(1)).toEqual(['1 WETH swap 1900 1000 900 short']);
  });
});

describe('an order of Jupiter', () => {
  const DCA = 'DCA265Vj8a9CEuX1eb1LWRnDT7uK6q1xMipnNyatn23M';
  const VAULT = '7aBKX9hzSxpQNFmrr8BZLyLVGhEFzBC3nHHsSeqmKzcd';
  const usd = {
    ...asset('USDC'),
    chain: 'solana',
    contract: 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v',
  } as const;
  const dollars = { ...usd, id: `solana:${usd.contract}` };
  const on = { ...free, chain: 'solana', to: DCA } as const;

  it('is filled in parts', () => {
    const story = readStory(
      [
        tx([move('-200 USDC', VAULT, 'balance', dollars)], { ...on, method: 'openDcaV2' }),
        tx([move('+1 ETH', VAULT, 'balance', nativeAsset('solana'))], { ...on, from: STRANGER }),
        tx([move('+3 ETH', VAULT, 'balance', nativeAsset('solana'))], { ...on, from: STRANGER }),
      ],
      { [dollars.id]: '1' },
    );
    expect(kinds(story)).toEqual(['stake order-placed', 'swap order-filled', 'swap order-filled']);
    expect(story.ledger.disposals.map(({ quantity, proceeds }) => [quantity, proceeds])).toEqual([
      [50_000_000n, units('50', 18)],
      [150_000_000n, units('150', 18)],
    ]);
  });
});
