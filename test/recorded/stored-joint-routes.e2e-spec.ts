import { call, post, type Account } from '../accounts/client';
import { PortfolioClient } from '../portfolios/portfolio-client';
import { StoredAnswers } from './stored-answers';

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
    ].map((filter) => `/api/v1/unified/transactions?per_page=20${filter}`),
  ];
}

it('a stored ledger of several wallets gives the data of a computed one, byte for byte', () =>
  answers.expectSameTogether(['defi', 'basic'], pathsOf));
