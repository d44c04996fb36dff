import { setTimeout } from 'node:timers/promises';
import {
  Injectable,
  Logger,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { Config } from '../../../config/env';
import { ProcessState } from '../../../config/process-state';
import { Clock } from '../../../ports/clock';
import { Mailer, RecipientRefused, type Mail } from '../../../ports/upstream/mailer';
import { Metrics } from '../../../ports/metrics';
import { AttemptsRepository, LONGEST_WINDOW_MS } from '../users/attempts.repository';
import { knownLetter, linkLetter, type LinkKind } from './letters';
import { MailOutboxRepository, type OutgoingMail } from './mail-outbox.repository';
import { MailTokenRepository, type TokenSubject } from '../users/mail-token.repository';
import { SessionRepository } from '../sessions/session.repository';
import { UserRepository } from '../users/user.repository';

/** How long the links are good. @source api.md 7 */
export const LINK_MS = { verify: 86_400_000, reset: 3_600_000, magic: 900_000 } as const;

const POLL_MS = 1_000;
/** Mails one process hands over at the same time: a slow one holds up no other. */
const AT_ONCE = 10;
/** Longer than one mail may take: whoever took it is gone. */
const LEASE_SECONDS = 120;
/** Waits between tries of one mail; the last one repeats. */
const BACKOFF_SECONDS = [5, 30, 120, 600, 1_800] as const;
/** A mail nobody took for this long is of no use any more. */
const GIVE_UP_MS = 86_400_000;
/** A recipient the server refused so often does not exist. */
const REFUSALS = 5;
/** Mails that were given up are kept for so long, for the operator. */
const KEEP_MS = 7 * 86_400_000;
/** At shutdown mails under way may end for so long. */
const GRACE_MS = 10_000;
const HOUSEKEEPING_MS = 3_600_000;

/**
 * Writes and hands over the mails of the outbox. The token of a link is made here, so that it is nowhere but in the
 * mail; a mail that is tried again carries a new one.
 */
@Injectable()
export class MailSender implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly log = new Logger('Mail');
  private readonly timers: NodeJS.Timeout[] = [];
  private readonly underWay = new Set<Promise<void>>();
  private sending: Promise<void> | null = null;
  private isAskedAgain = false;
  private failing = false;

  constructor(
    private readonly outbox: MailOutboxRepository,
    private readonly users: UserRepository,
    private readonly tokens: MailTokenRepository,
    private readonly sessions: SessionRepository,
    private readonly attempts: AttemptsRepository,
    private readonly mailer: Mailer,
    private readonly metrics: Metrics,
    private readonly clock: Clock,
    private readonly config: Config,
    private readonly process: ProcessState,
  ) {}

  onApplicationBootstrap(): void {
    if (!this.process.runsJobs) return;
    this.timers.push(setInterval(() => this.wake(), POLL_MS));
    this.timers.push(setInterval(() => void this.forget(), HOUSEKEEPING_MS));
    this.wake();
  }

  async beforeApplicationShutdown(): Promise<void> {
    for (const timer of this.timers.splice(0)) clearInterval(timer);
    await this.sending;
    // What hangs is left to its lease.
    const limit = setTimeout(GRACE_MS, undefined, { ref: false });
    await Promise.race([Promise.all(this.underWay), limit]);
  }

  /** There may be mail. Costs the caller nothing; a process that does not send leaves it to one that does. */
  wake(): void {
    this.isAskedAgain = true;
    if (this.timers.length === 0) return;
    this.sending ??= this.sendAll().finally(() => {
      this.sending = null;
      // Asked between the last look and this moment.
      if (this.isAskedAgain && this.hasRoom()) this.wake();
    });
  }

  private async sendAll(): Promise<void> {
    while (this.isAskedAgain && this.hasRoom()) {
      this.isAskedAgain = false;
      try {
        for (const mail of await this.outbox.claim(AT_ONCE - this.underWay.size, LEASE_SECONDS))
          this.begin(mail);
        this.failing = false;
      } catch (error) {
        this.reportOutage(error);
      }
    }
  }

  private hasRoom(): boolean {
    return this.underWay.size < AT_ONCE;
  }

  /** Each mail by itself: whatever becomes of one, the others leave. */
  private begin(mail: OutgoingMail): void {
    const work = this.sendOne(mail)
      .catch((error: unknown) => this.reportOutage(error))
      .finally(() => {
        this.underWay.delete(work);
        this.wake();
      });
    this.underWay.add(work);
  }

  /** One line per outage. What could not be written is done again when the lease of the mail expires. */
  private reportOutage(error: unknown): void {
    if (!this.failing) this.log.warn(`the mail outbox cannot be reached: ${nameOf(error)}`);
    this.failing = true;
  }

  private async sendOne(outgoing: OutgoingMail): Promise<void> {
    try {
      const mail = await this.write(outgoing);
      if (mail) await this.mailer.send(mail);
    } catch (error) {
      return this.putOff(outgoing, error);
    }
    await this.outbox.remove(outgoing.id);
  }

  /** Only the kind of failure is told: what a mail server answers may repeat what it was sent. */
  private async putOff({ id, kind, tries, createdAt }: OutgoingMail, error: unknown): Promise<void> {
    const isRefused = error instanceof RecipientRefused && tries >= REFUSALS;
    if (isRefused || this.clock.now() - createdAt.getTime() > GIVE_UP_MS) {
      await this.outbox.giveUp(id, nameOf(error));
      this.log.error(`mail ${id} (${kind}) given up after ${tries} tries: ${nameOf(error)}`);
      const reason = isRefused ? 'refused' : 'expired';
      return this.metrics.count('cost_basis_mails_given_up_total', { kind, reason });
    }
    this.log.warn(`mail ${id} (${kind}) not taken, try ${tries}: ${nameOf(error)}`);
    const seconds = BACKOFF_SECONDS[Math.min(tries, BACKOFF_SECONDS.length) - 1] ?? BACKOFF_SECONDS[0];
    await this.outbox.postpone(id, seconds, nameOf(error));
  }

  /** @returns null when there is nothing to say: nobody knows this address, or it is verified already */
  private async write({ kind, recipient, attemptId, redirectUrl }: OutgoingMail): Promise<Mail | null> {
    const user = await this.users.findByEmail(recipient);
    if (kind === 'signup') return this.writeSignup(recipient, attemptId, user?.emailVerified ?? false);
    if (kind === 'verify') {
      if (user?.emailVerified) return null;
      const attempt = await this.users.latestAttempt(recipient, new Date(this.clock.now()));
      const subject = attempt ? { attemptId: attempt.id } : user ? { userId: user.id } : null;
      return subject && this.withLink('verify', recipient, subject, null);
    }
    if (!user && kind === 'reset') return this.writeResetOfAttempt(recipient);
    return user && !user.disabledAt ? this.withLink(kind, recipient, { userId: user.id }, redirectUrl) : null;
  }

  /** Who forgot the password of a sign-up that is not verified yet verifies it with a new one. */
  private async writeResetOfAttempt(to: string): Promise<Mail | null> {
    const now = this.clock.now();
    const attempt = await this.users.latestAttempt(to, new Date(now));
    if (!attempt) return null;
    // The link is good for its whole hour, also when the sign-up would expire before.
    await this.users.keepAttempt(attempt.id, new Date(now + LINK_MS.reset));
    return this.withLink('reset', to, { attemptId: attempt.id }, null);
  }

  private async writeSignup(to: string, attemptId: string | null, isKnown: boolean): Promise<Mail | null> {
    if (attemptId === null) return null;
    if (isKnown) {
      await this.users.dropAttempt(attemptId);
      return knownLetter(to);
    }
    const isOpen = await this.users.attemptIsOpen(attemptId, new Date(this.clock.now()));
    return isOpen ? this.withLink('verify', to, { attemptId }, null) : null;
  }

  private async withLink(
    kind: LinkKind,
    to: string,
    subject: TokenSubject,
    redirectUrl: string | null,
  ): Promise<Mail> {
    const expiresAt = new Date(this.clock.now() + LINK_MS[kind]);
    const token = await this.tokens.issue(kind, subject, { expiresAt, redirectUrl, wasMailed: true });
    return linkLetter(kind, to, this.config.PUBLIC_BASE_URL, token);
  }

  private async forget(): Promise<void> {
    const now = this.clock.now();
    await Promise.all([
      this.attempts.forget(new Date(now - LONGEST_WINDOW_MS)),
      this.tokens.forget(new Date(now)),
      this.sessions.forget(new Date(now)),
      this.outbox.forget(new Date(now - KEEP_MS)),
    ]).catch((error: unknown) => this.log.warn(`nothing was tidied up: ${nameOf(error)}`));
  }
}

function nameOf(error: unknown): string {
  if (!(error instanceof Error)) return typeof error;
  const code: unknown = Reflect.get(error, 'code');
  return typeof code === 'string' ? code : error.name;
}
