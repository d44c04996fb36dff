import { FAR_LIMITS } from '../support/far-limits';
import { npmStart, type Product } from '../journeys/product';
import { call, PASSWORD, someEmail, signIn, signup, type Account } from '../accounts/client';
import { startReplay, type Replay } from '../support/replay';

/** What the product states about itself at `/metrics`. */
export interface Vitals {
  /** Seconds UTC. Another value than before: the process was restarted. */
  startedAt: number;
  rssMib: number;
  /** The longest stretch of the event loop since the last reading, without the 10 ms between two measurements. */
  stretchMs: number;
}

/** The product as `npm start` starts it, with a stand-in for all public APIs. */
export interface Target extends Product {
  replay: Replay;
  vitals(): Promise<Vitals>;
  /** Signs up, follows the mailed link and signs in. */
  account(): Promise<Account>;
}

/** Interval of the event loop monitor of prom-client. */
const RESOLUTION_MS = 10;

/** Time limits as the product has them: a variable without a value is not set. */
export const PRODUCT_LIMITS = Object.fromEntries(
  Object.keys(FAR_LIMITS)
    .filter((name) => !name.startsWith('RATE_LIMIT_'))
    .map((name) => [name, '']),
);

/** @param env limits of rates are those of the product, limits of time are far unless it sets others */
export async function startTarget(env: Record<string, string> = {}): Promise<Target> {
  const replay = await startReplay();
  const product = await npmStart({
    RATE_LIMIT_RPM: '60',
    RATE_LIMIT_RPD: '1000',
    NODE_ENV: 'development',
    // The accounts are ordinary ones.
    FIRST_USER_IS_OPERATOR: 'false',
    STRIPE_WEBHOOK_SECRET: 'whsec_of_the_abuse_suite',
    ...replay.env,
    ...env,
  });
  const close = async (): Promise<void> => {
    await product.close();
    await replay.close();
  };
  await product.start().catch(async (error: unknown) => {
    await close();
    throw error;
  });
  return {
    ...product,
    replay,
    vitals: () => vitalsOf(product.url),
    account: async () => {
      const email = someEmail();
      const place = { url: product.url, dataDir: '' };
      await signup(place, email, PASSWORD);
      const token = await product.mailedToken(email);
      await call(place, 'POST', '/api/v1/auth/verify-email', { body: { token } });
      return signIn(place, email);
    },
    close,
  };
}

async function vitalsOf(url: string): Promise<Vitals> {
  const text = await (await fetch(`${url}/metrics`)).text();
  const value = (name: string): number => Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1] ?? NaN);
  return {
    startedAt: value('process_start_time_seconds'),
    rssMib: value('process_resident_memory_bytes') / 1024 / 1024,
    stretchMs: Math.max(0, value('nodejs_eventloop_lag_max_seconds') * 1_000 - RESOLUTION_MS),
  };
}
