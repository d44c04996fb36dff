/**
 * COLLECTIBLES: tokens that stand for stored metal, by asset id. Their long-term gain is taxed at 28 % at most.
 * @source IRC 1(h)(5), 408(m)(2)(C); Form 8949 instructions, code C
 */
const COLLECTIBLES: ReadonlySet<string> = new Set([
  // PAXG and XAUt: gold.
  'ethereum:0x45804880de22913dafe09f4980848ece6ecbaf78',
  'ethereum:0x68749665ff8d2d112fa859aa293f07a622782f38',
]);

/** Column (f) of a row without Form 1099-DA, letters in alphabetical order. */
export const codesOf = (assetId: string, isWashed: boolean): string =>
  `${COLLECTIBLES.has(assetId) ? 'C' : ''}${isWashed ? 'W' : ''}`;

/** Adds the code of a collectible of the own records to those of a row that a broker reported. */
export const withCollectible = (codes: string, own: string | undefined): string =>
  own?.startsWith('C') === true ? [...new Set(`${codes}C`)].sort().join('') : codes;
