import { REPORT_FORMATS, type ReportFormat } from '../../src/modules/tax/generate/generate.dto';
import { type Journey, WALLET } from './journey';
import { checkReport } from './reports';
import { type Story, wallet, YEAR } from './story';

/** Work a customer orders, and its results. */
export const REPORT_STORIES: readonly Story[] = [
  {
    name: 'the ledger is computed ahead',
    walk: async (journey) => {
      const jobId = await journey.order(wallet(WALLET, 'precompute'));
      await journey.completed(jobId);
      const result = await journey.read(`/api/v1/jobs/${jobId}/result`);
      expect(result).toMatchObject({ address: WALLET, counts: { transactions: 5 } });
      const { data } = await journey.event('calculation.complete', ({ job_id }) => job_id === jobId);
      expect(data).toMatchObject({ job_type: 'precompute', status: 'completed' });
    },
  },
  ...REPORT_FORMATS.map((format): Story => ({
    name: `a tax report is ordered and downloaded as ${format}`,
    walk: async (journey) => {
      const order = { tax_year: YEAR, format };
      const jobId = await journey.order(`/api/v1/tax-reports/${WALLET}/generate`, order);
      await journey.completed(jobId);
      journey.reports.set(format, jobId);
      await checkDownload(journey, format);
      const { data } = await journey.event('calculation.complete', ({ job_id }) => job_id === jobId);
      expect(data).toMatchObject({ job_type: 'tax_report', status: 'completed', tax_year: YEAR });
    },
  })),
];

/** Downloads the report of that format and looks for what was computed by hand. */
export async function checkDownload(journey: Journey, format: ReportFormat): Promise<void> {
  const url = `${journey.product.url}/api/v1/jobs/${journey.reports.get(format)}/result`;
  const response = await fetch(url, { headers: { 'X-API-Key': journey.apiKey } });
  expect(response.status).toBe(200);
  checkReport[format](Buffer.from(await response.arrayBuffer()));
}
