import type { Asset } from '../../../domain/kernel/asset';

/**
 * Values as JSON text. Big integers are texts that begin with `#`; other texts that begin so get another one.
 * @param idOf stores the assets of properties `asset` and `hidden` apart, and returns the ids that stand for them
 */
export const textOf = (value: unknown, idOf?: (asset: Asset) => string): string =>
  JSON.stringify(value, (key, part: unknown) => {
    if (typeof part === 'bigint') return `#${part}`;
    if (typeof part === 'string') return part.startsWith('#') ? `##${part.slice(1)}` : part;
    if (!idOf || part === null || typeof part !== 'object') return part;
    if (key === 'asset') return idOf(part as Asset);
    return key === 'hidden' ? (part as Asset[]).map(idOf) : part;
  });

/** @param assets by id; required when the text was written with `idOf` */
export const valueOf = <T>(text: string, assets?: ReadonlyMap<string, Asset>): T =>
  decoded(JSON.parse(text), assets) as T;

/** In place: a reviver is called for every value and costs three times as much. */
function decoded(part: unknown, assets: ReadonlyMap<string, Asset> | undefined): unknown {
  if (typeof part === 'string') return part.startsWith('#') ? unmarked(part) : part;
  if (part === null || typeof part !== 'object') return part;
  const parts = part as Record<string, unknown>;
  for (const key of Object.keys(parts)) {
    if (assets && key === 'asset') parts[key] = assetOf(parts[key] as string, assets);
    else if (assets && key === 'hidden')
      parts[key] = (parts[key] as string[]).map((id) => assetOf(id, assets));
    else parts[key] = decoded(parts[key], assets);
  }
  return part;
}

function assetOf(id: string, assets: ReadonlyMap<string, Asset>): Asset {
  const asset = assets.get(id);
  if (!asset) throw new Error(`the ledger has no asset ${id}`);
  return asset;
}

const unmarked = (text: string): string | bigint =>
  text.startsWith('##') ? text.slice(1) : BigInt(text.slice(1));

/** The ids that stand for assets in a text, without parsing it. */
export function assetIdsIn(texts: readonly string[]): Set<string> {
  const ids = new Set<string>();
  for (const text of texts) {
    for (const [, id] of text.matchAll(/"asset":("(?:[^"\\]|\\.)*")/g))
      ids.add(JSON.parse(id as string) as string);
    for (const [, list] of text.matchAll(/"hidden":(\[[^\]]*\])/g))
      for (const id of JSON.parse(list as string) as string[]) ids.add(id);
  }
  return ids;
}
