/** How many webhooks of a user are active. */
export abstract class WebhookCount {
  abstract active(userId: string): Promise<number>;
}
