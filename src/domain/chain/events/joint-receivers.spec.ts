import { asset, move, tx, type Step } from '../../../../test/chain/chain-story';
import { ME, POOL, SAVINGS, STRANGER } from '../../../../test/chain/parties';
import { POLICIES } from '../../../../test/chain/policies';
import { FIFO } from '../../../../test/support/engine-events';
import { replay } from '../../engine';
import { formatMoney, formatUnits } from '../../kernel/units';
import { classifyHistory } from '../classify/classify';
import type { ChainTransaction } from '../facts/chain-transaction';
import { valueTransactions } from '../pricing/value';
import { ledgerEvents } from './ledger-events';

const THIRD = '0x3333333333333333333333333333333333333333';
const owned = new Set([ME, SAVINGS, THIRD]);
const free = { feeWei: null } as const;
const PRICES: Record<string, string> = { [asset('ETH').id]: '2000', [asset('USDC').id]: '1' };

function booked(txs: readonly ChainTransaction[]): { lots: string[]; sold: string[] } {
  const read = [...owned].flatMap((wallet) =>
    classifyHistory(
      txs.filter((one) => one.wallet === wallet),
      { wallet, owned },
    ),
  );
  const valued = valueTransactions(read, (id, at) => {
    const usd = PRICES[id];
    return usd === undefined ? null : { usd, at, source: 'market' };
  });
  const { lots, disposals } = replay(
    ledgerEvents(valued, { ...POLICIES, depositPolicy: 'mixed', owned }),
    FIFO,
  );
  const nameOf = (wallet: string) =>
    ({ [ME]: 'me', [SAVINGS]: 'savings', [THIRD]: 'third' })[wallet] ?? wallet;
  return {
    lots: lots
      .filter(({ remaining }) => remaining > 0n)
      .map(({ remaining, asset: { symbol, decimals }, cost, wallet, isUntracked }) =>
        [
          `${formatUnits(remaining, decimals)} ${symbol} of ${nameOf(wallet)} for ${formatMoney(cost)}`,
          ...(isUntracked ? ['untracked'] : []),
        ].join(' '),
      )
      .sort(),
    sold: disposals.map(
      ({ type, quantity, asset: { symbol, decimals }, gain }) =>
        `${type} of ${formatUnits(quantity, decimals)} ${symbol} gains ${formatMoney(gain)}`,
    ),
  };
}

const AT = tx([], free).at;
const coins = (wallet: string = ME) =>
  tx([move('-3000 USDC', POOL), move('+3 ETH', POOL)], { ...free, wallet, at: AT, method: 'swap' });
const OF_COINS = 'swap of 3000 USDC gains 3000';
/** The history of a receiver has the row of its units alone. */
const half = (paid: ChainTransaction, wallet: string, steps: readonly Step[]): ChainTransaction => ({
  ...tx(steps, { wallet, from: null, to: null }),
  ...{ hash: paid.hash, at: paid.at, block: paid.block, txIndex: paid.txIndex },
});

describe('what several own wallets receive in one transaction', () => {
  it('is moved to each, and the rest is paid', () => {
    const paid = tx([move('-3 ETH', POOL)], { ...free, to: POOL, method: 'disperseEther' });
    const { lots, sold } = booked([
      coins(),
      ...[paid, half(paid, SAVINGS, [move('+1 ETH', POOL, 'internal')])],
      half(paid, THIRD, [move('+1.5 ETH', POOL, 'internal')]),
    ]);
    expect(lots).toEqual(['1 ETH of savings for 1000', '1.5 ETH of third for 1500']);
    expect(sold).toEqual([OF_COINS, 'spend of 0.5 ETH gains 500']);
  });

  it('is bought for what one of them paid', () => {
    const paid = tx([move('-3 ETH', POOL)], { ...free, to: POOL, method: 'buyFor' });
    const { lots, sold } = booked([
      coins(),
      ...[paid, half(paid, SAVINGS, [move('+4000 USDC', POOL)])],
      half(paid, THIRD, [move('+2000 USDC', POOL)]),
    ]);
    expect(lots).toEqual(['2000 USDC of third for 2000', '4000 USDC of savings for 4000']);
    expect(sold).toEqual([OF_COINS, 'swap of 3 ETH gains 3000']);
  });
});

describe('what a smart account pays for another own wallet', () => {
  it.each([
    ['by a call of its owner', { from: STRANGER, to: SAVINGS, method: 'execTransaction' }],
    ['by a bundled operation', { from: null, to: null, method: 'handleOps' }],
  ])('%s is one trade', (_, call) => {
    const paid = tx([move('-3 ETH', POOL)], {
      ...{ ...free, wallet: SAVINGS, ...call },
      calls: [{ to: POOL, id: '0x12345678' }],
    });
    const { lots, sold } = booked([coins(SAVINGS), ...[paid, half(paid, ME, [move('+6000 USDC', POOL)])]]);
    expect(lots).toEqual(['6000 USDC of me for 6000']);
    expect(sold).toEqual([OF_COINS, 'swap of 3 ETH gains 3000']);
  });
});
