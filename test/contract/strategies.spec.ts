import { Controller, Get } from '@nestjs/common';
import type { Principal } from '../../src/domain/access/principal';
import { Caller, Needs } from '../../src/http/auth/decorators';
import { apiKeyOf } from '../../src/http/auth/credential';
import { SecretStrategy } from '../../src/http/auth/secret.strategy';
import { STRATEGY_NAMES } from '../../src/http/auth/strategies';
import { send, startHttpApp, type RunningHttpApp } from './http-app';

/** Strategies of passport belong to one application, and one request. */

@Controller('api/v1/who')
class Who {
  @Get() @Needs() who(@Caller() principal: Principal) {
    return principal;
  }
}

const partner = (name: string): Principal => ({ kind: 'partner', partnerId: name, name });
const strategy = (verify: ConstructorParameters<typeof SecretStrategy>[2]) => ({
  provide: Symbol('a strategy'),
  useValue: new SecretStrategy(STRATEGY_NAMES.api_key, apiKeyOf, verify),
});
const ask = (app: RunningHttpApp, headers: Record<string, string>) =>
  send(app.url, '/api/v1/who', { headers });

it('two applications of one process verify by their own', async () => {
  const start = (name: string) =>
    startHttpApp({ controllers: [Who], credentials: { partners: { key: partner(name) } } });
  const [first, second] = [await start('first'), await start('second')];
  try {
    const answers = [];
    for (const app of [first, second, first]) answers.push(await ask(app, { 'X-Partner-Key': 'key' }));
    expect(answers.map(({ body }) => body.data['name'])).toEqual(['first', 'second', 'first']);
  } finally {
    await Promise.all([first.close(), second.close()]);
  }
});

it('requests at the same time get the answer to their own secret', async () => {
  const secrets = ['slow', 'a', 'bad', 'b'];
  const looking: (() => void)[] = [];
  // The last one is answered first, as soon as all are asked for.
  const later = strategy((secret, done) => {
    looking.unshift(() => done(null, secret === 'bad' ? null : partner(secret)));
    if (looking.length === secrets.length) for (const answer of looking) setImmediate(answer);
  });
  const app = await startHttpApp({ controllers: [Who], providers: [later] });
  try {
    const answers = await Promise.all(secrets.map((key) => ask(app, { 'X-API-Key': key })));
    expect(answers.map(({ status, body }) => [status, body.data?.['name']])).toEqual([
      [200, 'slow'],
      [200, 'a'],
      [401, undefined],
      [200, 'b'],
    ]);
  } finally {
    await app.close();
  }
});

it.each([
  ['reported', strategy((_, done) => done(new Error('the store is away'), null))],
  [
    'thrown',
    strategy(() => {
      throw new Error('the store is away');
    }),
  ],
])('an error that is %s is an error, not a refusal', async (_how, broken) => {
  const app = await startHttpApp({ controllers: [Who], providers: [broken] });
  try {
    expect((await ask(app, { 'X-API-Key': 'key' })).body.error.code).toBe('INTERNAL_ERROR');
  } finally {
    await app.close();
  }
});

it('two strategies of one name stop the boot', async () => {
  const twice = [strategy((_, done) => done(null, null)), strategy((_, done) => done(null, null))];
  await expect(startHttpApp({ controllers: [Who], providers: twice })).rejects.toThrow('api-key');
});
