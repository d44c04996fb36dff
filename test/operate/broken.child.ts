import { createLogger } from '../../src/bootstrap/logger';
import { dieOnUnhandled } from '../../src/bootstrap/process';

/** A process with a failure that no code waits for. */
dieOnUnhandled(createLogger('info'));
const error = new Error(`an unhandled ${process.env.KIND}`);
if (process.env.KIND === 'rejection') void Promise.reject(error);
else
  setTimeout(() => {
    throw error;
  });
setInterval(() => undefined, 1_000);
