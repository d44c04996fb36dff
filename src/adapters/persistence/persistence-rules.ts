import { Rules } from '../../common/rules';

/** Limits of the service role. In ms. */
export class PersistenceRules extends Rules {
  readonly poolSize: number = 10;
  readonly statementMs: number = 25_000;
  readonly lockMs: number = 10_000;
  readonly idleInTransactionMs: number = 10_000;
  /** A database that has not answered a health check by then counts as down. */
  readonly healthMs: number = 1_500;
  /** A process that has not renewed its claim on a keyed request for so long counts as dead. */
  readonly requestLeaseMs: number = 15_000;
}
