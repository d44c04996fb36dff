import { createHash } from 'node:crypto';

export const MANIFEST = 'manifest.json';
export const ROWS = 'rows.json';
export const INPUTS = 'sources/inputs.json';

export interface ManifestFile {
  name: string;
  bytes: number;
  sha256: string;
}

export interface Manifest {
  form_id: string;
  tax_year: number;
  engine_version: string;
  /** Over name and SHA-256 of each file. */
  digest: string;
  files: ManifestFile[];
}

export const fileOf = ({ name, content }: { name: string; content: Uint8Array }): ManifestFile => ({
  name,
  bytes: content.length,
  sha256: sha256(content),
});

export const digestOf = (files: readonly ManifestFile[]): string =>
  sha256(files.map((file) => `${file.sha256}  ${file.name}\n`).join(''));

const sha256 = (content: Uint8Array | string): string => createHash('sha256').update(content).digest('hex');
