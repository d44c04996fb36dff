import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';
import { until } from '../support/until';

/** A mail server that keeps what it is sent. */
export interface MailServer {
  /** For MAIL_URL. */
  url: string;
  /** Waits for the first mail to an address. @returns the token its link carries */
  tokenTo(email: string): Promise<string>;
  close(): Promise<void>;
}

export async function startMailServer(): Promise<MailServer> {
  const tokens = new Map<string, string>();
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    authOptional: true,
    onData(stream, session, done) {
      let text = '';
      stream.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
      stream.once('end', () => {
        const token = /\?token=([\w-]{43})/.exec(plain(text))?.[1] ?? '';
        for (const { address } of session.envelope.rcptTo) tokens.set(address, token);
        done();
      });
    },
  });
  server.on('error', () => undefined);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.server.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${port}?from=service@example.com`,
    tokenTo: async (email) => (await until(() => tokens.get(email))) ?? '',
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

/** Lines of a quoted-printable body put together again. */
const plain = (text: string): string =>
  text
    .replaceAll(/=\r?\n/g, '')
    .replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)));
