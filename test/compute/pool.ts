import { resolve } from 'node:path';
import { ThreadPool } from '../../src/adapters/compute/thread-pool';
import { NoMetrics } from '../../src/adapters/metrics/no-metrics';
import type { Metrics } from '../../src/ports/metrics';
import { testConfig } from '../support/postgres';

const HOOK = resolve(__dirname, '../support/typescript-hook.cjs');

/** A pool of its own whose threads load the sources. */
export const newPool = (env: Record<string, string> = {}, metrics: Metrics = new NoMetrics()): ThreadPool =>
  new ThreadPool(testConfig(env), metrics, { execArgv: ['-r', HOOK] });
