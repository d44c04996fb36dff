import type * as schemas from '../../../../clients/typescript/src/generated/schemas';
import { words } from '../../format';
import { Moment } from '../../ui';

/** Of the refused rows that are shown; the count is of all. */
const SHOWN = 20;

/** Drops or chooses the files of an import. */
export function FilesField({
  label,
  hint,
  files,
  choose,
}: {
  label: string;
  hint: string;
  files: readonly File[];
  choose: (files: File[]) => void;
}) {
  const take = (list: FileList | null | undefined): void => choose([...(list ?? [])]);
  return (
    <div
      class="drop"
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault();
        take(event.dataTransfer?.files);
      }}
    >
      <p>{hint}</p>
      <input
        type="file"
        multiple
        accept=".csv,text/csv"
        aria-label={label}
        onChange={(event) => take(event.currentTarget.files)}
      />
      {files.length > 0 && <p class="note">{files.map(({ name }) => name).join(', ')}</p>}
    </div>
  );
}

export type Report = schemas.ImportResultResponse & {
  unknown_operations?: schemas.UnknownOperationResponse[];
};

/** What an import did, or would do: a row that is refused is a part of the history that is missing. */
export function ReportView({ report }: { report: Report }) {
  const { rows_rejected: rejected, rows_rejected_total: refused, unknown_operations: unknown = [] } = report;
  return (
    <div class={`notice${refused > 0 ? ' bad' : ''}`} role="status">
      <p>
        <strong>{report.dry_run ? 'Checked, nothing is stored.' : 'Imported.'}</strong> Rows read:{' '}
        {report.rows_read}, {report.dry_run ? 'new' : 'added'}: {report.rows_accepted}, known before:{' '}
        {report.rows_duplicate}, refused: {refused}.
        {report.first_at && (
          <>
            {' '}
            From <Moment of={report.first_at} /> to <Moment of={report.last_at} />.
          </>
        )}
      </p>
      {refused > 0 && (
        <ul>
          {rejected.slice(0, SHOWN).map(({ file, table, line, reason }) => (
            <li key={`${file} ${table ?? ''} ${line}`}>
              File {file}
              {table === null ? '' : `, ${table}`}, line {line}: {reason}
            </li>
          ))}
          {refused > SHOWN && <li>and {refused - Math.min(SHOWN, rejected.length)} more</li>}
        </ul>
      )}
      {unknown.length > 0 && (
        <p>
          Operations without a known meaning:{' '}
          {unknown.map(({ name, count }) => `${words(name)} (${count})`).join(', ')}. Their rows are kept, and
          their units are marked.
        </p>
      )}
    </div>
  );
}
