import { DataSource } from 'typeorm';
import { PlanLookup } from '../../../src/ports/access/plan-lookup';
import { startApp, type TestApp } from '../../app.factory';
import { FakeClock } from '../../fakes/fake-clock';
import { FakeStripe } from '../../support/stripe';
import { visitAccounts } from './account';
import { visitAudit } from './audit';
import { visitCheckout } from './checkout';
import { visitManual } from './manual';
import { visitPortfolios } from './portfolios';
import { visitService } from './service';
import { visitTax } from './tax';
import { Tour } from './tour';
import { visitWallets } from './wallets';
import { visitWebhooks } from './webhooks';

/** Where nobody listens: the tour needs no network. */
const NOWHERE = 'http://127.0.0.1:9';
const OFFLINE = {
  ETHERSCAN_BASE_URL: NOWHERE,
  BLOCKSCOUT_BASE_URL: NOWHERE,
  ROUTESCAN_BASE_URL: NOWHERE,
  DEFILLAMA_COINS_BASE_URL: NOWHERE,
  DEFILLAMA_YIELDS_BASE_URL: NOWHERE,
  DEFILLAMA_API_BASE_URL: NOWHERE,
  COINGECKO_BASE_URL: NOWHERE,
  SOLANA_RPC_URL: NOWHERE,
  ESPLORA_BASE_URL: NOWHERE,
  EVM_CHAINS: 'ethereum,base',
  DEMO_WALLETS: 'true',
  PARTIAL_BUDGET_MS: '20000',
};

const ROOMS = [
  visitService,
  visitAccounts,
  visitWallets,
  visitTax,
  visitManual,
  visitPortfolios,
  visitWebhooks,
  visitAudit,
  visitCheckout,
];

/** The application of a tour, not yet walked through. */
export async function startTour(): Promise<{ tour: Tour; app: TestApp }> {
  const clock = new FakeClock(Date.UTC(2026, 5, 15, 12));
  const stripe = await FakeStripe.start();
  stripe.now = () => Math.floor(clock.now() / 1000);
  const running = await startApp({ ...OFFLINE, ...stripe.env }, clock);
  const app = { ...running, close: () => running.close().finally(() => stripe.close()) };
  const tour = await Tour.begin(app, clock, stripe);
  // Ada sees everything, Bob what the free plan shows.
  await app.app.get(DataSource).query(`UPDATE users SET plan_name = 'defi' WHERE id = $1`, [tour.ada.id]);
  app.app.get(PlanLookup, { strict: false }).changed(tour.ada.id);
  return { tour, app };
}

export async function walk(tour: Tour): Promise<void> {
  for (const visit of ROOMS) await visit(tour);
}
