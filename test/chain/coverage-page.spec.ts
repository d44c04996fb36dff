import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { coverageRows } from '../../src/domain/chain';
import { coverageTables } from '../support/coverage-tables';
import { PROJECT_ROOT } from '../support/project-root';

const page = readFileSync(join(PROJECT_ROOT, 'docs/coverage.md'), 'utf8');

describe('the page about coverage', () => {
  it('contains the tables of the code', () => {
    expect(page).toContain(coverageTables());
  });

  it('names every protocol of every table, with its chain', () => {
    for (const { protocol, chain } of coverageRows()) {
      const line = page.split('\n').find((text) => text.startsWith(`| ${protocol} |`)) ?? '';
      expect([protocol, chain, line.includes(chain === '*' ? 'every chain' : chain)]).toEqual([
        protocol,
        chain,
        true,
      ]);
    }
  });
});
