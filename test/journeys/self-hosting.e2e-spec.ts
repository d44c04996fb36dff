import { execFileSync } from 'node:child_process';
import { cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { call, login } from '../accounts/client';
import { readTable } from '../forms/read-back';
import { type Finished, freePort, ONE_THREAD, Run } from '../launcher/run';
import { startReplay, type Replay } from '../support/replay';
import { buildIfStale, npmStart, type Product } from './product';
import { temporaryFolder } from '../support/temporary-folder';
import { until } from '../support/until';

/** A real wallet with more disposals a year than the free plan shows. */
const WALLET = '0x003dc32fe920a4aaeed12dc87e145f030aa753f3';
const YEAR = 2021;

let replay: Replay;
let base: string;
/** Closed at the end also when a start or a test failed. */
const products: Product[] = [];
const folder = (name: string): string => join(base, name);
const cli = (dataDir: string, ...words: string[]): Promise<Finished> =>
  new Run('cli', words, { DATA_DIR: folder(dataDir) }).finished;

/** `npm start` of a person who runs the service alone. */
const started = async (dataDir: string): Promise<Product> => {
  const product = await npmStart({
    ...replay.env,
    ...ONE_THREAD,
    DATA_DIR: folder(dataDir),
    PLANS: 'off',
    FIRST_USER_IS_OPERATOR: 'false',
    EVM_CHAINS: 'ethereum',
    DEMO_WALLETS: 'false',
  });
  products.push(product);
  await product.start();
  return product;
};

beforeAll(async () => {
  buildIfStale();
  base = temporaryFolder('self-hosting-');
  replay = await startReplay();
});
afterAll(async () => {
  for (const product of products) await product.close();
  await replay?.close();
  rmSync(base, { recursive: true, force: true, maxRetries: 50, retryDelay: 100 });
});

/** The lines of docs/self-hosting.md, as a person copies them. @returns the API key */
function quickStart(url: string): string {
  const page = readFileSync(join(__dirname, '../../docs/self-hosting.md'), 'utf8');
  const lines = /```sh\n(URL=[\s\S]*?)```/.exec(page)?.[1] ?? '';
  const env = {
    PATH: process.env['PATH'],
    URL: url,
    MAIL: join(folder('first'), 'mail'),
    WALLET,
    YEAR: String(YEAR),
  };
  const text = execFileSync('bash', ['-euo', 'pipefail', '-c', `${lines}\nprintf '\n%s' "$KEY"`], {
    cwd: base,
    env,
  });
  return text.toString().split('\n').at(-1) ?? '';
}

/** `webhooks listen` prints a test event with a verified signature. */
async function listens(product: Product, headers: Record<string, string>): Promise<void> {
  const port = await freePort();
  const listener = new Run('cli', ['webhooks', 'listen', port], { DATA_DIR: folder('first') });
  await until(() => listener.stderr.includes('Listening'));
  const { status } = await call(product, 'GET', '/api/v1/webhooks', { headers });
  expect(status).toBe(401);
  const signedIn = await login({ url: product.url, dataDir: folder('first') }, 'ada@example.com');
  const token = signedIn.body.data.access_token as string;
  const body = { url: `http://127.0.0.1:${port}/`, events: ['transaction.new'] };
  const made = await call(product, 'POST', '/api/v1/webhooks', { token, body });
  expect([made.status, made.text]).toEqual([201, expect.any(String)]);
  await call(product, 'POST', `/api/v1/webhooks/${made.body.data.id}/test`, { token });
  await listener.says('signature');
  expect(JSON.parse(listener.stdout.split('\n', 1)[0] ?? '')).toMatchObject({ signature: 'valid' });
  listener.child.kill('SIGINT');
  expect((await listener.finished).stdout).toContain('{"received":1}');
}

async function form(url: string, headers: Record<string, string>): Promise<string> {
  const path = `/api/v1/tax-reports/${WALLET}/form-8949/export?tax_year=${YEAR}&format=csv`;
  const answer = await call({ url }, 'GET', path, { headers });
  expect([answer.status, answer.headers.get('x-export-limited')]).toEqual([200, null]);
  return answer.text;
}

it('starts, reports a real wallet in full, is backed up, and answers the same from another folder', async () => {
  const first = await started('first');
  const key = quickStart(first.url);
  const headers = { 'X-API-Key': key };
  const usage = (await call(first, 'GET', '/api/v1/usage', { headers })).body.data;
  expect(usage).toMatchObject({
    plan_name: 'free',
    plan_unlimited: true,
    tx_limit: null,
    wallet_limit: null,
  });
  const before = readFileSync(join(base, `form-8949-${YEAR}.csv`), 'utf8');
  expect(await form(first.url, headers)).toBe(before);
  expect(readTable(before).length).toBeGreaterThan(25);

  await listens(first, headers);

  const backup = await cli('first', 'backup', folder('service.backup'));
  expect([backup.code, backup.stderr]).toEqual([0, '']);
  expect(JSON.parse(backup.stdout)).toMatchObject({
    file: folder('service.backup'),
    keys_needed: ['jwt.secret', 'encryption.secret'].map((name) => join(folder('first'), name)),
  });
  const used = await cli('first', 'restore', folder('service.backup'));
  expect([used.code, used.stdout]).toEqual([1, '']);
  expect(used.stderr).toContain('is not empty');
  await first.stop();

  const keys = readdirSync(folder('first')).filter((name) => /^(jwt|encryption)\.secret$/.test(name));
  for (const name of keys) cpSync(join(folder('first'), name), join(folder('second'), name));
  const restored = await cli('second', 'restore', folder('service.backup'));
  expect([restored.stderr, restored.code]).toEqual(['', 0]);
  expect(JSON.parse(restored.stdout)).toMatchObject({ migrations: [] });

  const second = await started('second');
  expect(await form(second.url, headers)).toBe(before);
  expect((await login({ url: second.url, dataDir: folder('second') }, 'ada@example.com')).status).toBe(200);
  const audit = await cli('second', 'audit', 'verify');
  expect(JSON.parse(audit.stdout)).toMatchObject({ valid: true });
  await second.stop();
});

it('restores into no folder that holds other files, and no newer backup', async () => {
  cpSync(folder('service.backup'), join(folder('third'), 'notes.txt'));
  const refused = await cli('third', 'restore', folder('service.backup'));
  expect([refused.code, refused.stdout]).toEqual([1, '']);
  expect(refused.stderr).toContain('is not empty: it holds notes.txt');
  expect(readdirSync(folder('third'))).toEqual(['notes.txt']);
  writeFileSync(folder('no.backup'), 'no backup');
  const damaged = await cli('fourth', 'restore', folder('no.backup'));
  expect([damaged.code, damaged.stdout]).toEqual([1, '']);
  expect(damaged.stderr).toContain('is damaged or is no backup');
});
