import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { INestApplicationContext } from '@nestjs/common';
import { Config } from '../config/env';
import { ERRORS } from '../domain/kernel/errors';
import { mayScrape } from '../http/auth/scraper';
import { HealthService } from '../http/health/health.service';
import { checkPort, portBusy } from './port';
import { Metrics } from '../ports/metrics';

interface Page {
  status: number;
  type: string;
  body: string;
}

export class WorkerPort {
  private constructor(private readonly server: Server) {}

  /** @returns null when no port is configured @throws LaunchError when the port is in use */
  static async open(app: INestApplicationContext): Promise<WorkerPort | null> {
    const { HOST, WORKER_METRICS_PORT: port } = app.get(Config);
    if (port === undefined) return null;
    await checkPort(HOST, port, 'WORKER_METRICS_PORT');
    const server = createServer((request, response) => void serve(app, request, response));
    await new Promise<void>((resolve, reject) => {
      server.once('error', (error) => reject(portBusy(error, HOST, port, 'WORKER_METRICS_PORT')));
      server.listen(port, HOST, resolve);
    });
    return new WorkerPort(server);
  }

  async finish(): Promise<void> {
    await new Promise((resolve) => {
      this.server.close(resolve);
      this.server.closeIdleConnections();
    });
  }
}

async function serve(
  app: INestApplicationContext,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { status, type, body } = await pageOf(app, request).catch(() => problem(500, 'Internal error'));
  response
    .writeHead(status, {
      'Content-Type': type,
      'Cache-Control': 'no-store',
      'X-Content-Type-Options': 'nosniff',
    })
    .end(request.method === 'HEAD' ? undefined : body);
}

async function pageOf(app: INestApplicationContext, request: IncomingMessage): Promise<Page> {
  const path = request.url?.split('?', 1)[0];
  if (request.method !== 'GET' && request.method !== 'HEAD') return problem(405, 'Method Not Allowed');
  if (path === '/health/ready') {
    const report = await app.get(HealthService, { strict: false }).ready();
    return json(report.status === 'down' ? 503 : 200, report);
  }
  if (path !== '/metrics') return problem(404, 'Not Found');
  if (!mayScrape(request, app.get(Config).METRICS_TOKEN)) return problem(401, ERRORS.UNAUTHORIZED.message);
  const page = await app.get(Metrics, { strict: false }).text();
  return page ? { status: 200, ...page } : problem(404, 'Not Found');
}

const json = (status: number, value: unknown): Page => ({
  status,
  type: 'application/json; charset=utf-8',
  body: JSON.stringify(value),
});
const problem = (status: number, detail: string): Page => json(status, { detail });
