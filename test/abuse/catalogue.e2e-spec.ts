import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { ONE_THREAD } from '../launcher/run';
import { PROJECT_ROOT } from '../support/project-root';
import { ask, type Answer } from './catalogue.ask';
import { AUTH, INPUT, PAYMENTS, WEBHOOKS, type Case } from './catalogue.cases';
import { ELSEWHERE } from './catalogue.elsewhere';
import { startTarget, type Target } from './target';

/** Every row of the catalogue of faults and abuse: asked of the running product here, or held by another suite. */

const CASES = [...INPUT, ...AUTH, ...WEBHOOKS, ...PAYMENTS];
const ROWS = 133;

describe('the running product', () => {
  let target: Target;
  let token: string;
  let startedAt: number;
  beforeAll(async () => {
    target = await startTarget({
      RATE_LIMIT_RPM: '100000',
      RATE_LIMIT_RPD: '1000000',
      EGRESS_POLICY: 'public-only',
      ...ONE_THREAD,
    });
    token = (await target.account()).token;
    ({ startedAt } = await target.vitals());
  });
  afterAll(() => target?.close());

  const codeOf = ({ text }: Answer): string | undefined => {
    const body = JSON.parse(text) as { error?: { code: string }; error_code?: string };
    return body.error?.code ?? body.error_code;
  };

  it.each(CASES.map((one): [string, Case] => [`${one.row}: ${one.name}`, one]))('%s', async (_, one) => {
    const answer = await ask(target.url, token, one.ask);
    expect({ status: answer.status, text: answer.text.slice(0, 300) }).toEqual({
      status: [one.status].flat().includes(answer.status) ? answer.status : one.status,
      text: expect.any(String) as string,
    });
    expect(answer.type).toMatch(/^application\/json; charset=utf-8$/);
    expect(answer.text).not.toMatch(/node_modules|at \w+ \(|SELECT /);
    if (one.code !== undefined) expect(codeOf(answer)).toBe(one.code);
  });

  it('was not restarted, and still answers', async () => {
    expect((await target.vitals()).startedAt).toBe(startedAt);
    expect((await fetch(`${target.url}/health/ready`)).status).toBe(200);
  });
});

describe('the catalogue', () => {
  it('has a case or a suite for every row', () => {
    const here = new Set(CASES.map(({ row }) => row));
    const missing = Array.from({ length: ROWS }, (_, i) => i + 1).filter(
      (row) => !here.has(row) && !ELSEWHERE.some(({ rows }) => rows.includes(row)),
    );
    expect(missing).toEqual([]);
  });

  it.each(ELSEWHERE.map(({ suite }) => suite))('%s exists', (suite) => {
    expect(existsSync(join(PROJECT_ROOT, suite))).toBe(true);
  });
});
