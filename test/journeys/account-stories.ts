import { PERMISSIONS } from '../../src/domain/access/permissions';
import { EVENT_TYPES } from '../../src/domain/webhooks/events';
import { someEmail } from '../accounts/client';
import { WATCHED, type Journey } from './journey';
import type { Story } from './story';

async function openAccount(journey: Journey, email: string): Promise<void> {
  const { password } = journey;
  await journey.ask('POST', '/api/v1/auth/signup', { email, password, accepted_terms: true }, 201);
  const refused = await journey.ask('POST', '/api/v1/auth/login', { email, password }, 403);
  expect(refused.body.error.code).toBe('EMAIL_NOT_VERIFIED');
  const token = await journey.product.mailedToken(email);
  await journey.ask('POST', '/api/v1/auth/verify-email', { token });
}

/** From the first start to a customer with an account, a key and a webhook. */
export const ACCOUNT_STORIES: readonly Story[] = [
  { name: 'the product starts', walk: ({ product }) => product.start() },
  {
    name: 'an account is opened by mail',
    walk: async (journey) => {
      // The first account is the one of the operator, outside production. The customer is the second.
      await openAccount(journey, someEmail());
      journey.email = someEmail();
      await openAccount(journey, journey.email);
      await journey.logIn();
    },
  },
  {
    name: 'an API key is created and opens what it may',
    walk: async (journey) => {
      const permissions = Object.keys(PERMISSIONS).filter((name) => name.startsWith('read:'));
      const made = await journey.ask('POST', '/api/v1/api-keys', { name: 'journey', permissions }, 201);
      journey.apiKey = made.body.data.key as string;
      expect(await journey.read('/api/v1/jobs')).toEqual([]);
    },
  },
  {
    name: 'a webhook subscribes to every event, and another one to a wallet it names',
    walk: async (journey) => {
      const url = `${journey.receiver.url}/hook`;
      const body = { url, events: EVENT_TYPES };
      const { data } = (await journey.ask('POST', '/api/v1/webhooks', body, 201)).body;
      journey.webhook = { id: data.id as string, secret: data.secret as string };
      const tested = await journey.ask('POST', `/api/v1/webhooks/${journey.webhook.id}/test`);
      expect(tested.body.data).toMatchObject({ test_result: 'success' });
      expect(journey.received().map(({ event }) => event)).toEqual(['test']);
      const filter = { url, events: ['transaction.new'], addresses_filter: [WATCHED] };
      await journey.ask('POST', '/api/v1/webhooks', filter, 201);
    },
  },
];
