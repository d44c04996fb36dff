import type { Mail } from '../../ports/upstream/mailer';

/** A mail as text of RFC 5322: 8-bit, so that a link stands in the file as it is. Pure. */
export function asRfc822(mail: Mail, sender: string, at: Date, messageId: string): string {
  const headers = [
    `From: ${sender}`,
    `To: ${mail.to}`,
    `Subject: ${mail.subject}`,
    `Date: ${at.toUTCString().replace('GMT', '+0000')}`,
    `Message-ID: <${messageId}>`,
    ...(mail.token === null ? [] : [`X-Token: ${mail.token}`]),
    'MIME-Version: 1.0',
    'Content-Type: text/plain; charset=utf-8',
    'Content-Transfer-Encoding: 8bit',
  ];
  if (headers.some((line) => /[\r\n]/.test(line))) throw new Error('a mail header holds a line break');
  return [...headers, '', ...mail.text.split('\n'), ''].join('\r\n');
}
