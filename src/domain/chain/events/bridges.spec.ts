import { asset, move, tx } from '../../../../test/chain/chain-story';
import { ME, POOL, ROUTER, STRANGER, ZERO } from '../../../../test/chain/parties';
import { pairBridges } from './bridges';
import { classifyHistory } from '../classify/classify';

const ACROSS = '0x5c7bcd6e7de5423a257d81b442095a1a6ced35c5';
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

describe.each(['base', 'polygon', 'gnosis', 'bsc', 'avalanche', 'ethereum'] as const)(
  'units that a relayer mints on %s',
  (chain) => {
    const from = chain === 'ethereum' ? 'base' : 'ethereum';
    const mint = { chain, from: STRANGER, to: ROUTER, method: 'execute' } as const;
    const arrived = () => tx([move('+1000 XYZ', ZERO, 'token', asset('XYZ', chain))], mint);
    const read = (...txs: ReturnType<typeof tx>[]) =>
      classifyHistory(txs, { wallet: ME, owned: new Set([ME]) });

    it.each([
      ['an unknown bridge', POOL, 'bridge'],
      ['a known bridge', ACROSS, 'deposit'],
    ])('are no income after the wallet sent the same symbol over %s', (_, to, method) => {
      const out = tx([move('-1000 XYZ', to, 'token', asset('XYZ', from))], { chain: from, to, method });
      const txs = read(out, arrived());
      expect(txs.map(({ type, incomeType }) => [type, incomeType])).toEqual([
        ['bridge', null],
        ['bridge', null],
      ]);
      expect(pairBridges(txs).size).toBe(to === ACROSS ? 1 : 0);
    });

    it('are no bridge arrival without it', () => {
      expect(read(arrived()).map(({ type }) => type)).not.toContain('bridge');
    });

    it('are none when the wallet called for them', () => {
      const out = tx([move('-1000 XYZ', POOL)], { to: POOL, method: 'bridge' });
      const [, got] = read(out, { ...arrived(), from: ME });
      expect(got?.type).not.toBe('bridge');
    });
  },
);
