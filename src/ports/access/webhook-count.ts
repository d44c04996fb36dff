/** Number of active webhooks of a user. */
export abstract class WebhookCount {
  abstract active(userId: string): Promise<number>;
}
