import fc from 'fast-check';
import type { ThreadPool } from '../../src/adapters/compute/thread-pool';
import { task as costBasis } from '../../src/modules/tax/calculate/posted-cost-basis.task';
import type { PostedInput } from '../../src/modules/tax/calculate/posted-request';
import { task as unrealized } from '../../src/modules/tax/calculate/posted-unrealized.task';
import { newPool } from './pool';

const settings: PostedInput['settings'] = {
  now: Date.UTC(2026, 5, 1),
  timezone: 'America/New_York',
  washSales: true,
  anonymousRows: null,
  maxSlices: 1_000_000,
  policies: { gasPolicy: 'dispose', wrapPolicy: 'carry', depositPolicy: 'taxable' },
};

const inputOf = (body: string): PostedInput => ({ body: new TextEncoder().encode(body), settings });
const order = (size: number) => ({ caller: { kind: 'paid', id: 'a' } as const, size });
const textOf = (output: object): unknown =>
  'json' in output ? Buffer.from((output as { json: Uint8Array }).json).toString() : output;

/** The result of the same task, or its refusal, with and without a thread. */
async function bothWays(pool: ThreadPool, body: string): Promise<unknown[]> {
  const outcomes = [Infinity, 0].flatMap((size) =>
    [costBasis, unrealized].map((task) =>
      pool.run<PostedInput, object>(task, inputOf(body), order(size)).then(textOf, (error: unknown) => {
        const { name, code, details, message, field } = error as Record<string, unknown>;
        return { name, code, details, message, field };
      }),
    ),
  );
  return Promise.all(outcomes);
}

/** Numbers with more digits than a double has, as JSON text. */
const amount = fc
  .tuple(fc.bigInt({ min: 1n, max: 10n ** 30n }), fc.bigInt({ min: 0n, max: 10n ** 18n - 1n }))
  .map(([whole, part]) => `${whole}.${part}`);
const row = fc
  .record({
    type: fc.constantFrom(
      'buy',
      'sell',
      'spend',
      'income',
      'internal_transfer',
      'swap',
      'fee',
      'gift_out',
      'bogus',
    ),
    at: fc.integer({ min: 1_500_000_000, max: 1_760_000_000 }),
    symbol: fc.constantFrom('ETH', 'BTC', 'é☃😀'),
    quantity: amount,
    value: amount,
  })
  .map(
    ({ type, at, symbol, quantity, value }) =>
      `{"type":"${type}","timestamp":${at},"symbol":"${symbol}","quantity":${quantity},"value_usd":${value}` +
      `${type === 'income' ? ',"income_type":"airdrop"' : ''}${type === 'internal_transfer' ? ',"from":"a","to":"b"' : ''}` +
      `${type === 'swap' ? `,"to_symbol":"USDC","to_quantity":${value}` : ''}}`,
  );
const ledger = fc
  .array(row, { minLength: 1, maxLength: 20 })
  .map((rows) => `{"current_prices":{"ETH":1.000000000000000001},"transactions":[${rows.join(',')}]}`);
const costBasisLedger = ledger.map((text) =>
  text.replace('"current_prices":{"ETH":1.000000000000000001},', ''),
);
const malformed = fc.constantFrom(
  '',
  '{',
  '[]',
  '{"transactions":[]}',
  '{"transactions":[{}],"x":1}',
  '\u00ff',
  '1',
);

describe('posted ledgers in a thread', () => {
  const pool = newPool();
  afterAll(() => pool.onModuleDestroy());

  it('are answered with the same bytes, and refused with the same words, as without one', async () => {
    let answers = 0;
    await fc.assert(
      fc.asyncProperty(fc.oneof(ledger, costBasisLedger, malformed), async (body) => {
        const [thread, threadGains, inline, inlineGains] = await bothWays(pool, body);
        expect(thread).toEqual(inline);
        expect(threadGains).toEqual(inlineGains);
        if (typeof thread === 'string' || typeof threadGains === 'string') answers++;
      }),
      { numRuns: 60 },
    );
    expect(answers).toBeGreaterThan(10);
  });
});
