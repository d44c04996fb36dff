/** A mail of this service: plain text with one link. */
export interface Mail {
  to: string;
  subject: string;
  /** ASCII, lines of at most 900 characters. Contains the link once. */
  text: string;
  /**
   * The token inside the link. Null in a mail without one. A mail file also contains it as a separate header.
   */
  token: string | null;
}

/**
 * The mail server permanently rejects this address. The message contains neither the address nor the server's
 * answer.
 */
export class RecipientRefused extends Error {
  override readonly name = 'RecipientRefused';
}

/** Sends mails. Only the sender of the mail outbox calls it, never inside a request or a transaction. */
export abstract class Mailer {
  /**
   * Resolves when the server has accepted the mail, within about a minute.
   * @throws RecipientRefused; any other Error when the server did not accept it. The sender retries it later
   */
  abstract send(mail: Mail): Promise<void>;
}
