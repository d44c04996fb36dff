import { Rules } from '../../common/rules';

/** Limits of work with the database, as the role of the service. Times in ms. */
export class PersistenceRules extends Rules {
  readonly poolSize: number = 10;
  readonly statementMs: number = 25_000;
  readonly lockMs: number = 10_000;
  readonly idleInTransactionMs: number = 10_000;
  /** A database that has not answered a health check after this time counts as down. */
  readonly healthMs: number = 1_500;
  /** A process that has not renewed its claim on a keyed request for this long counts as dead. */
  readonly requestLeaseMs: number = 15_000;
}
