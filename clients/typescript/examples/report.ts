import { writeFile } from 'node:fs/promises';
import { ApiError, CostBasisClient } from '../src/index.js';

const client = new CostBasisClient({
  baseUrl: 'http://localhost:3000',
  apiKey: process.env['COST_BASIS_KEY'] ?? '',
});
const address = '0xde300000000000000000000000000000000a11ce';

try {
  const { data: job } = await client.generateTaxReport({ address, body: { tax_year: 2025, format: 'pdf' } });
  const ended = await client.waitForJob(job.job_id);
  const result = await client.getJobResult({ job_id: ended.job_id });
  if ('bytes' in result) await writeFile(result.fileName ?? 'report.pdf', await result.bytes());
} catch (error) {
  if (!(error instanceof ApiError)) throw error;
  process.stderr.write(`${error.code ?? error.status}: ${error.message} (request ${error.requestId})\n`);
}
