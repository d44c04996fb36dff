import { REPORT_FORMATS, type ReportFormat } from '../../src/modules/tax/generate/generate.dto';
import { readZip } from '../forms/read-back';
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

/** What answers a notice about a form of a broker. */
export const EVIDENCE_STORY: Story = {
  name: 'the evidence for a Form 1099-DA is ordered and downloaded',
  walk: async (journey) => {
    const rows = [{ symbol: 'ETH', box_1c: '1', box_1e: '2025-05-01', box_1f: '100.00' }];
    const body = { tax_year: 2025, broker: 'Some Broker', rows };
    const { id } = (await journey.ask('POST', '/api/v1/broker-forms', body, 201)).body.data;
    await journey.ask('POST', `/api/v1/broker-forms/${id}/apply`);
    const jobId = await journey.order(`/api/v1/broker-forms/${id}/evidence`);
    await journey.completed(jobId);
    const files = readZip(await download(journey, jobId));
    expect(JSON.parse(files.get('rows.json')?.toString() ?? '').rows).toMatchObject([
      { verdict: 'not_answered' },
    ]);
  },
};

/** Downloads the report of that format and looks for what was computed by hand. */
export async function checkDownload(journey: Journey, format: ReportFormat): Promise<void> {
  checkReport[format](await download(journey, journey.reports.get(format)));
}

async function download(journey: Journey, jobId: string | undefined): Promise<Buffer> {
  const url = `${journey.product.url}/api/v1/jobs/${jobId}/result`;
  const response = await fetch(url, { headers: { 'X-API-Key': journey.apiKey } });
  expect(response.status).toBe(200);
  return Buffer.from(await response.arrayBuffer());
}
