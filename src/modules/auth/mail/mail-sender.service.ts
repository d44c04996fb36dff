import {
  Injectable,
  Logger,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { LeaseEngine } from '../../../adapters/queue/lease/lease-engine';
import { settle } from '../../../adapters/queue/lease/settle';
import { PollingWorker } from '../../../common/polling-worker';
import { ProcessState } from '../../../common/process-state';
import { Clock } from '../../../ports/clock';
import { Metrics } from '../../../ports/metrics';
import { Mailer, RecipientRefused } from '../../../ports/upstream/mailer';
import { WakeUp } from '../../../ports/work/wake-up';
import { SessionRepository } from '../sessions/session.repository';
import { AttemptsRepository, LONGEST_WINDOW_MS } from '../users/attempts.repository';
import { KNOWN_MS, KnownNetworksRepository } from '../users/known-networks.repository';
import { MailTokenRepository } from '../users/mail-token.repository';
import { MailOutboxRepository, type OutgoingMail } from './mail-outbox.repository';
import { MailRules } from './mail-rules';
import { MailWriter } from './mail-writer.service';
import { DAY_MS, HOUR_MS } from '../../../domain/kernel/durations';

/** Waits between tries of one mail; the last one repeats. */
const BACKOFF_SECONDS = [5, 30, 120, 600, 1_800] as const;
const HOLD_SECONDS = 300;
const GIVE_UP_MS = DAY_MS;
/** A recipient that the server refused this often does not exist. */
const REFUSALS = 5;
/** How long mails that are not tried again are kept, for the operator. */
const KEEP_MS = 7 * DAY_MS;
const HOUSEKEEPING_MS = HOUR_MS;

@Injectable()
export class MailSender implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly log = new Logger('Mail');
  private readonly engine: LeaseEngine<OutgoingMail>;
  private readonly housekeeping: PollingWorker;

  constructor(
    private readonly outbox: MailOutboxRepository,
    private readonly writer: MailWriter,
    private readonly tokens: MailTokenRepository,
    private readonly sessions: SessionRepository,
    private readonly attempts: AttemptsRepository,
    private readonly networks: KnownNetworksRepository,
    private readonly mailer: Mailer,
    private readonly metrics: Metrics,
    private readonly clock: Clock,
    private readonly rules: MailRules,
    wakeUp: WakeUp,
    private readonly process: ProcessState,
  ) {
    // An expired lease makes a mail due again: there is nothing to reap.
    this.engine = new LeaseEngine<OutgoingMail>(
      {
        renew: (mails) => outbox.renew(mails, rules.leaseMs),
        keepsLost: true,
        wake: () => wakeUp.callHere('send_mail'),
        failed: (error) => this.reportOutage(error),
      },
      rules,
      clock,
    );
    this.housekeeping = new PollingWorker(
      () => this.prune(),
      (error) => this.log.warn(`Expired rows could not be deleted: ${nameOf(error)}`),
    );
  }

  onApplicationBootstrap(): void {
    if (!this.process.runsJobs) return;
    this.engine.start();
    this.housekeeping.every(this.clock, HOUSEKEEPING_MS);
  }

  async beforeApplicationShutdown(): Promise<void> {
    await Promise.all([this.engine.stop(), this.housekeeping.stop()]);
  }

  work(): Promise<void> {
    return this.engine.take(
      (limit) => this.outbox.claim(limit, this.rules.leaseMs),
      ({ claim }) => this.sendOne(claim).catch((error: unknown) => this.reportOutage(error)),
    );
  }

  private reportOutage(error: unknown): void {
    this.log.warn(`The mail outbox cannot be reached: ${nameOf(error)}`);
  }

  private async sendOne(outgoing: OutgoingMail): Promise<void> {
    try {
      const mail = await this.writer.write(outgoing);
      if (mail === 'later') return await this.outbox.hold(outgoing, HOLD_SECONDS);
      if (mail) await this.mailer.send(mail);
    } catch (error) {
      return this.putOff(outgoing, error);
    }
    await settle(this.clock, this.rules.leaseMs, () => this.outbox.remove(outgoing));
  }

  /** Logs only the kind of failure: the answer of a mail server can repeat the mail. */
  private async putOff(mail: OutgoingMail, error: unknown): Promise<void> {
    const { id, kind, fence: tries, ageMs } = mail;
    const isRefused = error instanceof RecipientRefused && tries >= REFUSALS;
    if (isRefused || ageMs > GIVE_UP_MS) {
      await this.outbox.giveUp(mail, nameOf(error));
      this.log.error(`mail ${id} (${kind}) given up after ${tries} tries: ${nameOf(error)}`);
      const reason = isRefused ? 'refused' : 'expired';
      return this.metrics.count('cost_basis_mails_given_up_total', { kind, reason });
    }
    this.log.warn(`mail ${id} (${kind}) not taken, try ${tries}: ${nameOf(error)}`);
    const seconds = BACKOFF_SECONDS[Math.min(tries, BACKOFF_SECONDS.length) - 1] ?? BACKOFF_SECONDS[0];
    await this.outbox.postpone(mail, seconds, nameOf(error));
  }

  private async prune(): Promise<void> {
    const now = this.clock.now();
    await Promise.all([
      this.attempts.prune(new Date(now - LONGEST_WINDOW_MS)),
      this.tokens.prune(new Date(now)),
      this.sessions.prune(new Date(now)),
      this.outbox.prune(new Date(now - KEEP_MS)),
      this.networks.prune(new Date(now - KNOWN_MS)),
    ]);
  }
}

function nameOf(error: unknown): string {
  if (!(error instanceof Error)) return typeof error;
  const code: unknown = Reflect.get(error, 'code');
  return typeof code === 'string' ? code : error.name;
}
