import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { replay, type ElectableMethod, type Ledger, type MethodName } from '../../src/domain/engine';
import { postedEvents, type PostedRow, type PostedSelection } from '../../src/domain/posted';
import type { Expectation } from './checks';

/** Ledgers with the result that a source publishes. The format is described in README.md of this folder. */

/** A posted transaction; times as ISO text. */
export type CaseRow = Omit<PostedRow, 'at' | 'donorAcquiredAt'> & { at: string; donorAcquiredAt?: string };

export type CaseSelections = Record<
  string,
  (Omit<PostedSelection, 'selectedAt'> & { selectedAt?: string })[]
>;

export interface GoldenCase {
  id: string;
  /** A name of `sources`, then the place in it. */
  source: string;
  /** Why the expected result is not that of the source. */
  differs?: string;
  method?: MethodName;
  /** Standing orders for all wallets, each from its time on. Cases with them run in the engine only. */
  elections?: { method: ElectableMethod; from: string }[];
  washSales?: boolean;
  /** Rows of the file's `ledgers`, instead of rows of its own. */
  ledger?: string;
  rows?: CaseRow[];
  selections?: CaseSelections;
  expect: Expectation;
}

export interface CaseFile {
  suite: string;
  /** Name to address, at the version that was read. */
  sources: Record<string, string>;
  ledgers?: Record<string, CaseRow[]>;
  cases: GoldenCase[];
}

/** A case, or a part of one, that is not asserted. */
export interface ListedCase {
  id: string;
  source: string;
  /** What is left out, where the rest is asserted. */
  part?: string;
  /** The rule or section that decides otherwise, or what the input has no word for. */
  why: string;
}

export const readTable = <T>(name: string): T =>
  JSON.parse(readFileSync(join(__dirname, 'tables', `${name}.json`), 'utf8')) as T;

export const caseFiles: readonly (CaseFile & { name: string })[] = readdirSync(join(__dirname, 'cases')).map(
  (file) => ({
    name: file.replace('.json', ''),
    ...(JSON.parse(readFileSync(join(__dirname, 'cases', file), 'utf8')) as CaseFile),
  }),
);

export const listedCases = readTable<ListedCase[]>('not-asserted');

export const rowsOf = (file: CaseFile, test: GoldenCase): PostedRow[] =>
  toRows(test.rows ?? file.ledgers?.[test.ledger ?? ''] ?? []);

export const toRows = (rows: readonly CaseRow[]): PostedRow[] =>
  rows.map(({ at, donorAcquiredAt, ...row }) => ({
    ...row,
    at: Date.parse(at),
    donorAcquiredAt: donorAcquiredAt === undefined ? undefined : Date.parse(donorAcquiredAt),
  }));

export const toSelections = (selections: CaseSelections = {}): Map<string, PostedSelection[]> =>
  new Map(
    Object.entries(selections).map(([id, choices]) => [
      id,
      choices.map(({ selectedAt, ...choice }) => ({
        ...choice,
        ...(selectedAt === undefined ? {} : { selectedAt: Date.parse(selectedAt) }),
      })),
    ]),
  );

export const replayCase = (file: CaseFile, test: GoldenCase): Ledger =>
  replay(postedEvents(rowsOf(file, test), toSelections(test.selections)), {
    method: test.method ?? 'fifo',
    timezone: 'UTC',
    washSales: test.washSales ?? false,
    elections: test.elections?.map(({ method, from }) => ({ wallet: null, method, from: Date.parse(from) })),
  });
