/** Says "there is something to deliver" to whoever delivers, in this process or another. A hint: polling finds it too. */
export abstract class DeliveryNotifier {
  /** Never waits, never fails. */
  abstract notify(): void;
  /** @returns how to stop listening */
  abstract listen(listener: () => void): () => void;
}
