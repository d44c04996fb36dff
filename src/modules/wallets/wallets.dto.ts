import { field, Rejected, type FieldParser } from '../../http/validation/field';
import {
  ChainField,
  DecimalField,
  IntegerField,
  OneOf,
  OwnedWalletsField,
  PageQuery,
} from '../../http/validation/fields';
import type { Address } from '../../domain/kernel/address';
import type { Decimal } from '../../domain/kernel/decimal';
import { HOLDING_SORTS, type HoldingSort } from '../../domain/portfolio/holding-order';
import { METHODS, type MethodName } from '../../domain/engine';

const SORT_NAMES = Object.keys(HOLDING_SORTS) as HoldingSort[];
const METHOD_NAMES = Object.keys(METHODS) as MethodName[];

/** So many fit into the longest request line that is read. */
const MAX_LOT_IDS = 400;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Comma-separated or repeated. Ids that name no open lot of the wallet are without effect. */
const lotIds: FieldParser<string[]> = (raw) => {
  const ids = (Array.isArray(raw) ? raw : [raw])
    .flatMap((part) => String(part).split(','))
    .map((part) => part.trim().toLowerCase())
    .filter(Boolean);
  if (ids.length > MAX_LOT_IDS)
    return new Rejected('too_long', `List should have at most ${MAX_LOT_IDS} items, not ${ids.length}`);
  if (!ids.every((id) => UUID.test(id))) return new Rejected('uuid_parsing', 'Input should be valid UUIDs');
  return [...new Set(ids)];
};

export class HoldingsQuery extends PageQuery {
  @ChainField({ description: 'only holdings on this chain' })
  chain?: string;

  @DecimalField({ min: '0', description: 'least current value in USD', example: '1' })
  min_value?: Decimal;

  @OneOf(SORT_NAMES, { description: 'order of the list', example: 'value_desc' })
  sort: HoldingSort = 'value_desc';

  @OwnedWalletsField()
  owned_wallets: Address[] = [];
}

export class HoldingQuery {
  @ChainField({ description: 'only the holding on this chain' })
  chain?: string;

  @OwnedWalletsField()
  owned_wallets: Address[] = [];
}

export class CostBasisQuery extends PageQuery {
  @OneOf(METHOD_NAMES, { description: 'suggested order of consumption', example: 'fifo' })
  method: MethodName = 'fifo';

  @field(
    lotIds,
    { description: 'with `specific_id`: lots that come first, comma-separated or repeated' },
    { type: [String], maxItems: MAX_LOT_IDS },
  )
  lot_ids: string[] = [];

  @OwnedWalletsField()
  owned_wallets: Address[] = [];
}

/** The unversioned list pages by `limit`. */
export class LegacyPositionsQuery {
  @IntegerField({ min: 1, max: 999_999_999, description: '1-indexed' })
  page: number = 1;

  @IntegerField({ min: 1, max: 100, description: 'entries of a page' })
  limit: number = 50;

  @OwnedWalletsField()
  owned_wallets: Address[] = [];
}
