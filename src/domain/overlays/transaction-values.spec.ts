import { asset, move, tx } from '../../../test/chain/chain-story';
import { ME, POOL, ROUTER, SAVINGS } from '../../../test/chain/parties';
import { formatMoney, money } from '../kernel/units';
import { classifyHistory, feesToValue, feeToValue, valueTransactions, type ChainTransaction } from '../chain';
import type { TransactionValue } from './manual-entry';
import { withValues } from './transaction-values';

const story = (...txs: ChainTransaction[]) =>
  valueTransactions(classifyHistory(txs, { wallet: ME, owned: new Set([ME, SAVINGS]) }), () => null);
const entry = (
  transactionId: string,
  value: string | null,
  wallet = ME,
  feeValue?: string,
): TransactionValue => ({
  kind: 'transaction_value',
  wallet,
  transactionId,
  chain: 'ethereum',
  txHash: null,
  value: value === null ? null : money(value),
  ...(feeValue !== undefined && { feeValue: money(feeValue) }),
});
const valuesOf = (txs: ReturnType<typeof withValues>) =>
  txs.flatMap(({ legs }) =>
    legs.map(({ asset, valueUsd, price }) => [
      asset.symbol,
      valueUsd === null ? null : formatMoney(valueUsd),
      price?.source,
    ]),
  );

describe('the value that a user enters', () => {
  it('is that of both sides of a trade, shared equally without prices', () => {
    const [trade] = story(
      tx([move('-1 FROG', POOL), move('+2 TOAD', POOL), move('+3 NEWT', POOL)], { feeWei: null }),
    );
    if (!trade) throw new Error('no transaction');
    const valued = withValues([trade], [entry(trade.id, '90')]);
    expect(valuesOf(valued)).toEqual([
      ['FROG', '90', 'manual'],
      ['TOAD', '45', 'manual'],
      ['NEWT', '45', 'manual'],
    ]);
    expect(valued[0]?.flags).not.toContain('missing_price');
    expect(valued[0]?.flags).toContain('manual');
    expect(trade.flags).toContain('missing_price');
  });

  it('is that of the receipt, and leaves a fee without a price open', () => {
    const [claim] = story(tx([move('+4 FROG', ROUTER)], { method: 'claim' }));
    if (!claim) throw new Error('no transaction');
    const [valued] = withValues([claim], [entry(claim.id, '7')]);
    expect(valuesOf(valued ? [valued] : [])).toEqual([['FROG', '7', 'manual']]);
    expect(valued?.flags).toEqual(['missing_price', 'manual']);
  });

  it('of an own transfer is that of the units that left, and prices a fee in their coin', () => {
    const [sent] = story(tx([move('-2 ETH', SAVINGS)], { feeWei: 10n ** 16n }));
    if (!sent) throw new Error('no transaction');
    expect(sent.flags).toContain('missing_price');
    const [valued] = withValues([sent], [entry(sent.id, '3000')]);
    expect(valuesOf(valued ? [valued] : [])).toEqual([['ETH', '3000', 'manual']]);
    expect(formatMoney(valued?.fee?.valueUsd ?? 0n)).toBe('15');
    expect(valued?.flags).toEqual(['manual']);
  });

  it('of the arrival of an own transfer is that of its units: what was lost on the way is booked there', () => {
    const [arrival] = story(tx([move('+2 FROG', SAVINGS)], { from: SAVINGS, feeWei: null }));
    if (!arrival) throw new Error('no transaction');
    expect(arrival.legs[0]?.isInternal).toBe(true);
    const [valued] = withValues([arrival], [entry(arrival.id, '30')]);
    expect(valuesOf(valued ? [valued] : [])).toEqual([['FROG', '30', 'manual']]);
  });

  it('is that of the fee, where only the fee is booked at a value', () => {
    const approval = tx([], { method: 'approve', feeWei: 10n ** 16n });
    const transfer = tx([move('-2 FROG', SAVINGS)], { feeWei: 10n ** 16n });
    for (const waiting of story(approval, transfer)) {
      expect(waiting.flags).toContain('missing_price');
      expect(feeToValue(waiting)?.quantity).toBe(10n ** 16n);
      const [valued] = withValues([waiting], [entry(waiting.id, '15')]);
      expect(formatMoney(valued?.fee?.valueUsd ?? 0n)).toBe('15');
      expect(valued?.legs).toEqual(waiting.legs);
      expect(valued?.flags).toEqual(['manual']);
      // A later value replaces this one.
      expect(valued && feeToValue(valued)).not.toBeNull();
    }
  });

  it('of a trade prices a fee in the coin that was sold', () => {
    const [trade] = story(tx([move('-2 ETH', POOL), move('+3 NEWT', POOL)], { feeWei: 10n ** 16n }));
    if (!trade) throw new Error('no transaction');
    const [valued] = withValues([trade], [entry(trade.id, '3000')]);
    expect(formatMoney(valued?.fee?.valueUsd ?? 0n)).toBe('15');
    expect(valued?.flags).toEqual(['manual']);
  });

  it('of a fee in a third coin is stated apart: it changes no value of the trade', () => {
    const waiting = tx([move('-1 FROG', POOL), move('+2 USDC', POOL)], { feeWei: 10n ** 16n });
    const [trade] = valueTransactions(
      classifyHistory([waiting], { wallet: ME, owned: new Set([ME]) }),
      (id) => (id === asset('USDC').id ? { usd: '1', source: 'provider', at: waiting.at } : null),
    );
    if (!trade) throw new Error('no transaction');
    expect(trade.flags).toContain('missing_price');
    expect(feesToValue(trade).map(({ quantity }) => quantity)).toEqual([10n ** 16n]);
    const [valued] = withValues([trade], [entry(trade.id, null, ME, '30')]);
    expect(valued?.legs).toEqual(trade.legs);
    expect(formatMoney(valued?.fee?.valueUsd ?? 0n)).toBe('30');
    expect(valued?.flags).toEqual(['manual']);
    // The value of the trade is not that of its fee.
    const [other] = withValues([trade], [entry(trade.id, '5')]);
    expect(other?.fee?.valueUsd).toBeNull();
    expect(other?.flags).toContain('missing_price');
    const [both] = withValues([trade], [entry(trade.id, '5', ME, '30')]);
    expect(both && valuesOf([both])).toEqual([
      ['FROG', '5', 'manual'],
      ['USDC', '5', 'manual'],
    ]);
    expect(formatMoney(both?.fee?.valueUsd ?? 0n)).toBe('30');
    expect(both?.flags).toEqual(['manual']);
  });

  it('of a fee alone leaves a trade without a price open', () => {
    const [trade] = story(tx([move('-1 FROG', POOL), move('+2 TOAD', POOL)], { feeWei: 10n ** 16n }));
    if (!trade) throw new Error('no transaction');
    const [valued] = withValues([trade], [entry(trade.id, null, ME, '30')]);
    expect(formatMoney(valued?.fee?.valueUsd ?? 0n)).toBe('30');
    expect(valuesOf(valued ? [valued] : []).map(([, value]) => value)).toEqual([null, null]);
    expect(valued?.flags).toEqual(['missing_price', 'manual']);
  });

  it('changes no other transaction and no other wallet', () => {
    const txs = story(tx([move('-1 FROG', POOL), move('+2 TOAD', POOL)], { feeWei: null }));
    const id = txs[0]?.id ?? '';
    expect(withValues(txs, [entry(id, '9', SAVINGS), entry('gone', '9')])).toEqual(txs);
  });
});
