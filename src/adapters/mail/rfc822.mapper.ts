import type { Mail } from '../../ports/upstream/mailer';

/** RFC 5322 text, 8-bit, so that links stay readable in the file. */
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
  if (headers.some((line) => /[\r\n]/.test(line))) throw new Error('a mail header contains a line break');
  return [...headers, '', ...mail.text.split('\n'), ''].join('\r\n');
}
