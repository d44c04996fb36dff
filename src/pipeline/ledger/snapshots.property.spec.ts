import fc from 'fast-check';
import { PipelineBench, SAVINGS, WALLET } from '../../../test/fakes/pipeline';
import { token, transaction } from '../../../test/fakes/scripted-history-source';
import { nativeAsset } from '../../domain/kernel/asset';
import type { ChainName } from '../../domain/kernel/chain';
import type { ChainTransaction } from '../../domain/chain/facts/chain-transaction';

const DAY = 86_400_000;
const ONE = 10n ** 18n;
const CHAINS: ChainName[] = ['ethereum', 'base'];
const OWN = [WALLET, SAVINGS];
const assetsOf = (chain: ChainName) => [
  nativeAsset(chain),
  token(chain, 'T1', `0x${'1'.repeat(40)}`),
  token(chain, 'T2', `0x${'2'.repeat(40)}`),
];

/** One transaction as one wallet of the owner reports it, and the append that brings it. */
interface Reported {
  chain: ChainName;
  wallet: string;
  transaction: ChainTransaction;
  append: number;
}

const APPENDS = 4;
const steps = fc.array(
  fc.record({
    kind: fc.constantFrom('receive', 'swap', 'send', 'move'),
    chain: fc.constantFrom(...CHAINS),
    wallet: fc.integer({ min: 0, max: 1 }),
    given: fc.integer({ min: 0, max: 2 }),
    got: fc.integer({ min: 0, max: 2 }),
    amount: fc.bigInt(1n, 9n),
    append: fc.integer({ min: 0, max: APPENDS - 1 }),
    arrives: fc.integer({ min: 0, max: APPENDS - 1 }),
  }),
  { minLength: 1, maxLength: 14 },
);

/** A day for each step. The two ends of a move can come with different appends. */
const reported = (story: typeof steps extends fc.Arbitrary<infer T> ? T : never): Reported[] =>
  story.flatMap(({ kind, chain, wallet, given, got, amount, append, arrives }, day) => {
    const at = (day + 1) * DAY;
    const [own, other] = wallet === 0 ? OWN : OWN.toReversed();
    if (!own || !other) throw new Error('two wallets');
    const [out, into] = [assetsOf(chain)[given], assetsOf(chain)[got]];
    const units = amount * ONE;
    const by = (address: string, moves: Parameters<typeof transaction>[2], when: number): Reported => ({
      chain,
      wallet: address,
      append: when,
      transaction: transaction(address, at, moves, { chain }),
    });
    if (kind === 'receive') return by(own.value, [{ in: units, asset: into }], append);
    if (kind === 'send') return by(own.value, [{ out: units, asset: out }], append);
    if (kind === 'swap')
      return by(
        own.value,
        [
          { out: units, asset: out },
          { in: 2n * units, asset: into },
        ],
        append,
      );
    return [
      by(own.value, [{ out: units, asset: out, with: other.value }], append),
      by(other.value, [{ in: units, asset: out, with: own.value }], arrives),
    ];
  });

function bench(): PipelineBench {
  const it = new PipelineBench(CHAINS);
  for (const chain of CHAINS)
    for (const [i, { id }] of assetsOf(chain).entries()) it.prices.usd.set(id, String(i + 2));
  return it;
}

/** The upstreams list these transactions from now on. */
function give(it: PipelineBench, known: readonly Reported[]): void {
  for (const chain of CHAINS)
    for (const { value } of OWN)
      it.source.give(
        chain,
        value,
        known
          .filter((one) => one.chain === chain && one.wallet === value)
          .map((one) => one.transaction)
          .sort((a, b) => a.at - b.at),
      );
}

/** Reads the wallets again, and waits until the snapshot of what was read is stored. */
async function stored(it: PipelineBench): Promise<Map<string, string>> {
  it.clock.advance(61_000);
  const ask = () => it.snapshots.of(WALLET, [SAVINGS], it.whole(), ['transactionCount']);
  for (let i = 0; i < 500; i++) {
    if ((await ask()).snapshot) return new Map(it.stored.texts);
    await new Promise((wake) => setImmediate(wake));
  }
  throw new Error('no snapshot was stored');
}

it('a snapshot is the same, byte for byte, whatever appends brought the history, late rows included', async () => {
  await fc.assert(
    fc.asyncProperty(steps, async (story) => {
      const history = reported(story);
      const appended = bench();
      for (let append = 0; append < APPENDS; append++) {
        const known = history.filter((one) => one.append <= append);
        give(appended, known);
        const atOnce = bench();
        give(atOnce, known);
        const [parts, whole] = [await stored(appended), await stored(atOnce)];
        // Snapshots of fewer chains stay in the store.
        const differing = [...whole].filter(([scope, text]) => parts.get(scope) !== text);
        expect([whole.size, differing]).toEqual([1, []]);
        const { valued } = await appended.storedHistory(WALLET, [SAVINGS]);
        expect(valued.transactions).toHaveLength(known.length);
      }
    }),
    { numRuns: 12 },
  );
});

it('an append on one chain reads the rows of that chain alone', async () => {
  const it = bench();
  const buy = (chain: ChainName, wallet: string, day: number): Reported => ({
    chain,
    wallet,
    append: 0,
    transaction: transaction(wallet, day * DAY, [{ in: ONE }], { chain }),
  });
  const history = CHAINS.flatMap((chain, i) => OWN.map(({ value }) => buy(chain, value, i + 1)));
  give(it, history);
  await stored(it);
  const before = it.store.rowReads;
  give(it, [...history, buy('base', SAVINGS.value, 9)]);
  await stored(it);
  expect(it.store.rowReads - before).toBe(1);
});
