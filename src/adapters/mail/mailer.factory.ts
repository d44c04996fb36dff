import { join } from 'node:path';
import type { Config } from '../../config/env';
import type { Clock } from '../../ports/clock';
import type { Mailer } from '../../ports/upstream/mailer';
import { FileMailer } from './file-mailer';
import { SmtpMailer } from './smtp-mailer';

export function mailerOf(config: Config, clock: Clock): Mailer {
  const { MAIL_URL, MAIL_REQUIRE_TLS, DATA_DIR, PUBLIC_BASE_URL } = config;
  const given = MAIL_URL === undefined ? null : new URL(MAIL_URL).searchParams.get('from');
  const sender = given ?? `no-reply@${new URL(PUBLIC_BASE_URL).hostname}`;
  if (MAIL_URL === undefined) return new FileMailer(join(DATA_DIR, 'mail'), sender, clock);
  return new SmtpMailer(MAIL_URL, sender, MAIL_REQUIRE_TLS);
}
