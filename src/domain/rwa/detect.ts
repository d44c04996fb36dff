import { dec, type Decimal } from '../kernel/decimal';
import { RWA_LIST, rwaToken, type RwaToken } from './registry';

export interface Candidate {
  chain: string;
  /** EVM in lower case. Null for a native coin. */
  contract: string | null;
  symbol: string;
  isSpam: boolean;
  /** Symbol under which the contract is listed. Null: not listed. */
  listedAs: string | null;
  /** USD that a unit cost the wallet. Null: not known. */
  unitCost: Decimal | null;
}

/** Every fund began at one dollar a unit or more. A coin of the same symbol can cost far less. */
const LEAST_COST = dec('0.5');

const BY_CONTRACT: ReadonlyMap<string, RwaToken> = new Map(
  RWA_LIST.flatMap((token) =>
    Object.entries(token.contracts).flatMap(([chain, contracts]) =>
      contracts.map((contract): [string, RwaToken] => [`${chain}:${contract}`, token]),
    ),
  ),
);

/**
 * A known contract decides. A symbol decides only off Ethereum, because on Ethereum every contract of the registry is
 * known. A symbol never decides for spam or a placeholder. Nor does it for a contract listed under another symbol, or
 * units far cheaper than a fund's.
 * @source spec 2.11 (detection rules); api.md 3, row 2.11
 */
export function recognise(candidate: Candidate): RwaToken | null {
  const token = byContract(candidate) ?? bySymbol(candidate);
  return token?.type === 'experimental' ? null : token;
}

const byContract = ({ chain, contract }: Candidate): RwaToken | null =>
  BY_CONTRACT.get(`${chain}:${contract}`) ?? null;

function bySymbol({ chain, contract, symbol, isSpam, listedAs, unitCost }: Candidate): RwaToken | null {
  const token = rwaToken(symbol);
  if (!token || contract === null || isSpam || chain === 'ethereum') return null;
  if (unitCost?.lt(LEAST_COST)) return null;
  return listedAs === null || rwaToken(listedAs) === token ? token : null;
}
