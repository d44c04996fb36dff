import { createHmac } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';
import { describeWithPython, python } from './python';
import fixture from './vectors.json';

/** The verifiers of docs/webhooks.md, as they stand there. */
const document = readFileSync(join(__dirname, '../../docs/webhooks.md'), 'utf8');
const snippets = (language: string): string[] =>
  [...document.matchAll(new RegExp(`\`\`\`${language}\n([^]*?)\`\`\``, 'g'))].map(([, code = '']) => code);

const SECRET = fixture.secret;
const NOW = 1_767_225_600;
const BODY = fixture.vectors[2]?.canonical ?? '';

const sign = (t: number | string, body = BODY, secret = SECRET): string =>
  createHmac('sha256', secret).update(`${t}.${body}`).digest('hex');
const header = (t: number | string, v1 = sign(t)): string => `t=${t},v1=${v1}`;

interface Case {
  name: string;
  genuine: boolean;
  header: string;
  body?: string;
  secret?: string;
  now?: number;
}

const CASES: Case[] = [
  { name: 'now', genuine: true, header: header(NOW) },
  { name: '300 s old', genuine: true, header: header(NOW - 300) },
  { name: '301 s old', genuine: false, header: header(NOW - 301) },
  { name: '1 s in the future', genuine: false, header: header(NOW + 1) },
  { name: 'no t', genuine: false, header: `v1=${sign(NOW)}` },
  { name: 't that is no number', genuine: false, header: header('abc') },
  {
    name: 'two v1, the second right',
    genuine: true,
    header: `t=${NOW},v1=${'0'.repeat(64)},v1=${sign(NOW)}`,
  },
  { name: 'v0 alone', genuine: false, header: `t=${NOW},v0=${sign(NOW)}` },
  { name: 'upper-case hex', genuine: false, header: header(NOW, sign(NOW).toUpperCase()) },
  { name: 'a truncated signature', genuine: false, header: header(NOW, sign(NOW).slice(0, 63)) },
  { name: 'a longer signature', genuine: false, header: header(NOW, `${sign(NOW)}00`) },
  { name: 'nothing', genuine: false, header: '' },
  { name: 'a body with a space more', genuine: false, header: header(NOW), body: `${BODY} ` },
  { name: 'another secret', genuine: false, header: header(NOW, sign(NOW, BODY, 'whsec_other')) },
  {
    name: 'a secret without its prefix',
    genuine: false,
    header: header(NOW, sign(NOW, BODY, SECRET.slice(6))),
  },
  ...fixture.vectors.map(({ name, t, canonical, v1, secret }) => ({
    name: `vector: ${name}`,
    genuine: true,
    header: header(t, v1),
    body: canonical,
    secret,
    now: t,
  })),
];
const inputs = CASES.map(({ header: text, body = BODY, secret = SECRET, now = NOW }) => [
  secret,
  text,
  body,
  now,
]);
const expected = CASES.map(({ name, genuine }) => [name, genuine]);
const told = (answers: boolean[]) => CASES.map(({ name }, i) => [name, answers[i]]);

it('the verifier for Node accepts what is genuine and nothing else', () => {
  const [verifier = '', canonical = ''] = snippets('js');
  const program = `${verifier}\n${canonical}
    inputs.map(([secret, header, body, now]) => isGenuine(secret, header, Buffer.from(body), now))`;
  const context = { require, Buffer, inputs };
  expect(told(runInNewContext(program, context) as boolean[])).toEqual(expected);
});

it('the serialiser for Node writes the canonical form again', () => {
  const bodies = fixture.vectors.map((vector) => vector.canonical);
  const program = `${snippets('js')[1] ?? ''}\nbodies.map((body) => canonical(JSON.parse(body)))`;
  expect([...(runInNewContext(program, { bodies }) as string[])]).toEqual(bodies);
});

describeWithPython('for Python', () => {
  it('the verifier accepts what is genuine and nothing else, raw or serialised again', () => {
    const program = `${snippets('python')[0] ?? ''}
import json, sys
again = lambda body: json.dumps(json.loads(body), sort_keys=True, separators=(",", ":")).encode()
cases = json.load(sys.stdin)
raw = [bool(is_genuine(s, h, b.encode(), n)) for s, h, b, n in cases]
parsed = [bool(is_genuine(s, h, again(b), n)) for s, h, b, n in cases]
print(json.dumps([raw, parsed]))
`;
    const [raw, parsed] = JSON.parse(python(program, JSON.stringify(inputs))) as [boolean[], boolean[]];
    expect(told(raw)).toEqual(expected);
    // A space more is gone once the body has been parsed.
    expect(told(parsed)).toEqual(
      expected.map(([name, genuine]) => [name, genuine || name === 'a body with a space more']),
    );
  });
});
