import { asset, move, tx, type Step } from '../../../../test/chain/chain-story';
import { ME, POOL } from '../../../../test/chain/parties';
import { POLICIES } from '../../../../test/chain/policies';
import { FIFO } from '../../../../test/support/engine-events';
import { replay } from '../../engine';
import { money } from '../../kernel/units';
import { classifyHistory, ledgerEvents, valueTransactions } from '../../chain';
import type { ManualEntry } from '../../overlays/manual-entry';
import { withValues } from '../../overlays/transaction-values';
import { transactionsInNeed } from './needs-price';

const owned = new Set([ME]);
const DOLLAR = asset('USDC').id;

function needsOf(steps: readonly Step[], stated?: { value: string | null; fee: string | null }) {
  const story = tx(steps, { feeWei: 10n ** 16n });
  const [valued] = valueTransactions(classifyHistory([story], { wallet: ME, owned }), (id) =>
    id === DOLLAR ? { usd: '1', source: 'provider', at: story.at } : null,
  );
  if (!valued) throw new Error('no transaction');
  const { id, wallet, chain, hash: txHash } = valued;
  const [value, feeValue] = [stated?.value, stated?.fee].map((usd) => (usd ? money(usd) : null));
  const entry = { kind: 'transaction_value', wallet, transactionId: id, chain, txHash, value, feeValue };
  const known = withValues([valued], stated ? [entry as ManualEntry] : []);
  const ledger = replay(ledgerEvents(known, { ...POLICIES, owned }), FIFO);
  const needs = transactionsInNeed(ledger, known).map(({ legs, fees }) => ({
    legs: legs.map(({ asset: { symbol } }) => symbol),
    fees: fees.map(({ asset: { symbol } }) => symbol),
  }));
  return { needs, sold: ledger.disposals.map((one) => [one.asset.symbol, one.proceeds, one.valueStatus]) };
}

const trade = [move('-1 FROG', POOL), move('+200 USDC', POOL)];

describe('transactions that wait for a value', () => {
  it('name the fee of a trade apart from its units', () => {
    expect(needsOf(trade).needs).toEqual([{ legs: [], fees: ['ETH'] }]);
    expect(needsOf([move('-1 FROG', POOL), move('+2 TOAD', POOL)]).needs).toEqual([
      { legs: ['FROG', 'TOAD'], fees: ['ETH'] },
    ]);
    expect(needsOf([move('-1 ETH', POOL), move('+2 TOAD', POOL)]).needs).toEqual([
      { legs: ['ETH', 'TOAD'], fees: [] },
    ]);
  });

  it('name a fee as the units where it is all that waits', () => {
    expect(needsOf([]).needs).toEqual([{ legs: ['ETH'], fees: [] }]);
  });

  it('are settled by the value of the fee, which is no value of the trade', () => {
    const { needs, sold } = needsOf(trade, { value: null, fee: '30' });
    expect(needs).toEqual([]);
    expect(sold).toEqual([
      ['FROG', money('170'), 'known'],
      ['ETH', money('30'), 'known'],
    ]);
  });
});
