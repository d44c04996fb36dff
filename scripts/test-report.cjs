'use strict';
const { relative } = require('node:path');
const { stripVTControlCharacters } = require('node:util');

/**
 * What a run of Jest counts.
 * @param report what `--json` writes, or null where Jest wrote nothing
 * @param status exit code of Jest
 * @param inCi nothing may be skipped there
 */
function countsOf(report, status, inCi) {
  if (!report) return { passed: 0, failed: 1, skipped: 0, skippedNames: [] };
  const tests = report.testResults.flatMap((suite) => suite.assertionResults);
  const skippedNames = tests
    .filter(({ status: outcome }) => outcome === 'pending' || outcome === 'todo')
    .map(({ fullName }) => fullName);
  const failed = report.numFailedTests + report.numRuntimeErrorTestSuites + (inCi ? skippedNames.length : 0);
  return {
    passed: report.numPassedTests,
    failed: failed === 0 && status !== 0 ? 1 : failed,
    skipped: skippedNames.length,
    skippedNames,
  };
}

/** The counts that a command prints last. Without them, or where its exit code contradicts them, it failed. */
function countsIn(output, status) {
  const lines = [...output.matchAll(/^(\d+) passed, (\d+) failed, (\d+) skipped$/gm)];
  const [passed = 0, failed = 0, skipped = 0] = (lines.at(-1) ?? []).slice(1).map(Number);
  const isContradicted = failed === 0 && (status !== 0 || lines.length === 0);
  return { passed, failed: isContradicted ? 1 : failed, skipped };
}

/** Tests of each spec file of a run in parts (`test-parts.cjs`), by the `describe` that the part gives it. */
function outcomesOf(report) {
  const specs = new Map();
  for (const { assertionResults } of report?.testResults ?? [])
    for (const { ancestorTitles, status } of assertionResults) {
      const spec = ancestorTitles[0] ?? '';
      const sums = specs.get(spec) ?? { spec, passed: 0, failed: 0, skipped: 0 };
      sums[status === 'passed' ? 'passed' : status === 'failed' ? 'failed' : 'skipped'] += 1;
      specs.set(spec, sums);
    }
  return [...specs.values()].sort((a, b) => a.spec.localeCompare(b.spec));
}

/** Seconds of the suites of each group: a folder of `test`, or `src`. The slowest group is first. */
function groupTimes(report, root) {
  const groups = new Map();
  for (const { name, startTime, endTime } of report?.testResults ?? []) {
    const [top, folder] = relative(root, name).split(/[\\/]/);
    const group = top === 'src' ? 'src' : `${top}/${folder}`;
    const { suites, seconds } = groups.get(group) ?? { suites: 0, seconds: 0 };
    groups.set(group, { suites: suites + 1, seconds: seconds + (endTime - startTime) / 1000 });
  }
  return [...groups].map(([group, sums]) => ({ group, ...sums })).sort((a, b) => b.seconds - a.seconds);
}

/** The tests that take longest, in seconds, without the hooks before them. */
function slowestTests(report, count) {
  const tests = (report?.testResults ?? []).flatMap(({ assertionResults }) => assertionResults);
  return tests
    .map(({ fullName, duration }) => ({ group: fullName, seconds: (duration ?? 0) / 1000 }))
    .sort((a, b) => b.seconds - a.seconds)
    .slice(0, count);
}

/** One line for each failed test, and for each suite that did not run: its name and the start of its message. */
function failuresOf(report) {
  const results = report?.testResults ?? [];
  const tests = results.flatMap(({ assertionResults }) => assertionResults);
  const failed = tests
    .filter(({ status }) => status === 'failed')
    .map(({ fullName, failureMessages }) => `${fullName}: ${inShort(failureMessages.join('\n'))}`);
  const notRun = results
    .filter(({ status, assertionResults }) => status === 'failed' && assertionResults.length === 0)
    .map(({ name, message }) => `${name}: ${inShort(message)}`);
  return [...failed, ...notRun];
}

function inShort(message) {
  return stripVTControlCharacters(message).replace(/\s+/g, ' ').trim().slice(0, 200);
}

/** @param rows groups with their seconds, and the number of suites where there are any */
function timeTable(rows) {
  const cells = rows.map(({ group, suites, seconds }) => [
    group,
    suites === undefined ? '' : `${suites} suite${suites === 1 ? '' : 's'}`,
    `${seconds.toFixed(1)} s`,
  ]);
  const width = (column) => Math.max(0, ...cells.map((row) => row[column].length));
  const [first, second, third] = [0, 1, 2].map(width);
  return cells
    .map(([a, b, c]) => `${a.padEnd(first)}  ${b.padStart(second)}  ${c.padStart(third)}\n`)
    .join('');
}

module.exports = { countsIn, countsOf, failuresOf, groupTimes, outcomesOf, slowestTests, timeTable };
