import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';

/** Source files by path from the root of the project; specs are left out. */
export type Sources = ReadonlyMap<string, string>;

const IMPORT = /(?:\bfrom\s*|\bimport\s*\(\s*|\bimport\s+)['"](\.{1,2}\/[^'"]*)['"]/g;

export function sourcesOf(root: string, folder: string): Sources {
  const names = readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' });
  const files = names.filter((name) => name.endsWith('.ts') && !name.endsWith('.spec.ts'));
  return new Map(
    files.map((name) => [`${folder}/${name}`, readFileSync(join(root, folder, name), 'utf8')] as const),
  );
}

/** @returns folders that hold more than `most` source files of their own, with the number */
export function crowdedFolders(sources: Sources, most: number): string[] {
  const counts = new Map<string, number>();
  for (const file of sources.keys()) counts.set(dirname(file), (counts.get(dirname(file)) ?? 0) + 1);
  return [...counts].filter(([, count]) => count > most).map(([folder, count]) => `${folder}: ${count}`);
}

/** @returns pairs of subfolders of one folder that reach each other by imports, as `folder: a <-> b` */
export function folderCycles(sources: Sources): string[] {
  const graphs = new Map<string, Map<string, Set<string>>>();
  for (const [file, text] of sources)
    for (const target of importsOf(file, text, sources)) addEdge(graphs, file.split('/'), target.split('/'));
  return [...graphs].flatMap(([folder, graph]) => {
    const names = [...graph.keys()].sort();
    const pairs = names.flatMap((a) => names.filter((b) => a < b).map((b) => [a, b] as const));
    return pairs
      .filter(([a, b]) => isReachable(graph, a, b) && isReachable(graph, b, a))
      .map(([a, b]) => `${folder}: ${a} <-> ${b}`);
  });
}

function importsOf(file: string, text: string, sources: Sources): string[] {
  return [...text.matchAll(IMPORT)].flatMap(([, specifier = '']) => {
    const path = normalize(join(dirname(file), specifier)).replace(/\.js$/, '');
    return [`${path}.ts`, `${path}/index.ts`].filter((candidate) => sources.has(candidate)).slice(0, 1);
  });
}

/** Records an import between two subfolders under the deepest folder that holds both files. */
function addEdge(graphs: Map<string, Map<string, Set<string>>>, from: string[], to: string[]): void {
  let depth = 0;
  while (depth < Math.min(from.length, to.length) - 1 && from[depth] === to[depth]) depth++;
  if (depth === from.length - 1 || depth === to.length - 1) return;
  const [folder, a = '', b = ''] = [from.slice(0, depth).join('/'), from[depth], to[depth]];
  const graph = graphs.get(folder) ?? new Map<string, Set<string>>();
  graphs.set(folder, graph);
  for (const name of [a, b]) if (!graph.has(name)) graph.set(name, new Set());
  graph.get(a)?.add(b);
}

function isReachable(
  graph: Map<string, Set<string>>,
  from: string,
  to: string,
  seen = new Set<string>(),
): boolean {
  if (graph.get(from)?.has(to)) return true;
  seen.add(from);
  return [...(graph.get(from) ?? [])].some((next) => !seen.has(next) && isReachable(graph, next, to, seen));
}
