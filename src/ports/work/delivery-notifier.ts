/**
 * Notifies the delivery worker, in this process or another, of new deliveries. Only a hint: polling finds
 * them too.
 */
export abstract class DeliveryNotifier {
  /** Never waits and never fails. */
  abstract notify(): void;
  /** @returns a function that stops listening */
  abstract listen(listener: () => void): () => void;
}
