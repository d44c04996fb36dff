/** CLEAN_FOLDERS: folders of `src`, with all below them, whose comments follow the word list. Add yours. */
export const CLEAN_FOLDERS: readonly string[] = [
  'src/adapters',
  'src/bootstrap',
  'src/commands',
  'src/config',
  'src/domain/engine/methods',
  'src/domain/engine/model',
  'src/domain/engine/replay',
  'src/domain/engine/views',
  'src/domain/plans',
  'src/http/health',
  'src/launcher',
  'src/pipeline',
];
