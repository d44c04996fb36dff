/** A mail of this service: plain text, one link. */
export interface Mail {
  to: string;
  subject: string;
  /** ASCII, lines of at most 900 characters; holds the link once. */
  text: string;
  /** The token inside the link; null in a mail without one. A mail file also carries it as a header of its own. */
  token: string | null;
}

/** The server will never take a mail to this address. Its message repeats neither the address nor the answer. */
export class RecipientRefused extends Error {
  override readonly name = 'RecipientRefused';
}

/** Hands mails over. Called by the sender of the mail outbox alone, never inside a request or a transaction. */
export abstract class Mailer {
  /**
   * Resolves when the mail is in other hands, within about a minute.
   * @throws RecipientRefused; any other Error when it is not in other hands. It is tried again later
   */
  abstract send(mail: Mail): Promise<void>;
}
