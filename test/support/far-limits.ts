import { ExchangeRules } from '../../src/adapters/exchanges/api/thread-caller';
import { PersistenceRules } from '../../src/adapters/persistence/persistence-rules';
import { JobRules } from '../../src/adapters/queue/job-rules';
import { RedisTimes } from '../../src/adapters/redis/redis-times';
import { UpstreamRules } from '../../src/adapters/upstream/upstream-rules';
import { HOUR_MS } from '../../src/domain/kernel/durations';
import { MailRules } from '../../src/modules/auth/mail/mail-rules';
import { SyncRules } from '../../src/modules/exchanges/sync/sync-rules';
import { AnswerRules } from '../../src/pipeline/answer-rules';
import { DeliveryRules } from '../../src/modules/webhooks/delivery/delivery-rules';

const HOUR = String(HOUR_MS);
/** Of waits for a dependency that says nothing, which is part of some tests. */
const ANSWER_MS = 30_000;

/**
 * Limits of the product that no ordinary test meets, also on a machine that stands still for a while. A test about a
 * limit sets that one in an application of its own, in which nothing else must be fast.
 */
export const FAR_LIMITS = {
  RATE_LIMIT_RPM: '100000',
  RATE_LIMIT_RPD: '1000000',
  PARTIAL_BUDGET_MS: HOUR,
  LIGHT_TIMEOUT_MS: HOUR,
  HEAVY_TIMEOUT_MS: HOUR,
  COMPUTE_TIMEOUT_MS: HOUR,
  COMPUTE_ANONYMOUS_TIMEOUT_MS: HOUR,
  COMPUTE_BACKGROUND_TIMEOUT_MS: HOUR,
  WEBHOOK_TIMEOUT_MS: HOUR,
  WEBHOOK_TEST_TIMEOUT_MS: HOUR,
  DATABASE_CONNECT_TIMEOUT_MS: HOUR,
};

const CALL = { attemptMs: HOUR_MS, wholeMs: HOUR_MS };
const LEASE = { leaseMs: HOUR_MS };

/**
 * As `FAR_LIMITS`, of what is no variable of the environment. No lease ends by itself: a test about a process that died
 * ends its leases in their rows.
 */
export const FAR_RULES = {
  jobs: new JobRules().with(LEASE),
  deliveries: new DeliveryRules().with(LEASE),
  mails: new MailRules().with(LEASE),
  redis: new RedisTimes().with({ cacheMs: ANSWER_MS, rateMs: ANSWER_MS, hintMs: ANSWER_MS }),
  persistence: new PersistenceRules().with({
    statementMs: HOUR_MS,
    lockMs: HOUR_MS,
    idleInTransactionMs: HOUR_MS,
    healthMs: ANSWER_MS,
    requestLeaseMs: HOUR_MS,
  }),
  answers: new AnswerRules().with({ balancesMs: HOUR_MS, comparisonMs: HOUR_MS, figuresMs: HOUR_MS }),
  upstreams: new UpstreamRules().with({
    connectMs: HOUR_MS,
    patience: { request: { attempts: 2, ...CALL }, background: { attempts: 4, ...CALL } },
    paymentMs: HOUR_MS,
    spareMs: HOUR_MS,
  }),
  exchanges: new ExchangeRules().with({ timeoutMs: HOUR_MS, silenceMs: HOUR_MS }),
  syncs: new SyncRules().with({ trialMs: HOUR_MS }),
};
