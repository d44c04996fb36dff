import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { RulesVersion } from '../../ports/rules-version';

/** Folders whose code decides what stored rows and prices become. */
const FOLDERS = ['domain', 'pipeline', 'adapters/providers'];

/** Hash of the code itself: a change of a rule cannot be forgotten. */
export class SourceRulesVersion extends RulesVersion {
  #version: string | null = null;

  override get version(): string {
    return (this.#version ??= hashOf(join(__dirname, '..', '..')));
  }
}

function hashOf(root: string): string {
  const hash = createHash('sha256');
  for (const file of FOLDERS.flatMap((folder) => filesIn(join(root, folder))))
    hash.update(relative(root, file)).update(readFileSync(file));
  return hash.digest('hex');
}

const filesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /(?<!\.spec|\.d)\.[jt]s$/.test(name))
    .sort()
    .map((name) => join(folder, name));
