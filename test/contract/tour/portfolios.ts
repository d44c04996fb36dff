import { mailsTo, type MailFile } from '../../accounts/client';
import { until } from '../../support/until';
import { KOINLY } from './koinly';
import type { Tour } from './tour';
import { MAIN, UNKNOWN, VAULT } from './wallets';

const LIST = '/api/v1/portfolios';
const ONE = `${LIST}/{portfolio_id}`;
const BATCH = '/api/v1/batch';

/** Several wallets at once: under a name, or in one request. */
export async function visitPortfolios(tour: Tour): Promise<void> {
  const path = { portfolio_id: await records(tour) };
  await tour.visit(`GET ${ONE}/holdings`, { as: 'ada', path, query: { min_value: '100', per_page: '2' } });
  await tour.visit(`GET ${ONE}/tax-summary`, { as: 'ada', path, query: { tax_year: '2024' } });
  for (const format of ['json', 'csv', 'txf', 'pdf'])
    await tour.visit(`GET ${ONE}/form-8949`, { as: 'ada', path, query: { tax_year: '2024', format } });
  for (const format of ['json', 'csv', 'pdf'])
    await tour.visit(`GET ${ONE}/schedule-d`, { as: 'ada', path, query: { tax_year: '2024', format } });
  await tour.visit(`POST ${ONE}/law-comparison`, {
    as: 'ada',
    path,
    body: { law: ['hr10357.fee'], tax_year: 2024 },
  });
  await spaces(tour);
  const tool = { as: 'ada', path, query: { tax_year: '2024' }, body: {} } as const;
  await tour.refuse(`POST ${ONE}/tool-comparison`, 'INVALID_REQUEST', { ...tool, body: 'no form' });
  await tour.visit(`POST ${ONE}/tool-comparison`, { ...tool, files: { 'koinly.csv': KOINLY } });
  await batches(tour);
}

/** @returns the id of the portfolio that stays */
async function records(tour: Tour): Promise<string> {
  const body = {
    name: 'Alice',
    description: 'everyday wallet and savings',
    metadata: { client: 'A-17' },
    addresses: [MAIN],
  };
  const made = await tour.visit(`POST ${LIST}`, { as: 'ada', body });
  const two = { ...body, addresses: [MAIN, VAULT] };
  await tour.refuse(`POST ${LIST}`, 'WALLET_LIMIT_EXCEEDED', { as: 'bob', body: two });
  await tour.refuse(`POST ${LIST}`, 'INVALID_ADDRESS', { as: 'ada', body: { ...body, addresses: ['x'] } });
  const path = { portfolio_id: made.body.data.id as string };
  const added = { address: VAULT, label: 'savings' };
  await tour.visit(`POST ${ONE}/addresses`, { as: 'ada', path, body: added });
  await tour.refuse(`POST ${ONE}/addresses`, 'CONFLICT', { as: 'ada', path, body: added });
  await tour.refuse(`POST ${ONE}/addresses`, 'INVALID_ADDRESS', { as: 'ada', path, body: { address: 'x' } });
  const small = await tour.send(`POST ${LIST}`, { as: 'bob', body });
  const full = { portfolio_id: small.body.data.id as string };
  await tour.refuse(`POST ${ONE}/addresses`, 'WALLET_LIMIT_EXCEEDED', { as: 'bob', path: full, body: added });
  await tour.visit(`GET ${LIST}`, { as: 'ada' });
  await tour.visit(`GET ${ONE}`, { as: 'ada', path });
  await tour.visit(`PUT ${ONE}`, { as: 'ada', path, body: { name: 'Alice and the vault' } });
  const extra = { ...path, address: UNKNOWN };
  await tour.send(`POST ${ONE}/addresses`, { as: 'ada', path, body: { address: UNKNOWN } });
  await tour.visit(`DELETE ${ONE}/addresses/{address}`, { as: 'ada', path: extra });
  await tour.visit(`DELETE ${ONE}`, { as: 'bob', path: full });
  return path.portfolio_id;
}

async function spaces(tour: Tour): Promise<void> {
  const made = await tour.send(`POST ${LIST}`, { as: 'ada', body: { name: 'Client', is_space: true } });
  const path = { portfolio_id: made.body.data.id as string };
  const body = { email: tour.bob.email, role: 'reviewer' };
  const invite = `POST ${ONE}/invitations`;
  const first = await tour.send(invite, { as: 'ada', path, body });
  const invitation = { ...path, invitation_id: first.body.data.id as string };
  await tour.refuse(invite, 'CONFLICT', { as: 'ada', path, body });
  await tour.visit(`DELETE ${ONE}/invitations/{invitation_id}`, { as: 'ada', path: invitation });
  const isInvitation = ({ subject }: MailFile) => subject.startsWith('You are invited');
  const seen = (await mailsTo(tour.app, tour.bob.email)).filter(isInvitation).length;
  await tour.visit(invite, { as: 'ada', path, body });
  await tour.visit(`GET ${ONE}/invitations`, { as: 'ada', path });
  const accept = 'POST /api/v1/space-invitations/accept';
  await tour.refuse(accept, 'INVALID_TOKEN', { as: 'bob', body: { token: 'x' } });
  const mails = await until(
    async () => (await mailsTo(tour.app, tour.bob.email)).filter(isInvitation),
    ({ length }) => length > seen,
  );
  await tour.visit(accept, { as: 'bob', body: { token: mails.at(-1)?.token } });
  await tour.visit(`GET ${ONE}/members`, { as: 'bob', path });
  const member = { ...path, user_id: tour.bob.id };
  await tour.visit(`PUT ${ONE}/members/{user_id}`, { as: 'ada', path: member, body: { role: 'preparer' } });
  await tour.visit(`DELETE ${ONE}/members/{user_id}`, { as: 'ada', path: member });
}

async function batches(tour: Tour): Promise<void> {
  const addresses = [VAULT, 'vitalik.eth'];
  await tour.visit(`POST ${BATCH}/holdings`, { body: { addresses, min_value: '100' } });
  await tour.refuse(`POST ${BATCH}/holdings`, 'INVALID_ADDRESS', {
    body: { addresses, owned_wallets: ['x'] },
  });
  await tour.visit(`POST ${BATCH}/tax-summary`, { body: { addresses, tax_year: 2024 } });
}
