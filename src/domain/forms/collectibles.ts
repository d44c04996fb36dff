/**
 * COLLECTIBLES: tokens that stand for stored metal, by asset id. Their long-term gain is taxed at 28 % at most.
 * @source IRC 1(h)(5), 408(m)(2)(C); Form 8949 instructions, code C
 */
export const COLLECTIBLES: ReadonlySet<string> = new Set([
  // PAXG and XAUt: gold.
  'ethereum:0x45804880de22913dafe09f4980848ece6ecbaf78',
  'ethereum:0x68749665ff8d2d112fa859aa293f07a622782f38',
]);

const CODE = 'C';

export type IsCollectible = (assetId: string) => boolean;

/**
 * An NFT is a collectible when its right or asset is one (look-through): its owner decides.
 * @param nfts `chain:contract` of collections, `chain:contract#number` of single pieces
 * @source Notice 2023-27; tax-rules 14.8
 */
export function collectiblesWith(nfts: readonly string[] = []): IsCollectible {
  if (nfts.length === 0) return (assetId) => COLLECTIBLES.has(assetId);
  const chosen = new Set(nfts);
  return (assetId) => {
    if (COLLECTIBLES.has(assetId)) return true;
    const mark = assetId.indexOf('#');
    return mark >= 0 && (chosen.has(assetId) || chosen.has(assetId.slice(0, mark)));
  };
}

/** Column (f) of a row without Form 1099-DA, letters in alphabetical order. */
export const codesOf = (isCollectible: boolean, isWashed: boolean): string =>
  `${isCollectible ? CODE : ''}${isWashed ? 'W' : ''}`;

export const withCollectible = (codes: string, own: string | undefined): string =>
  own?.startsWith(CODE) === true ? [...new Set(`${codes}${CODE}`)].sort().join('') : codes;

export const isOfCollectible = (codes: string): boolean => codes.includes(CODE);
