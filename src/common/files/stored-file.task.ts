import type { JobFile } from '../../domain/jobs/job-file';
import type { ComputeTask } from '../../ports/work/compute';

export interface StoredFileInput {
  facts: Pick<JobFile, 'report_id' | 'input_hash' | 'engine_version'>;
  /** A `FilingResponse` as JSON in UTF-8. Absent for a file that no year is frozen with. */
  filing?: Uint8Array;
  file: { name: string; type: string; content: Uint8Array };
  headers: NonNullable<JobFile['headers']>;
}

/** A file -> the `JobFile` that is stored, as JSON in UTF-8. */
export const task: ComputeTask<StoredFileInput, Uint8Array> = {
  name: 'stored_file',
  file: __filename,
  run: ({ facts, filing, file: { name, type, content }, headers }) => {
    const stored: JobFile = {
      ...facts,
      ...(filing && { filing: JSON.parse(new TextDecoder().decode(filing)) as unknown }),
      file: { name, type, base64: Buffer.from(content).toString('base64') },
      headers,
    };
    return new TextEncoder().encode(JSON.stringify(stored));
  },
};
