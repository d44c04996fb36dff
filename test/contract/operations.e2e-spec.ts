import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { TAGS } from '../../src/http/openapi/tags';
import { operationsOf, type OpenApi, type Operation } from './tour/schema';

const ROOT = join(__dirname, '../..');

/** `getLots`: a verb, then a noun. */
const OPERATION_ID = /^[a-z]+([A-Z][a-zA-Z0-9]*)+$/;
/** `List open lots`: a verb in its base form. `List` ends in no `s`; `Lists` and `Lots` do. */
const SUMMARY = /^[A-Z][a-z]*[a-rt-z] .*[^.\s]$/;
const LONGEST_SUMMARY = 60;

let document: OpenApi;
let operations: [name: string, operation: Operation][];

beforeAll(() => {
  // Only the build reads summaries from the sources.
  const text = execFileSync(process.execPath, ['scripts/run.cjs', 'cli', 'openapi'], {
    cwd: ROOT,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  document = JSON.parse(text) as OpenApi;
  operations = [...operationsOf(document)];
});

/** Operations whose value fails the check, with that value. */
const failing = (value: (operation: Operation) => string, isRight: (value: string) => boolean): string[] =>
  operations
    .map(([name, operation]) => [name, value(operation)] as const)
    .filter(([, each]) => !isRight(each))
    .map(([name, each]) => `${name}: ${each}`);

it('gives every operation a short summary that starts with a verb and has no final period', () => {
  const isRight = (summary: string) => SUMMARY.test(summary) && summary.length <= LONGEST_SUMMARY;
  expect(failing(({ summary = '' }) => summary, isRight)).toEqual([]);
});

it('gives every operation one tag of the table', () => {
  const names = new Set<string>(TAGS.map(({ name }) => name));
  expect(
    failing(
      ({ tags = [] }) => tags.join(),
      (tag) => names.has(tag),
    ),
  ).toEqual([]);
});

it('lists the tags in the order of the table, each with a description', () => {
  expect(document.tags).toEqual(TAGS);
});

it('gives every operation an id of a verb and a noun', () => {
  expect(
    failing(
      ({ operationId }) => operationId,
      (id) => OPERATION_ID.test(id),
    ),
  ).toEqual([]);
});

it('gives every operation a unique id', () => {
  const ids = operations.map(([, { operationId }]) => operationId);
  expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
});

it('states the security of every operation', () => {
  expect(operations.filter(([, { security }]) => !security).map(([name]) => name)).toEqual([]);
});
