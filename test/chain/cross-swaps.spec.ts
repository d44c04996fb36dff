import { interpretBitcoin } from '../../src/adapters/providers/bitcoin/bitcoin.mapper';
import { esploraPage } from '../../src/adapters/providers/bitcoin/bitcoin.schema';
import { memoOf } from '../../src/adapters/providers/evm/evm.calls';
import { replay } from '../../src/domain/engine';
import { nativeAsset } from '../../src/domain/kernel/asset';
import {
  classifyHistory,
  ledgerEvents,
  unmatchedTransfers,
  valueTransactions,
  type ChainTransaction,
  type WalletTransaction,
} from '../../src/domain/chain';
import { FIFO } from '../support/engine-events';
import { asset, move, tx, type TxOptions } from './chain-story';
import { ME, POOL, ROUTER, STRANGER } from './parties';
import { POLICIES } from './policies';
import { holdings, kinds, readStory, sales, type Told } from './read-story';

const THORCHAIN = '0xd37bbe5744d730a1d98d8dc97c42f0ca46ad7146';
const MAYA = '0x700e97ef07219440487840dc472e7120a7ff11f4';
const BITCOIN = 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq';
const VAULT = 'bc1qxy2kgdygjrsqtzq2n0yrf2493p83kkfjhx0wlh';
const AT = Date.UTC(2024, 6, 10, 12);
const HOUR = 3_600_000;
const BTC = nativeAsset('bitcoin');
const PRICES: Record<string, string | undefined> = {
  'ethereum:native': '3100',
  'arbitrum:native': '3100',
  'bitcoin:native': '57700',
  [asset('USDC').id]: '1',
  [asset('USDC', 'arbitrum').id]: '1',
};
const owned = new Set([ME, BITCOIN]);

const free = { feeWei: null } as const;
const sent = (to: string, more: TxOptions = {}) =>
  tx([move('-3 ETH', to)], { ...free, to, at: AT, method: 'depositWithExpiry', ...more });
const got = (units: string, hours: number, more: TxOptions = {}) =>
  tx([move(`+${units} BTC`, VAULT, 'utxo', BTC)], {
    ...{ chain: 'bitcoin', wallet: BITCOIN, from: VAULT, to: BITCOIN, at: AT + hours * HOUR },
    ...more,
  });

/** Reads the histories of both wallets of one owner. */
function read(txs: readonly ChainTransaction[], prices = PRICES): Told {
  const told = [ME, BITCOIN].flatMap((wallet) =>
    classifyHistory(
      txs.filter((one) => one.wallet === wallet),
      { wallet, owned },
    ),
  );
  const valued = valueTransactions(told, (id, at) =>
    prices[id] === undefined ? null : { usd: prices[id], at, source: 'market' },
  );
  return { told: valued, ledger: replay(ledgerEvents(valued, { ...POLICIES, owned }), FIFO) };
}
const open = (told: readonly WalletTransaction[], wallet: string): string[] =>
  unmatchedTransfers(told, wallet, 10).listed.map(
    ({ leg, candidates }) =>
      `${leg.asset.symbol}: ${candidates.map((one) => one.leg.asset.symbol).join(' ')}`,
  );
const bought = (chain: 'ethereum' | 'arbitrum' = 'ethereum') =>
  tx([move('-6000 USDC', POOL), move('+3 ETH', POOL, 'internal', nativeAsset(chain))], {
    ...{ ...free, method: 'swap', to: ROUTER, at: AT - 24 * HOUR, chain },
  });
const swapped = '3 ETH swap 9116.6 6000 3116.6 short classification_uncertain';

describe('a swap by a cross-chain network', () => {
  it.each([
    ['a router of THORChain', THORCHAIN, 'THORChain'],
    ['a router that is not listed', POOL, 'THORChain'],
  ])('from %s is a trade at the value that arrives on the other chain', (_, router, protocol) => {
    const story = read([bought(), sent(router), got('0.158', 0.7)]);
    expect(kinds(story).slice(1)).toEqual(['bridge bridge-out', 'transfer_in transfer-in']);
    expect(story.told[1]?.protocol).toBe(protocol);
    expect(sales(story.ledger).slice(1)).toEqual([swapped]);
    expect(holdings(story.ledger).at(-1)).toMatch(/^0\.158 BTC 9116\.6 /);
    expect(open(story.told, BITCOIN)).toEqual([]);
  });

  it('works on the other network, and in a day', () => {
    const eth = nativeAsset('arbitrum');
    const out = tx([move('-3 ETH', MAYA, 'native', eth)], {
      ...free,
      chain: 'arbitrum',
      to: MAYA,
      at: AT,
      method: 'depositWithExpiry',
    });
    const story = read([bought('arbitrum'), out, got('0.158', 20)]);
    expect(story.told[1]?.protocol).toBe('Maya Protocol');
    expect(sales(story.ledger).slice(1)).toEqual([swapped.replace('6000 3116.6', '9300 -183.4')]);
  });

  it('takes the arrival that is nearest in value, and none of another value', () => {
    const story = read([bought(), sent(THORCHAIN), got('0.13', 0.5), got('0.158', 0.7), got('0.9', 0.8)]);
    expect(sales(story.ledger).slice(1)).toEqual([swapped]);
    expect(holdings(story.ledger).filter((line) => line.includes('BTC'))).toHaveLength(3);
    const other = read([bought(), sent(THORCHAIN), got('0.9', 0.7)]);
    expect(sales(other.ledger).slice(1)).toEqual([]);
    expect(open(other.told, ME)).toContain('ETH: BTC');
    expect(open(other.told, BITCOIN)).toEqual(['BTC: ETH']);
  });

  it('without its other end is held and listed, and offers what came in its time', () => {
    const story = read([bought(), sent(THORCHAIN), got('0.158', 0.7)], {
      ...PRICES,
      'bitcoin:native': undefined,
    });
    expect(sales(story.ledger).slice(1)).toEqual([]);
    expect(holdings(story.ledger)).toContain('3 ETH 6000 >THORChain');
    expect(open(story.told, ME)).toContain('ETH: BTC');
  });

  it.each([
    ['names this wallet', BITCOIN, [swapped]],
    ['names another one', 'bc1q9d4ywgfnd8h43da5tpcxcn6ajv590cg6d3tg6a', []],
  ])('follows the memo that %s', (_, receiver, expected) => {
    const memo = `=:BTC.BTC:${receiver}:15000000/1/0:t:0`;
    const story = read([bought(), sent(THORCHAIN, { memo }), got('0.158', 0.7)]);
    expect(sales(story.ledger).slice(1)).toEqual(expected);
  });

  it('needs no price where the memo names the wallet', () => {
    const memo = `=:BTC.BTC:${BITCOIN}:0`;
    const story = read([bought(), sent(THORCHAIN, { memo }), got('0.158', 0.7)], {
      ...PRICES,
      'bitcoin:native': undefined,
    });
    expect(holdings(story.ledger).at(-1)).toMatch(/^0\.158 BTC 9300 /);
  });

  it('starts on Bitcoin by the memo of an output', () => {
    const memo = Buffer.from(`=:ETH.ETH:${ME}:0`).toString('hex');
    const page = esploraPage.parse([
      {
        txid: 'ab'.repeat(32),
        vin: [{ txid: 'cd'.repeat(32), prevout: { scriptpubkey_address: BITCOIN, value: 20_005_000 } }],
        vout: [
          { scriptpubkey_address: VAULT, value: 20_000_000 },
          { value: 0, scriptpubkey: `6a${(memo.length / 2).toString(16)}${memo}` },
        ],
        status: { confirmed: true, block_height: 850_000, block_time: AT / 1000 },
      },
    ]);
    const [out] = interpretBitcoin(
      BITCOIN,
      page.map((body) => ({ list: 'txs', key: body.txid, body })) as never,
    );
    const into = tx([move('+3.7 ETH', THORCHAIN, 'internal')], {
      from: STRANGER,
      to: THORCHAIN,
      at: AT + HOUR,
      method: 'transferOut',
    });
    const story = read([got('0.3', -48), out as ChainTransaction, into]);
    expect(sales(story.ledger).filter((line) => line.includes('BTC swap'))).toEqual([
      '0.2 BTC swap 11467.115 0 11467.115 short classification_uncertain',
    ]);
    expect(holdings(story.ledger)).toContain('3.7 ETH 11470');
  });

  it('reads the memo of the call data', () => {
    const memo = Buffer.from('=:b:bc1qreceiver:0/1/0').toString('hex');
    const word = (value: number) => value.toString(16).padStart(64, '0');
    const input = `0x44bc937b${word(1)}${word(0)}${word(3)}${word(160)}${word(9)}${word(memo.length / 2)}${memo.padEnd(64, '0')}`;
    expect(memoOf(input)).toBe('=:b:bc1qreceiver:0/1/0');
    expect(memoOf('0x44bc937b')).toBe(null);
    expect(memoOf(`0xa9059cbb${input.slice(10)}`)).toBe(null);
  });
});

describe('a deposit in a contract that is not known', () => {
  const PLACE = POOL;
  const put = (method = 'deposit') => tx([move('-3 ETH', PLACE)], { ...free, to: PLACE, method });
  const flags = (...txs: ChainTransaction[]) => readStory(txs).told[0]?.flags;

  it('is held, listed and marked while nothing comes back', () => {
    const story = readStory([put('depositFor')]);
    expect(kinds(story)).toEqual(['stake deposit']);
    expect(story.told[0]?.flags).toEqual(['unmatched', 'classification_uncertain']);
    expect(sales(story.ledger)).toEqual([]);
    expect(open(story.told, ME)).toEqual(['ETH: ']);
  });

  it.each([
    [
      'a part of it comes back',
      tx([move('+1 ETH', PLACE, 'internal')], { ...free, to: PLACE, method: 'withdraw' }),
    ],
    ['the contract pays a reward', tx([move('+5 FOO', PLACE)], { ...free, to: PLACE, method: 'getReward' })],
    [
      'its receipt comes by another call',
      tx([move('+3 sFOO', STRANGER)], { ...free, to: PLACE, method: 'claim' }),
    ],
  ])('is a stake when %s', (_, later) => {
    expect(flags(put(), later)).toEqual([]);
  });

  it('is a stake by the name of the call, or of what is deposited', () => {
    expect(flags(put('stake'))).toEqual([]);
    const share = asset('UNI-V2', 'ethereum', 'Uniswap V2');
    expect(
      flags(tx([move('-3 UNI-V2', PLACE, 'token', share)], { ...free, to: PLACE, method: 'deposit' })),
    ).toEqual([]);
  });
});
