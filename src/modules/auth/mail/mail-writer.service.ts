import { Injectable } from '@nestjs/common';
import { Config } from '../../../config/env';
import { Clock } from '../../../ports/clock';
import { SpaceInvitations } from '../../../ports/access/spaces';
import type { Mail } from '../../../ports/upstream/mailer';
import { MailTokenRepository, type MailTokenSubject } from '../users/mail-token.repository';
import { UserRepository } from '../users/user.repository';
import { isNotice, knownAccountMail, linkMail, noticeMail, type LinkKind } from './mail-texts';
import type { OutgoingMail } from './mail-outbox.repository';
import { DAY_MS, HOUR_MS } from '../../../domain/kernel/durations';
import { MailPacing } from './mail-pacing.service';

/** Validity of links. @source api.md 7 */
export const LINK_MS = { verify: DAY_MS, reset: HOUR_MS, magic: 900_000 } as const;

/** Links to an account. That of an invitation is to a space. */
type AccountLink = Exclude<LinkKind, 'invitation'>;

type Write = () => Promise<Mail>;

/** Creates the tokens of links, so that only the mail contains them. A repeated mail has a new token. */
@Injectable()
export class MailWriter {
  constructor(
    private readonly users: UserRepository,
    private readonly tokens: MailTokenRepository,
    private readonly pacing: MailPacing,
    private readonly invitations: SpaceInvitations,
    private readonly clock: Clock,
    private readonly config: Config,
  ) {}

  /** @returns null when the address is unknown, or verified already; 'later' when too many mails left to it */
  async write(outgoing: OutgoingMail): Promise<Mail | 'later' | null> {
    const write = await this.prepare(outgoing);
    if (!write) return null;
    return (await this.pacing.admits(outgoing)) ? write() : 'later';
  }

  private async prepare({ kind, recipient, attemptId, redirectUrl }: OutgoingMail): Promise<Write | null> {
    if (isNotice(kind)) return () => Promise.resolve(noticeMail(kind, recipient));
    if (kind === 'invitation') return this.prepareInvitation(recipient, attemptId);
    const user = await this.users.findByEmail(recipient);
    if (kind === 'signup') return this.prepareSignup(recipient, attemptId, user?.emailVerified ?? false);
    if (kind === 'verify') {
      if (user?.emailVerified) return null;
      const attempt = await this.users.latestAttempt(recipient, new Date(this.clock.now()));
      if (attempt)
        return this.withLink(
          'verify',
          recipient,
          { attemptId: attempt.id },
          { asksPassword: attempt.open > 1 },
        );
      return user && this.withLink('verify', recipient, { userId: user.id });
    }
    if (!user && kind === 'reset') return this.prepareResetOfAttempt(recipient);
    return user && !user.disabledAt
      ? this.withLink(kind, recipient, { userId: user.id }, { redirectUrl })
      : null;
  }

  /** A new password for a sign-up that is not verified yet also verifies it. */
  private async prepareResetOfAttempt(to: string): Promise<Write | null> {
    const now = this.clock.now();
    const attempt = await this.users.latestAttempt(to, new Date(now));
    if (!attempt) return null;
    // The link is valid for its whole hour, also when the sign-up would expire before.
    await this.users.keepAttempt(attempt.id, new Date(now + LINK_MS.reset));
    return this.withLink('reset', to, { attemptId: attempt.id });
  }

  private async prepareSignup(to: string, attemptId: string | null, isKnown: boolean): Promise<Write | null> {
    if (attemptId === null) return null;
    if (isKnown) {
      await this.users.dropAttempt(attemptId);
      return () => Promise.resolve(knownAccountMail(to));
    }
    const isOpen = await this.users.attemptIsOpen(attemptId, new Date(this.clock.now()));
    return isOpen ? this.withLink('verify', to, { attemptId }) : null;
  }

  private async prepareInvitation(to: string, id: string | null): Promise<Write | null> {
    const token = id === null ? null : await this.invitations.issue(id);
    if (token === null) return null;
    return () => Promise.resolve(linkMail('invitation', to, this.config.PUBLIC_BASE_URL, token));
  }

  private withLink(
    kind: AccountLink,
    to: string,
    subject: MailTokenSubject,
    {
      redirectUrl = null,
      asksPassword = false,
    }: { redirectUrl?: string | null; asksPassword?: boolean } = {},
  ): Write {
    return async () => {
      const expiresAt = new Date(this.clock.now() + LINK_MS[kind]);
      const terms = { expiresAt, redirectUrl, asksPassword, wasMailed: true };
      return linkMail(kind, to, this.config.PUBLIC_BASE_URL, await this.tokens.issue(kind, subject, terms));
    };
  }
}
