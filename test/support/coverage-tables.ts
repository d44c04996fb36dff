import { CHAINS } from '../../src/domain/kernel/chain';
import { coverageRows, ruleNames } from '../../src/domain/chain';

/** The part of docs/coverage.md that follows from the tables of the code. */

const unique = (values: readonly string[]): string[] => [...new Set(values)].sort();

function protocolTable(): string[] {
  const rows = coverageRows();
  const protocols = unique(rows.map(({ protocol }) => protocol)).sort((a, b) =>
    a.toLowerCase() < b.toLowerCase() ? -1 : 1,
  );
  return protocols.map((protocol) => {
    const own = rows.filter((row) => row.protocol === protocol);
    const chains = unique(own.map(({ chain }) => (chain === '*' ? 'every chain' : chain)));
    const kinds = unique(own.map(({ as }) => as));
    return `| ${protocol} | ${kinds.join(', ')} | ${chains.join(', ')} |`;
  });
}

const chainTable = (): string[] =>
  Object.entries(CHAINS).map(([name, { family, native }]) => `| ${name} | ${family} | ${native.symbol} |`);

/** Markdown, without the markers around it. */
export const coverageTables = (): string =>
  [
    '### Chains',
    '',
    '| Chain | Family | Native coin |',
    '| --- | --- | --- |',
    ...chainTable(),
    '',
    '### Protocols by contract',
    '',
    '| Protocol | Known as | Chains |',
    '| --- | --- | --- |',
    ...protocolTable(),
    '',
    '### Rules, in the order in which they are asked',
    '',
    ruleNames()
      .map((name) => `\`${name}\``)
      .join(', '),
  ].join('\n');

/** Replaces the text between two markers of a page. */
export function withSection(page: string, name: string, text: string): string {
  const [start, end] = [`<!-- ${name} -->`, `<!-- end of ${name} -->`];
  const [from, to] = [page.indexOf(start), page.indexOf(end)];
  if (from < 0 || to < from) throw new Error(`the page has no section ${name}`);
  return `${page.slice(0, from + start.length)}\n\n${text}\n\n${page.slice(to)}`;
}
