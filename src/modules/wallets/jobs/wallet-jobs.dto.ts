import type { ChainName } from '../../../domain/kernel/chain';
import type { Address } from '../../../domain/kernel/address';
import { field, Rejected, type FieldParser } from '../../../http/validation/field';
import { BooleanField, OneOf, OwnedWalletsField, TextField } from '../../../http/validation/fields';
import { chainName, listOf } from '../../../http/validation/parsers';
import { OptionalBody } from '../../../http/validation/validation.pipe';

const MAX_CHAINS = 20;
const MAX_LABEL = 100;
const SCOPES = ['derived', 'all'] as const;

/** Each chain once. */
const chainNames: FieldParser<ChainName[]> = (raw, context, name) => {
  const names = listOf(chainName, 0, MAX_CHAINS)(raw, context, name);
  return names instanceof Rejected ? names : [...new Set(names)];
};

@OptionalBody()
export class TrackRequest {
  @field(
    chainNames,
    { description: 'chains the result speaks of; all that can be read when none is named', example: [] },
    { type: [String], maxItems: MAX_CHAINS },
  )
  chains: ChainName[] = [];

  @OwnedWalletsField()
  owned_wallets: Address[] = [];

  @TextField({ max: MAX_LABEL, description: 'a name for it', example: 'Treasury' })
  label?: string;
}

@OptionalBody()
export class PrecomputeRequest {
  @OwnedWalletsField()
  owned_wallets: Address[] = [];

  @BooleanField({ description: 'also when nothing has changed since the last time; default false' })
  force: boolean = false;

  @BooleanField({ description: 'keep the lineage of the lots for the audit trail; default true' })
  persist_lineage: boolean = true;
}

export class CacheQuery {
  @OneOf(SCOPES, {
    description: 'derived: what was worked out; all: also the history as fetched, so that it is fetched anew',
    example: 'derived',
  })
  scope: (typeof SCOPES)[number] = 'derived';
}
