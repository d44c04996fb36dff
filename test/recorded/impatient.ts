/** Too little for the second that a 429 asks for: such a provider is given up at once. */
const QUICK = { attempts: 2, attemptMs: 500, wholeMs: 950 };

export const IMPATIENT = { request: QUICK, background: QUICK };
