import { RWA_LIST, rwaToken, type RwaToken } from './registry';

/** A token of a wallet, as far as its identity goes. */
export interface Candidate {
  chain: string;
  /** EVM in lower case; null for a native coin. */
  contract: string | null;
  symbol: string;
  /** Some transaction with it was judged to be spam. */
  isSpam: boolean;
  /** The symbol under which its contract is listed; null: nobody has heard of it. */
  listedAs: string | null;
}

const BY_CONTRACT: ReadonlyMap<string, RwaToken> = new Map(
  RWA_LIST.flatMap((token) =>
    Object.entries(token.contracts).flatMap(([chain, contracts]) =>
      contracts.map((contract): [string, RwaToken] => [`${chain}:${contract}`, token]),
    ),
  ),
);

/**
 * The registry entry a token is, or null. A known contract decides. The symbol only decides off Ethereum, where every
 * contract of the registry is known and another one under the same name is therefore another token; and never for
 * spam, for a contract listed under another name, nor for a placeholder.
 * @source spec 2.11 (detection rules); api.md 3, row 2.11
 */
export function recognise(candidate: Candidate): RwaToken | null {
  const token = byContract(candidate) ?? bySymbol(candidate);
  return token?.type === 'experimental' ? null : token;
}

const byContract = ({ chain, contract }: Candidate): RwaToken | null =>
  BY_CONTRACT.get(`${chain}:${contract}`) ?? null;

function bySymbol({ chain, contract, symbol, isSpam, listedAs }: Candidate): RwaToken | null {
  const token = rwaToken(symbol);
  if (!token || contract === null || isSpam || chain === 'ethereum') return null;
  return listedAs === null || rwaToken(listedAs) === token ? token : null;
}
