/** Stored with the job and sent unchanged. */
export interface JobFile {
  report_id: string;
  input_hash: string;
  engine_version: string;
  file: { name: string; type: string; base64: string };
  /** Figures of the year in wire form, with which a year is frozen. Missing in files of earlier versions. */
  filing?: unknown;
  /** Headers of the download. Missing in files of earlier versions. */
  headers?: Readonly<Record<string, string>>;
}

export function isJobFile(result: unknown): result is JobFile {
  if (typeof result !== 'object' || result === null || !('file' in result)) return false;
  const { file } = result;
  return typeof file === 'object' && file !== null && 'base64' in file && typeof file.base64 === 'string';
}
