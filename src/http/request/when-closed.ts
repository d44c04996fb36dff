import type { ServerResponse } from 'node:http';

const callbacks = new WeakMap<ServerResponse, (() => void)[]>();

/** One listener for all callbacks, in order: an emitter warns of a leak from the eleventh on. */
export function whenClosed(response: ServerResponse, callback: () => void): void {
  const known = callbacks.get(response);
  if (known) {
    known.push(callback);
    return;
  }
  const all = [callback];
  callbacks.set(response, all);
  response.once('close', () => {
    for (const one of all) one();
  });
}
