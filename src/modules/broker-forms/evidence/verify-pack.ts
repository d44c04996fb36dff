import { ENGINE_VERSION } from '../../../domain/engine';
import { readInputs, writeEvidence } from './evidence.task';
import { digestOf, fileOf, INPUTS, MANIFEST, ROWS, type Manifest } from './manifest';

/** Fields that a verdict names. */
const MOST_FIELDS = 20;

export interface FieldDifference {
  field: string;
  archived: unknown;
  computed: unknown;
}

export interface PackVerdict {
  valid: boolean;
  /** Of the files as they are now. */
  digest: string;
  engine_version: string;
  /** Why it is not valid; null when it is. */
  cause: 'files_changed' | 'other_digest' | 'other_engine' | 'not_computable' | 'not_reproduced' | null;
  /** Files that are missing, changed or added since the manifest was written. */
  changed_files: string[];
  /** The first row that the inputs of the archive do not give any more, and its fields. */
  first_row: string | null;
  differences: FieldDifference[];
}

export class NoPack extends Error {}

/**
 * Checks the files of a pack by its manifest, and computes its rows again from its inputs.
 * @param known the digest that was noted when the pack was made; null: that of the manifest
 * @throws NoPack
 */
export function verifyPack(files: ReadonlyMap<string, Uint8Array>, known: string | null): PackVerdict {
  const manifest = jsonOf(files, MANIFEST) as Partial<Manifest> | null;
  if (!Array.isArray(manifest?.files) || typeof manifest.engine_version !== 'string')
    throw new NoPack(`There is no ${MANIFEST} of an evidence archive`);
  const noted = new Map(manifest.files.map(({ name, sha256 }) => [name, sha256]));
  const names = [...files.keys()].filter((name) => name !== MANIFEST);
  const found = names.map((name) => fileOf({ name, content: files.get(name) as Uint8Array }));
  const changed = [
    ...[...noted.keys()].filter((name) => !files.has(name)),
    ...found.filter(({ name, sha256 }) => noted.get(name) !== sha256).map(({ name }) => name),
  ].sort();
  const digest = digestOf(found);
  const row = firstDifference(files);
  const isOtherEngine = manifest.engine_version !== ENGINE_VERSION;
  const cause =
    changed.length > 0
      ? 'files_changed'
      : digest !== (known ?? manifest.digest)
        ? 'other_digest'
        : row === 'not_computable'
          ? row
          : row === null
            ? null
            : isOtherEngine
              ? 'other_engine'
              : 'not_reproduced';
  return {
    valid: cause === null,
    digest,
    engine_version: manifest.engine_version,
    cause,
    changed_files: changed,
    first_row: row === null || row === 'not_computable' ? null : row.key,
    differences: row === null || row === 'not_computable' ? [] : row.differences,
  };
}

interface RowDifference {
  key: string;
  differences: FieldDifference[];
}

function firstDifference(files: ReadonlyMap<string, Uint8Array>): RowDifference | 'not_computable' | null {
  try {
    const written = writeEvidence(readInputs(textOf(files, INPUTS)));
    const [archived, computed] = [rowsOf(textOf(files, ROWS)), rowsOf(written.json)];
    for (let i = 0; i < Math.max(archived.length, computed.length); i++) {
      const differences = differencesOf(archived[i] ?? null, computed[i] ?? null, '');
      if (differences.length > 0)
        return {
          key: (archived[i] ?? computed[i])?.key ?? '',
          differences: differences.slice(0, MOST_FIELDS),
        };
    }
    return null;
  } catch {
    return 'not_computable';
  }
}

const textOf = (files: ReadonlyMap<string, Uint8Array>, name: string): string =>
  new TextDecoder('utf-8', { fatal: true }).decode(files.get(name) ?? new Uint8Array());

const rowsOf = (json: string): { key: string }[] => (JSON.parse(json) as { rows: { key: string }[] }).rows;

function jsonOf(files: ReadonlyMap<string, Uint8Array>, name: string): unknown {
  try {
    return JSON.parse(textOf(files, name));
  } catch {
    return null;
  }
}

function differencesOf(archived: unknown, computed: unknown, field: string): FieldDifference[] {
  if (isObject(archived) && isObject(computed))
    return [...new Set([...Object.keys(archived), ...Object.keys(computed)])].flatMap((name) =>
      differencesOf(archived[name] ?? null, computed[name] ?? null, field === '' ? name : `${field}.${name}`),
    );
  return archived === computed ? [] : [{ field, archived, computed }];
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;
