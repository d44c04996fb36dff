import { DataSource } from 'typeorm';
import { PlanLookup } from '../../../src/ports/access/plan-lookup';
import { startApp, type TestApp } from '../../app.factory';
import { FakeClock } from '../../fakes/fake-clock';
import { OFFLINE } from '../../support/offline';
import { FakeKraken } from '../../fakes/fake-kraken';
import { FakeStripe } from '../../support/stripe';
import { visitAccounts } from './account';
import { visitAudit } from './audit';
import { visitCheckout } from './checkout';
import { visitFiling } from './filing';
import { visitManual } from './manual';
import { visitPortfolios } from './portfolios';
import { visitService } from './service';
import { visitTax } from './tax';
import { Tour } from './tour';
import { visitWallets } from './wallets';
import { visitWebhooks } from './webhooks';

/** Needs no network. */
export const SETTINGS = {
  ...OFFLINE,
  EVM_CHAINS: 'ethereum,base',
  DEMO_WALLETS: 'true',
};

const VISITS = [
  visitService,
  visitAccounts,
  visitWallets,
  visitTax,
  visitManual,
  visitFiling,
  visitPortfolios,
  visitWebhooks,
  visitAudit,
  visitCheckout,
];

/** The application of a tour, not yet walked through. @param env more variables */
export async function startTour(env: Record<string, string> = {}): Promise<{ tour: Tour; app: TestApp }> {
  const clock = new FakeClock(Date.UTC(2026, 5, 15, 12));
  const stripe = await FakeStripe.start();
  stripe.now = () => Math.floor(clock.now() / 1000);
  const kraken = await new FakeKraken().start();
  const running = await startApp(
    { ...SETTINGS, ...stripe.env, EXCHANGE_KRAKEN_BASE_URL: kraken.url, ...env },
    clock,
  );
  const close = (): Promise<unknown> =>
    running.close().finally(() => Promise.all([stripe.close(), kraken.close()]));
  const app = { ...running, close: () => close().then(() => undefined) };
  const tour = await Tour.begin(app, clock, stripe, kraken);
  // Ada sees everything, Bob what the free plan shows.
  await app.app.get(DataSource).query(`UPDATE users SET plan_name = 'defi' WHERE id = $1`, [tour.ada.id]);
  app.app.get(PlanLookup, { strict: false }).changed(tour.ada.id);
  return { tour, app };
}

export async function walk(tour: Tour): Promise<void> {
  for (const visit of VISITS) await visit(tour);
}
