import { caseFiles, listedCases, replayCase } from './cases';
import { check } from './checks';

describe.each(caseFiles.map((file) => [file.suite, file] as const))('%s', (_suite, file) => {
  it.each(file.cases.map((test) => [test.id, test] as const))('%s', (_id, test) => {
    if (test.expect.refused)
      expect(() => replayCase(file, test)).toThrow(expect.objectContaining({ code: 'VALIDATION_ERROR' }));
    else check(replayCase(file, test), test.expect);
  });
});

describe('the files of golden cases', () => {
  const cases = caseFiles.flatMap(({ cases: those }) => those);

  it('name each case once', () => {
    const ids = [...cases, ...listedCases.filter(({ part }) => part === undefined)].map(({ id }) => id);
    expect(ids.filter((id, i) => ids.indexOf(id) !== i)).toEqual([]);
  });

  it('name the source of each case, and each source is used', () => {
    for (const { sources, cases: those } of caseFiles) {
      const named = those.map(({ source }) => source.split(', ')[0]);
      expect([...new Set(named)].sort()).toEqual(Object.keys(sources).sort());
    }
  });

  it('have rows in each case', () => {
    const empty = caseFiles.flatMap((file) =>
      file.cases.filter(({ rows, ledger }) => !(rows ?? file.ledgers?.[ledger ?? ''])?.length),
    );
    expect(empty).toEqual([]);
  });
});
