import { randomUUID } from 'node:crypto';
import { Injectable, Logger, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { Config } from '../../../config/env';
import { PollingWorker } from '../../../common/polling-worker';
import { ProcessState } from '../../../common/process-state';
import { Clock } from '../../../ports/clock';
import type { Work } from '../../../ports/work/work-queues';
import { ResilientClient } from '../../persistence/resilient-client';
import { Processors } from './processors';

const CHANNEL = 'cost_basis_work';
const RECONNECT_MS = 1_000;

/** Used while Redis is absent or does not respond. A process with background work keeps one connection. */
@Injectable()
export class PostgresChannel implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly log = new Logger('Queue');
  /** A process ignores its own notifications. */
  private readonly sender = randomUUID();
  private listener: ResilientClient | null = null;
  private readonly connecting = new PollingWorker(
    () => this.connect(),
    (error) => this.log.warn(`Cannot listen for notifications: ${String(error)}; work is found by polling`),
  );

  constructor(
    private readonly dataSource: DataSource,
    private readonly processors: Processors,
    private readonly config: Config,
    private readonly state: ProcessState,
    private readonly clock: Clock,
  ) {}

  onApplicationBootstrap(): void {
    if (this.state.runsJobs) void this.connecting.every(this.clock, RECONNECT_MS).run();
  }

  async onApplicationShutdown(): Promise<void> {
    await this.connecting.stop();
    await this.listener?.end().catch(() => undefined);
  }

  /** Never waits and never fails. */
  notify(work: Work): void {
    const message = `${this.sender} ${work}`;
    this.dataSource.query('SELECT pg_notify($1, $2)', [CHANNEL, message]).catch(() => undefined);
  }

  /** Does nothing while a connection listens. */
  private async connect(): Promise<void> {
    if (this.listener) return;
    const client = new ResilientClient({
      connectionString: this.config.DATABASE_SESSION_URL,
      connectionTimeoutMillis: this.config.DATABASE_CONNECT_TIMEOUT_MS,
      application_name: 'cost-basis-notifications',
      keepAlive: true,
    });
    client.once('end', () => (this.listener = null));
    client.on('notification', ({ payload = '' }) => this.receive(payload));
    await client.connect();
    this.listener = client;
    await client.query(`LISTEN ${CHANNEL}`);
  }

  private receive(payload: string): void {
    const [sender, work] = payload.split(' ');
    if (sender !== this.sender) void this.processors.call(work as Work);
  }
}
