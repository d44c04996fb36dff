import { asset, move, tx } from '../../../../../test/chain/chain-story';
import { ME, STRANGER } from '../../../../../test/chain/parties';
import { finished } from '../../../kernel/slices';
import { classifyHistory, classifyingOn } from '../classify';

/** What a later transaction shows of an earlier token. */
it.each([
  ['its sender is paid', () => tx([move('-1 ETH', STRANGER)])],
  [
    'its symbol leaves on another chain',
    () => tx([move('-1 FROG', STRANGER, undefined, asset('FROG', 'base'))], { chain: 'base' }),
  ],
  ['its contract is used', () => tx([], { to: asset('FROG').contract, method: 'delegate' })],
])('a token is known, in parts as at once, when %s later', (_, later) => {
  const context = { wallet: ME, owned: new Set([ME]) };
  const gift = tx([move('+1000 FROG', STRANGER)], { from: STRANGER });
  const txs = [gift, later()];
  const first = finished(classifyingOn([gift], context, null));
  expect(first.transactions.map(({ rule }) => rule)).toEqual(['spam-unsolicited']);
  const { transactions } = finished(classifyingOn(txs, context, first));
  expect(transactions).toEqual(classifyHistory(txs, context));
  expect(transactions[0]?.isSpam).toBe(false);
});
