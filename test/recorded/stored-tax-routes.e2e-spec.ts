import { StoredAnswers } from './stored-answers';

let answers: StoredAnswers;
afterEach(() => answers?.close());

const pathsOf = (wallet: string): string[] => {
  const reports = `/api/v1/tax-reports/${wallet}`;
  const files = `/api/calculate/tax-export/${wallet}`;
  const calculated = (name: string, query = '') => `/api/calculate/${name}/${wallet}?${query}`;
  return [
    ...['form-8949', 'schedule-1', 'schedule-d', 'given-away'].flatMap((form) =>
      [2020, 2021, 2022].map((year) => `${reports}/${form}?tax_year=${year}`),
    ),
    ...['&per_page=20&page=2', '&symbol=eth', '&timezone=America/New_York', '&method=hifo'].map(
      (query) => `${reports}/form-8949?tax_year=2022${query}`,
    ),
    `${reports}/schedule-1?tax_year=2022&income_type=airdrop`,
    ...['csv', 'json', 'txf', 'turbotax'].map(
      (format) => `${reports}/form-8949/export?tax_year=2022&format=${format}`,
    ),
    ...['csv', 'json'].map((format) => `${reports}/schedule-1/export?tax_year=2022&format=${format}`),
    `${reports}/schedule-d/export?tax_year=2022&format=json`,
    ...['form-8949/csv', 'txf', 'schedule-1/csv', 'summary', 'schedule-1/summary'].map(
      (file) => `${files}/${file}?tax_year=2022`,
    ),
    calculated('tax-summary'),
    calculated('tax-summary', 'tax_year=2022'),
    calculated('tax-report', 'tax_year=2021'),
    calculated('tax-report', 'tax_year=2022&include_lots=false'),
    calculated('wash-sales'),
    calculated('wash-sales', 'tax_year=2022'),
    calculated('reconciliation'),
    calculated('unrealized-gl'),
    calculated('unrealized-gl', 'min_value=10'),
    calculated('tax-loss-harvesting'),
    calculated('tax-loss-harvesting', 'term=long&limit=5&min_loss=1'),
    ...['', 'status=open', 'status=closed', 'page=2'].map((filter) =>
      calculated('lots', `limit=20&${filter}`),
    ),
  ];
};

it('a stored ledger gives the forms and figures of a computed one, byte for byte, on recorded wallets', async () => {
  answers = await StoredAnswers.start();
  await answers.expectSame(pathsOf);
});

it('a stored ledger gives the wash sales of a computed one', async () => {
  answers = await StoredAnswers.start({ ENABLE_WASH_SALES: 'true' });
  await answers.expectSame((wallet) =>
    ['', '?tax_year=2021', '?tax_year=2022'].map((query) => `/api/calculate/wash-sales/${wallet}${query}`),
  );
});

it('a stored ledger gives the reports of a computed one', async () => {
  answers = await StoredAnswers.start();
  await answers.expectSameReports(2022);
});
