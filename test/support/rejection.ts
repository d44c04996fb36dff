/** @returns what the promise is rejected with. @throws Error when it is not rejected with an error of this kind */
export async function rejectionOf<E extends Error>(
  promise: Promise<unknown>,
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- the constructor is not called
  kind: abstract new (...args: any[]) => E,
): Promise<E> {
  const error: unknown = await promise.then(
    () => new Error('The promise was fulfilled'),
    (reason: unknown) => reason,
  );
  if (error instanceof kind) return error;
  throw error;
}
