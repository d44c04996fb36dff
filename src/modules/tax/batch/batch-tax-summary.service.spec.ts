import { AppError } from '../../../domain/kernel/errors';
import { nativeAsset } from '../../../domain/kernel/asset';
import { RequestContext } from '../../../http/request-context';
import { FakeLinkedWallets } from '../../../../test/fakes/fake-linked-wallets';
import { TaxSummaries } from '../../../pipeline/ledger/reader/tax-summaries.service';
import { PipelineBench, SAVINGS, WALLET } from '../../../../test/fakes/pipeline';
import { token, transaction } from '../../../../test/fakes/scripted-history-source';
import { until } from '../../../../test/support/until';
import { BatchTaxSummaryInput } from './batch.dto';
import { BatchTaxSummaryService } from './batch-tax-summary.service';
import { TaxLedgerService } from '../tax-ledger.service';

const DAY = 86_400_000;
const ONE = 10n ** 18n;
const ETH = nativeAsset('ethereum');
const DAI = token('ethereum', 'DAI', '0x6b175474e89094c44da98b954eedeac495271d0f');
const STILL_READING = {
  code: 'SERVICE_UNAVAILABLE',
  message: 'The history is still being read; retry later',
};

/** One wallet is read; the other has never been requested. */
async function scene() {
  const it = new PipelineBench(['ethereum'], { HEAVY_TIMEOUT_MS: '250', PARTIAL_BUDGET_MS: '100' });
  it.prices.usd.set(ETH.id, '2').set(DAI.id, '1');
  for (const { value } of [WALLET, SAVINGS])
    it.source.give('ethereum', value, [
      transaction(value, DAY, [{ in: 10n * ONE, asset: DAI }]),
      transaction(value, 2 * DAY, [{ out: 10n * ONE, asset: DAI }, { in: ONE }]),
    ]);
  await it.ledgers.of(WALLET, [], it.whole());
  const taxLedgers = new TaxLedgerService(
    it.ledgers,
    it.readers,
    new FakeLinkedWallets(),
    it.clock,
    it.config,
  );
  const service = new BatchTaxSummaryService(taxLedgers, new TaxSummaries(it.snapshots, it.views), it.clock);
  const context = new RequestContext(it.clock, 'request');
  const ask = (combine: boolean, addresses: string[]) =>
    service.summaries(Object.assign(new BatchTaxSummaryInput(), { addresses, combine }), context);
  return { ...it, source: it.source, jobs: it.jobs, context, ask };
}

const both = [SAVINGS.given, WALLET.given];

it('a wallet not read in time fails alone', async () => {
  const { source, jobs, ask } = await scene();
  source.hang('ethereum');
  const { results, combined, succeeded, failed } = await ask(false, both);
  expect([succeeded, failed, combined]).toEqual([1, 1, null]);
  expect(results[0]).toEqual({
    address: SAVINGS.given,
    success: false,
    tax_summary: null,
    error: STILL_READING,
  });
  expect(results[1]).toMatchObject({ success: true, tax_summary: { total_realized_gl: '10' } });
  source.heal('ethereum');
  await jobs.idle();
  const later = await until(
    () => ask(false, both),
    ({ failed: left }) => left === 0,
  );
  expect(later.succeeded).toBe(2);
});

it('numbers that depend on a wallet not read in time are not returned', async () => {
  const { source, jobs, ask } = await scene();
  source.hang('ethereum');
  const { results, combined } = await ask(true, [...both, 'nobody']);
  expect(results.map(({ error }) => error?.code)).toEqual([
    'SERVICE_UNAVAILABLE',
    'SERVICE_UNAVAILABLE',
    'INVALID_ADDRESS',
  ]);
  expect(combined).toBeNull();
  source.heal('ethereum');
  await jobs.idle();
  const later = await until(
    () => ask(true, both),
    ({ failed }) => failed === 0,
  );
  expect(later.combined).toMatchObject({ total_realized_gl: '20' });
});

it('a wallet that cannot be read fails alone, and is named by those beside it', async () => {
  const { source, ask } = await scene();
  source.fail('ethereum', new AppError('DATA_PROVIDER_ERROR', { provider: 'x', error: 'down' }));
  const { results, combined } = await ask(true, both);
  expect(results[0]?.error).toMatchObject({
    code: 'DATA_PROVIDER_ERROR',
    details: { provider: 'x', error: 'down' },
  });
  expect(results[1]).toMatchObject({
    success: true,
    meta: {
      unavailable_chains: [{ chain: 'ethereum', code: 'DATA_PROVIDER_ERROR', address: SAVINGS.given }],
    },
  });
  expect(combined).toEqual({ ...results[1]?.tax_summary, address: 'combined' });
});

it('ends with the request', async () => {
  const { source, jobs, context, ask } = await scene();
  source.hang('ethereum');
  const asked = Promise.all([ask(true, both), ask(false, both)]);
  context.abort(new Error('gone'));
  await expect(asked).rejects.toThrow('gone');
  source.heal('ethereum');
  await jobs.idle();
});
