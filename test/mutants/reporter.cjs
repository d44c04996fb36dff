/** Writes what a run of tests said, without the values compared: those need not be JSON. */
const { writeFileSync } = require('node:fs');

module.exports = class MutantReporter {
  onRunComplete(_contexts, { testResults }) {
    const suites = testResults.map(({ testFilePath, failureMessage, testResults: tests }) => ({
      file: testFilePath,
      failure: failureMessage ?? null,
      red: tests.filter(({ status }) => status === 'failed').map(({ fullName }) => fullName),
    }));
    writeFileSync(process.env.MUTANT_REPORT, JSON.stringify(suites));
  }
};
