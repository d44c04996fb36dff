import { CHAIN_NAMES, type ChainName } from '../../../domain/kernel/chain';
import type { Address } from '../../../domain/kernel/address';
import { IsBool, IsOneOf, IsOwnedWallets, IsText } from '../../../http/validation/fields';
import { Property, Rejected, type Read } from '../../../http/validation/property';
import { listOf, lowerCase, oneOf } from '../../../http/validation/readers';
import { OptionalBody } from '../../../http/validation/validation.pipe';

const MAX_CHAINS = 20;
const MAX_LABEL = 100;
const SCOPES = ['derived', 'all'] as const;

const chainName = oneOf(CHAIN_NAMES);
const anyCase = (raw: unknown, params: Parameters<Read>[1]) => chainName(lowerCase(raw, params));

/** Each chain once; the size is that of the list as sent. */
const chainNames: Read = (raw, params) => {
  const names = listOf(anyCase, 0, MAX_CHAINS)(raw, params);
  return names instanceof Rejected ? names : [...new Set(names)];
};

@OptionalBody()
export class TrackRequest {
  @Property(
    chainNames,
    { description: 'chains of the result; default all readable chains', example: [] },
    { type: [String], maxItems: MAX_CHAINS },
  )
  chains: ChainName[] = [];

  @IsOwnedWallets()
  owned_wallets: Address[] = [];

  @IsText({ max: MAX_LABEL, description: 'a name for it', example: 'Treasury' })
  label?: string;
}

@OptionalBody()
export class PrecomputeRequest {
  @IsOwnedWallets()
  owned_wallets: Address[] = [];

  @IsBool({ description: 'also when nothing has changed since the last time; default false' })
  force: boolean = false;

  @IsBool({ description: 'keep the lineage of the lots for the audit trail; default true' })
  persist_lineage: boolean = true;
}

export class CacheQuery {
  @IsOneOf(SCOPES, {
    description: 'derived: computed results; all: also the stored history, which is then read again',
    example: 'derived',
  })
  scope: (typeof SCOPES)[number] = 'derived';
}
