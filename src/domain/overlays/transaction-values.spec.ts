import { move, tx } from '../../../test/normalise/chain-story';
import { ME, POOL, ROUTER, SAVINGS } from '../../../test/normalise/parties';
import { formatMoney, money } from '../kernel/units';
import { classifyHistory, valueTransactions, type ChainTransaction } from '../normalise';
import type { TransactionValue } from './manual-entry';
import { withValues } from './transaction-values';

const story = (...txs: ChainTransaction[]) =>
  valueTransactions(classifyHistory(txs, { wallet: ME, owned: new Set([ME, SAVINGS]) }), () => null);
const entry = (transactionId: string, value: string, wallet = ME): TransactionValue => ({
  kind: 'transaction_value',
  wallet,
  transactionId,
  chain: 'ethereum',
  txHash: null,
  value: money(value),
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

  it('changes no other transaction and no other wallet', () => {
    const txs = story(tx([move('-1 FROG', POOL), move('+2 TOAD', POOL)], { feeWei: null }));
    const id = txs[0]?.id ?? '';
    expect(withValues(txs, [entry(id, '9', SAVINGS), entry('gone', '9')])).toEqual(txs);
  });
});
