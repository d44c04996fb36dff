import type { OnApplicationShutdown } from '@nestjs/common';
import { createTransport, type Transporter } from 'nodemailer';
import { Mailer, RecipientRefused, type Mail } from '../../ports/upstream/mailer';

/** A server that does not respond in time has not accepted the mail. */
const PATIENCE_MS = 15_000;
/** For a server that never completes its response. */
const WHOLE_MS = 60_000;

/** Uses TLS: at once for smtps://, else with STARTTLS. */
export class SmtpMailer extends Mailer implements OnApplicationShutdown {
  private readonly transport: Transporter;

  /** @param url includes credentials @param requiresTls false: also sends plain text to a server without STARTTLS */
  constructor(
    url: string,
    private readonly sender: string,
    requiresTls = true,
  ) {
    super();
    const { protocol, hostname, port, username, password } = new URL(url);
    const isSecure = protocol === 'smtps:';
    this.transport = createTransport({
      host: hostname,
      port: Number(port || (isSecure ? 465 : 587)),
      secure: isSecure,
      requireTLS: requiresTls && !isSecure,
      auth: username ? { user: decodeURIComponent(username), pass: decodeURIComponent(password) } : undefined,
      connectionTimeout: PATIENCE_MS,
      greetingTimeout: PATIENCE_MS,
      socketTimeout: PATIENCE_MS,
    });
  }

  async send({ to, subject, text }: Mail): Promise<void> {
    // An address object is always one recipient. Text would be parsed as a list.
    const message = { from: this.sender, to: { name: '', address: to }, subject, text };
    try {
      await this.transport.sendMail({ ...message, signal: AbortSignal.timeout(WHOLE_MS) });
    } catch (error) {
      throw isRefusal(error) ? new RecipientRefused('the server refuses the recipient') : error;
    }
  }

  onApplicationShutdown(): void {
    this.transport.close();
  }
}

/** 4xx is temporary. Errors not about the recipient come from the server or the configuration. */
function isRefusal(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const status = Number(Reflect.get(error, 'responseCode'));
  return Reflect.get(error, 'command') === 'RCPT TO' && status >= 500 && status < 600;
}
