import { CHAINS, type ChainName } from '../../../domain/kernel/chain';
import type { Address } from '../../../domain/kernel/address';
import { field, Rejected, type FieldParser } from '../../../http/validation/field';
import { BooleanField, OneOf, OwnedWalletsField, TextField } from '../../../http/validation/fields';
import { OptionalBody } from '../../../http/validation/validation.pipe';

const MAX_CHAINS = 20;
const MAX_LABEL = 100;
const SCOPES = ['derived', 'all'] as const;
const CHAIN_NAMES = Object.keys(CHAINS) as ChainName[];

/** Names of chains in any letter case, each once. */
const chainNames: FieldParser<ChainName[]> = (raw) => {
  if (!Array.isArray(raw)) return new Rejected('list_type', 'Input should be a valid list');
  if (raw.length > MAX_CHAINS)
    return new Rejected('too_long', `List should have at most ${MAX_CHAINS} items, not ${raw.length}`);
  const names = (raw as unknown[]).map((entry) =>
    CHAIN_NAMES.find((name) => typeof entry === 'string' && name === entry.toLowerCase()),
  );
  const unknown = names.indexOf(undefined);
  if (unknown !== -1)
    return new Rejected('enum', '', [
      { at: [unknown], type: 'enum', msg: `Input should be one of: ${CHAIN_NAMES.join(', ')}` },
    ]);
  return [...new Set(names)].filter((name) => name !== undefined);
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
