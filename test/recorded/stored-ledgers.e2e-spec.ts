import { StoredAnswers } from './stored-answers';

let answers: StoredAnswers;
beforeAll(async () => {
  answers = await StoredAnswers.start();
});
afterAll(() => answers?.close());

const pathsOf = (wallet: string): string[] => [
  `/api/v1/wallets/${wallet}/holdings?per_page=100`,
  `/api/v1/wallets/${wallet}/holdings/summary`,
  `/api/v1/wallets/${wallet}/dashboard`,
  `/api/v1/wallets/${wallet}/positions`,
  `/api/v1/wallets/${wallet}/cost-basis?per_page=20`,
  `/api/v1/wallets/${wallet}/cost-basis?per_page=20&page=2`,
  `/api/v1/wallets/${wallet}/lots?per_page=20&page=2`,
  ...['date_asc', 'date_desc', 'cost_desc', 'quantity_desc'].map(
    (sort) => `/api/v1/wallets/${wallet}/lots?sort=${sort}&per_page=20`,
  ),
  ...[
    'status=closed',
    'status=all&page=2',
    'is_long_term=true',
    'is_untracked=true',
    'is_long_term=false',
    'symbol=eth',
  ].map((filter) => `/api/v1/wallets/${wallet}/lots?per_page=20&${filter}`),
  ...['', '&sort=date_asc&page=2', '&include_spam=true', '&type=swap', '&symbol=ETH', '&tax_year=2022'].map(
    (filter) => `/api/v1/wallets/${wallet}/transactions?per_page=20${filter}`,
  ),
  `/api/wallets/${wallet}/transactions?limit=10`,
  `/api/v1/tax-reports/${wallet}/summary`,
  ...[2020, 2021, 2022, 2023, 2024, 2025].map(
    (year) => `/api/v1/tax-reports/${wallet}/summary?tax_year=${year}`,
  ),
];

it('a stored ledger gives the data of a computed one, byte for byte, on recorded wallets', () =>
  answers.expectSame(pathsOf));
