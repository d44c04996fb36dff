import type { ServerResponse } from 'node:http';

const callbacks = new WeakMap<ServerResponse, (() => void)[]>();

/**
 * Calls back once when the response is over, sent or cut, in the order of the calls. All of them share one listener:
 * an emitter warns of a leak from the eleventh on, and a file that is streamed adds several of its own.
 */
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
