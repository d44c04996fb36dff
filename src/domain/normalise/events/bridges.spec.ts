import { move, tx } from '../../../../test/normalise/chain-story';
import { ME, STRANGER } from '../../../../test/normalise/parties';
import { pairBridges } from './bridges';
import { classifyHistory } from '../classify/classify';

const GATE = '0x99c9fc46f92e8a1c0dec1b1747d010903e884be1';
const EXIT = '0x4200000000000000000000000000000000000010';
const MINUTE = 60_000;

describe('the two ends of a bridge', () => {
  const out = tx([move('-1 ETH', GATE)], { method: 'depositETH' });

  it.each([
    ['a little before it left, as clocks of chains differ', -30, true],
    ['when it left', 0, true],
    ['four hours later', 240, true],
    ['more than an hour before', -61, false],
    ['more than four hours later', 241, false],
  ])('meet when it is stamped %s', (_, minutes, isPair) => {
    const at = out.at + minutes * MINUTE;
    const arrival = tx([move('+1 ETH', EXIT, 'internal')], { chain: 'optimism', from: STRANGER, at });
    const txs = classifyHistory([out, arrival], { wallet: ME, owned: new Set([ME]) });
    const ends = [...pairBridges(txs).values()].map((end) => end.tx.hash);
    expect(ends).toEqual(isPair ? [arrival.hash] : []);
  });
});
