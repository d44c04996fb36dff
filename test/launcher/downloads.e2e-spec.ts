import { rmSync } from 'node:fs';
import { temporaryFolder } from '../support/temporary-folder';
import { freePort, ONE_THREAD, Run } from './run';

const DEMO = '0xde300000000000000000000000000000000a11ce';
const FILES = [
  `/api/v1/wallets/${DEMO}/transactions/export?format=csv`,
  `/api/v1/wallets/${DEMO}/transactions/export?format=json`,
  ...['csv', 'txf', 'pdf', 'json', 'turbotax'].map(
    (format) => `/api/v1/tax-reports/${DEMO}/form-8949/export?tax_year=2023&format=${format}`,
  ),
  ...['csv', 'pdf', 'json'].map(
    (format) => `/api/v1/tax-reports/${DEMO}/schedule-1/export?tax_year=2023&format=${format}`,
  ),
  `/api/calculate/tax-export/${DEMO}/form-8949/csv?tax_year=2023`,
  `/api/calculate/tax-export/${DEMO}/txf?tax_year=2023`,
  `/api/calculate/tax-export/${DEMO}/schedule-1/csv?tax_year=2023`,
  `/api/rwa/wallets/${DEMO}/rwa-tax-report/csv?tax_year=2023`,
];

it('npm start prints no warning when files are downloaded', async () => {
  const dataDir = temporaryFolder('downloads-');
  const port = await freePort();
  // A collector that is not there: spans are made all the same, with what they listen to.
  const tracing = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9' };
  const server = new Run('launcher/start', [], {
    DATA_DIR: dataDir,
    PORT: port,
    ...ONE_THREAD,
    ...tracing,
  });
  try {
    await server.says('Ctrl-C stops everything.');
    const key = /X-Partner-Key: (\S+)'/.exec(server.stdout)?.[1] ?? '';
    for (const path of FILES) {
      const answer = await fetch(`http://127.0.0.1:${port}${path}`, { headers: { 'X-Partner-Key': key } });
      const why = answer.status === 200 ? '' : server.stdout + server.stderr;
      expect([path, answer.status, why]).toEqual([path, 200, '']);
      expect((await answer.arrayBuffer()).byteLength).toBeGreaterThan(0);
    }
    expect(server.stdout + server.stderr).not.toMatch(/Warning: /);
  } finally {
    server.child.kill('SIGTERM');
    await server.finished;
    rmSync(dataDir, { recursive: true, force: true });
  }
});
