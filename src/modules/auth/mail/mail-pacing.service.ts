import { Injectable } from '@nestjs/common';
import { AttemptLimits, type Counted } from '../users/attempt-limits';
import { HELD, type MailKind, type OutgoingMail } from './mail-outbox.repository';
import { isNotice, type NoticeKind } from './mail-texts';

/** Links of one purpose replace each other: the owner of the mailbox can use any of them. */
const PURPOSE = {
  signup: 'verify',
  verify: 'verify',
  reset: 'reset',
  magic: 'magic',
  invitation: 'invitation',
} as const satisfies Record<Exclude<MailKind, NoticeKind>, string>;

/**
 * Limits the mails to one address, from all callers together. Above the limit mails leave at intervals, and equal
 * ones as one. So callers who order mails to another person neither flood the mailbox nor use up its owner's mails.
 * Counts only mails that are sent, so that above the limit the mailbox holds valid links.
 */
@Injectable()
export class MailPacing {
  constructor(private readonly limits: AttemptLimits) {}

  /** Counts a mail that may leave. @returns false when it must wait for a while */
  async admits({ kind, recipient, isPaced, failure }: OutgoingMail): Promise<boolean> {
    // A retried mail was counted at its first try.
    if (!isPaced || isNotice(kind) || (failure !== null && failure !== HELD)) return true;
    const [all, interval] = countedBy(PURPOSE[kind], recipient);
    return (await this.limits.allows(...all)) || (await this.limits.allows(...interval));
  }

  /** The owner has used a link: the next mails leave at once again. */
  async clear(recipient: string): Promise<void> {
    for (const purpose of new Set(Object.values(PURPOSE)))
      for (const counted of countedBy(purpose, recipient)) await this.limits.clear(...counted);
  }
}

const countedBy = (purpose: string, recipient: string): readonly [Counted, Counted] => [
  ['mail-sent', `${purpose} ${recipient}`],
  ['mail-interval', `${purpose} ${recipient}`],
];
