import { textOf } from '../../src/adapters/persistence/ledgers/json-text';
import { parseAddress } from '../../src/domain/kernel/address';
import { plainDisposal, plainLot } from '../../src/domain/portfolio/ledgers/plain-records';
import { wholeBudget } from '../../src/pipeline/budget';
import type { LedgerReader } from '../../src/pipeline/ledger/reader/ledger-reader';
import { LedgerReaders } from '../../src/pipeline/ledger/reader/ledger-readers.service';
import { StoredReader } from '../../src/pipeline/ledger/reader/stored-reader';
import { WalletLedgerService } from '../../src/pipeline/ledger/wallet-ledger.service';
import { Clock } from '../../src/ports/clock';
import { call, post, type Account } from '../accounts/client';
import { PortfolioClient } from '../portfolios/portfolio-client';
import { StoredAnswers, WALLETS } from './stored-answers';
import { until } from '../support/until';

let answers: StoredAnswers;
beforeAll(async () => {
  answers = await StoredAnswers.start();
});
afterAll(() => answers?.close());

const YEARS = [2020, 2021, 2022, 2023, 2024, 2025];

/** A portfolio of the wallets; they are the linked wallets of the user, too. */
async function pathsOf(wallets: readonly string[], user: Account): Promise<string[]> {
  const { token } = user;
  const linked = await call(answers.app, 'GET', '/api/v1/linked-wallets', { token });
  for (const { address } of linked.body.data as { address: string }[])
    await call(answers.app, 'DELETE', `/api/v1/linked-wallets/${address}`, { token });
  for (const address of wallets) await post(answers.app, '/api/v1/linked-wallets', { address }, { token });
  const id = await new PortfolioClient(answers.app, user).made(...wallets);
  return [
    ...['', '&sort=symbol_asc&page=2', '&chain=ethereum', '&min_value=1'].map(
      (filter) => `/api/v1/portfolios/${id}/holdings?per_page=20${filter}`,
    ),
    `/api/v1/portfolios/${id}/tax-summary`,
    ...YEARS.flatMap((year) => [
      `/api/v1/portfolios/${id}/tax-summary?tax_year=${year}`,
      `/api/v1/portfolios/${id}/form-8949?tax_year=${year}`,
      `/api/v1/portfolios/${id}/schedule-d?tax_year=${year}`,
    ]),
    ...['csv', 'txf'].map((format) => `/api/v1/portfolios/${id}/form-8949?tax_year=2022&format=${format}`),
    `/api/v1/portfolios/${id}/schedule-d?tax_year=2022&format=csv`,
    ...['', '&sort=symbol_asc&page=2', '&source=wallet', '&source=exchange', '&symbol=eth'].map(
      (filter) => `/api/v1/unified/holdings?per_page=20${filter}`,
    ),
    '/api/v1/unified/summary',
    ...[
      '',
      '&page=2',
      '&sort=date_asc&page=2',
      '&include_spam=true',
      '&source=wallet&type=swap',
      '&source=exchange',
      '&symbol=ETH',
      '&tax_year=2022',
      '&updated_since=2020-01-01T00:00:00Z',
    ].map((filter) => `/api/v1/unified/transactions?per_page=20${filter}`),
  ];
}

it('a stored ledger of several wallets gives the data of a computed one, byte for byte', () =>
  answers.expectSameTogether(['defi', 'basic'], pathsOf));

it('a stored ledger has the records of an asset that a computed one has', async () => {
  const { app } = answers.app;
  const readers = app.get(LedgerReaders, { strict: false });
  const ledgers = app.get(WalletLedgerService, { strict: false });
  const startedAt = app.get(Clock, { strict: false }).now();
  const budget = wholeBudget({ startedAt, signal: AbortSignal.timeout(60_000) }, 60_000);
  const recordsOf = async (reader: LedgerReader) => {
    const { lots, disposals, spam } = await reader.ofAssets(() => true);
    return textOf([[...lots].map(plainLot), [...disposals].map(plainDisposal), [...spam].sort()]);
  };
  for (const address of WALLETS.map(parseAddress)) {
    const computed = readers.computed(await ledgers.of(address, [], budget));
    let stored = await readers.of(address, [], budget);
    await until(async () => (stored = await readers.of(address, [], budget)) instanceof StoredReader);
    expect(await recordsOf(stored)).toBe(await recordsOf(computed));
  }
});
