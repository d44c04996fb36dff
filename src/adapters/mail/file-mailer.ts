import { randomUUID } from 'node:crypto';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Mailer, type Mail } from '../../ports/upstream/mailer';
import type { Clock } from '../../ports/clock';
import { asRfc822 } from './rfc822.mapper';

const MAX_NAME_CHARS = 120;

/** One file per mail, mode 0600, for machines without a mail server. */
export class FileMailer extends Mailer {
  private count = 0;

  constructor(
    private readonly folder: string,
    private readonly sender: string,
    private readonly clock: Pick<Clock, 'now'>,
  ) {
    super();
  }

  async send(mail: Mail): Promise<void> {
    await mkdir(this.folder, { recursive: true, mode: 0o700 });
    const now = new Date(this.clock.now());
    const aside = join(this.folder, `.${randomUUID()}`);
    try {
      await writeFile(aside, asRfc822(mail, this.sender, now, `${randomUUID()}@localhost`), { mode: 0o600 });
      await rename(aside, join(this.folder, `${fileTime(now, ++this.count)}-${fileName(mail.to)}.eml`));
    } catch (error) {
      // On a full disk each retry would leave a file.
      await rm(aside, { force: true });
      throw error;
    }
  }
}

/** Sorts by time of sending. */
const fileTime = (at: Date, count: number): string =>
  `${at.toISOString().replaceAll(/[:.]/g, '-')}-${String(count % 10_000).padStart(4, '0')}${randomUUID().slice(0, 4)}`;

const fileName = (recipient: string): string =>
  recipient.replaceAll(/[^A-Za-z0-9@._+-]/g, '_').slice(0, MAX_NAME_CHARS);
