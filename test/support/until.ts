/** How soon a test asks again: at first, and at last. Each question costs the processor that the answer waits for. */
const [FIRST_PAUSE_MS, LONGEST_PAUSE_MS] = [10, 50];

interface Wait {
  at: string;
  last: unknown;
  isGivenUp: boolean;
}

const waits = new Set<Wait>();

/**
 * Asks again until the value holds. It has no limit: that of the test (`testTimeout`) bounds a hang, and
 * `reportWaits` then names the line that waits and the last value.
 */
export async function until<T>(
  look: () => Promise<T> | T,
  holds: (value: T) => boolean = Boolean,
): Promise<T> {
  const wait: Wait = { at: callerOf(until), last: 'nothing yet', isGivenUp: false };
  waits.add(wait);
  try {
    for (let pauseMs = FIRST_PAUSE_MS; !wait.isGivenUp; pauseMs = Math.min(1.5 * pauseMs, LONGEST_PAUSE_MS)) {
      const value = await look();
      if (holds(value)) return value;
      wait.last = value;
      await new Promise((wake) => setTimeout(wake, pauseMs));
    }
    throw new Error(reportOf(wait));
  } finally {
    waits.delete(wait);
  }
}

/** After a test: ends what still waits. @returns a line for each */
export function reportWaits(): string[] {
  for (const wait of waits) wait.isGivenUp = true;
  return [...waits].map(reportOf);
}

const reportOf = ({ at, last }: Wait): string =>
  `It still waits ${at}\nThe last value was ${JSON.stringify(last)?.slice(0, 2_000)}`;

/** @returns `at <function> (<file>:<line>)` of the caller of this function */
function callerOf(callee: (...args: never[]) => unknown): string {
  const trace: { stack?: string } = {};
  Error.captureStackTrace(trace, callee);
  return trace.stack?.split('\n')[1]?.trim() ?? '';
}
