import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { PROJECT_ROOT } from '../support/project-root';
import { emailsIn, secretsIn } from '../support/secrets';

/** Folders that are made on this machine. */
const MADE = new Set(['node_modules', 'dist', '.git', '.data', '.test-parts', 'coverage']);
const isCode = (file: string): boolean => /\.(?:[cm]?[jt]s)$/.test(file);

/** What looks like a secret and is none, by file. An entry that is found no more fails. */
const IN_EXAMPLES = {
  why: 'the bytes 0, 1, 2 … 31, and zeros',
  texts: [/AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8/, /cs_test_0{23}1_secret_0+/],
};
const MADE_UP: Readonly<Record<string, { why: string; texts: readonly RegExp[] }>> = {
  'openapi/examples.json': IN_EXAMPLES,
  'openapi/openapi.json': {
    why: `${IN_EXAMPLES.why}, and "for example only, not a secret!!"`,
    texts: [...IN_EXAMPLES.texts, /whsec_Zm9yIGV4YW1wbGUgb25seSwgbm90IGEgc2VjcmV0ISE=?/],
  },
  'test/webhooks/vectors.json': {
    why: 'the digits 0 to f, twice',
    texts: [/whsec_MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY/],
  },
  'test/webhooks/tls/key.pem': {
    why: 'the key of a certificate for localhost that tests alone trust',
    texts: [/-----BEGIN PRIVATE KEY-----/],
  },
};

const textOf = (name: string, bytes: Buffer): string =>
  (name.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8');

function fixtures(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return MADE.has(entry.name) ? [] : fixtures(path);
    return entry.isFile() && !isCode(entry.name) ? [relative(PROJECT_ROOT, path)] : [];
  });
}

const found = (name: string, bytes: Buffer): string[] => {
  const text = textOf(name, bytes);
  return [...secretsIn(text), ...emailsIn(text)].map(({ kind, text: what }) => `${name}: ${kind}: ${what}`);
};

/** Written in two halves, so that no scanner takes them for real ones. */
const PLANTED: readonly (readonly [kind: string, text: string])[] = [
  ['Etherscan key', `"key": "${'YQ3T7H1K9M5B'}${'2N8C4V6X0Z1L3J5G7F9DQA'}"`],
  ['CoinGecko key', `CG-${'a1B2c3D4e5F6g7H8i9J0k1L2'}`],
  ['Alchemy key', `https://eth-mainnet.g.alchemy.com/v2/${'AbCdEfGhIjKlMnOpQrStUvWxYz012345'}`],
  ['Infura key', `https://mainnet.infura.io/v3/${'0123456789abcdef'.repeat(2)}`],
  ['Stripe key', `sk_live_${'51AbCdEfGhIjKlMnOp'}`],
  ['Stripe key', `whsec_${'AbCdEfGhIjKlMnOpQrStUvWxYz0123'}`],
  ['JSON web token', `eyJ${'hbGciOiJIUzI1NiJ9'}.eyJ${'zdWIiOiIxMjM0In0'}.${'c2lnbmF0dXJlMDE'}`],
  ['bearer token', `Authorization: Bearer ${'abcdefghijklmnopqrstuvwx'}`],
  ['key in a query', `https://mainnet.helius-rpc.com/?api-key=${'1f0c2a34-5b67-4890-a1b2-c3d4e5f60718'}`],
  ['key in a field', `{"private_key":"0x${'4c0883a69102937d'.repeat(4)}"}`],
  ['PEM private key', '-----BEGIN EC PRIVATE ' + 'KEY-----'],
  ['extended private key', `xprv${'9s21ZrQH143K'.repeat(9)}`],
  ['Bitcoin private key', `5HueCGU8rMjxEXxiPuD5BDk${'u4MkFqeZyd4dZ1jvhTVqvbTLvyTJ'}`],
  ['e-mail address', `"from": "ada.lovelace@${'mail.gov'}"`],
];

describe('the fixtures of the repository', () => {
  it.each(PLANTED)('would be caught with a planted %s, compressed too', (kind, text) => {
    expect(found('planted.json', Buffer.from(text)).map((line) => line.split(': ')[1])).toContain(kind);
    expect(found('planted.json.gz', gzipSync(`[1, ${JSON.stringify(text)}]`))).not.toEqual([]);
  });

  it.each([
    'ada@example.com, bob@mail.example.org, carol@company.test, dan@a.example',
    'https://api.etherscan.io/v2/api?chainid=1&apikey=REDACTED&module=account',
    `"hash":"0x${'4c0883a69102937d'.repeat(4)}"`,
    'https://api.opensea.io/@somebody and $1@2.5',
  ])('may hold %s', (text) => {
    expect(found('allowed.json', Buffer.from(text))).toEqual([]);
  });

  it('hold no credential and no e-mail address of a person', () => {
    const files = fixtures(PROJECT_ROOT);
    expect(files.filter((file) => file.endsWith('.json.gz')).length).toBeGreaterThan(10);
    const lines = files.flatMap((file) => found(file, readFileSync(join(PROJECT_ROOT, file))));
    const allowed = Object.entries(MADE_UP).flatMap(([file, { texts }]) =>
      texts.map((text) => ({ file, text, isUsed: false })),
    );
    const others = lines.filter((line) => {
      const entry = allowed.find(({ file, text }) => line.startsWith(`${file}: `) && text.test(line));
      if (entry) entry.isUsed = true;
      return !entry;
    });
    expect(others).toEqual([]);
    expect(allowed.filter(({ isUsed }) => !isUsed)).toEqual([]);
  });
});
