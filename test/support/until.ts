/** Asks again until the value holds. @throws with the last value when it does not within the time (milliseconds) */
export async function until<T>(
  look: () => Promise<T> | T,
  holds: (value: T) => boolean = Boolean,
  within = 120_000,
): Promise<T> {
  const end = performance.now() + within;
  for (;;) {
    const value = await look();
    if (holds(value)) return value;
    if (performance.now() > end) throw new Error(`It does not hold: ${JSON.stringify(value)}`);
    await new Promise((wake) => setTimeout(wake, 20));
  }
}
