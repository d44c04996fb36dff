import type { PrintedAs } from './form-8949/summary';
import type { OfficialForm, OfficialState } from './official';
import type { Place } from './paper/frame';
import type { Sheet } from './paper/sheet';
import type { Listed } from './status/notices';
import type { FormBasis } from './status/status';

export interface FileOrigin {
  program: string;
  /** Milliseconds UTC. */
  writtenAt: number;
}

export interface FormFile<C> {
  extension: string;
  /** Content-Type. */
  type: string;
  /** Follows the year in the name, where two files share an extension. */
  suffix?: string;
  /** The rows of the file, where they are not those of the form. */
  shown?(this: void, content: C): C;
  /** Absent for a PDF, and for JSON: the answer of the route. */
  text?(this: void, content: C, origin: FileOrigin): string;
  as?: PrintedAs;
}

export interface FormRowFacts {
  count: number;
  isLimited: boolean;
  excludedCount: number;
  /** Rows that may be duplicates. */
  doubtfulCount?: number;
  isApproximate?: boolean;
}

/** A form: its name, its files and its sheets. */
export interface Form<C> {
  /** In titles. */
  name: string;
  /** In names of files. */
  stem: string;
  lists: Listed;
  /** A part of reports, which their ledger alone gives. */
  isReported: boolean;
  /** By the format of the routes. */
  files: Readonly<Record<string, FormFile<C>>>;
  /** Formats of `files` that an archive of a report has, in this order. */
  archived: readonly string[];
  yearOf(this: void, content: C): number;
  basisOf(this: void, content: C): FormBasis;
  factsOf(this: void, content: C): FormRowFacts;
  /** The long lists of a content, which cross threads in parts. */
  listsOf(this: void, content: C): readonly (readonly unknown[])[];
  withLists(this: void, content: C, lists: readonly (readonly unknown[])[]): C;
  /** What each sheet of the PDF shows. */
  sheetsOf(this: void, content: C, as?: PrintedAs): ((sheet: Sheet, place: Place) => void)[];
  /** Absent for a form that is never filled as the official one. */
  official?: {
    form: OfficialForm;
    stateOf(this: void, content: C, isInstalled: boolean, as?: PrintedAs): OfficialState;
  };
}

export const FILE_KINDS = {
  csv: { extension: 'csv', type: 'text/csv; charset=utf-8' },
  pdf: { extension: 'pdf', type: 'application/pdf' },
  json: { extension: 'json', type: 'application/json; charset=utf-8' },
} as const;
