import {
  IsBool,
  IsChain,
  IsDay,
  IsExactDecimal,
  IsOneOf,
  OwnedWalletsQuery,
  OwnedPageQuery,
  LegacyPageQuery,
} from '../../http/validation/fields';
import { Property, Rejected, type Read } from '../../http/validation/property';
import { listOfText } from '../../http/validation/readers';
import type { Decimal } from '../../domain/kernel/decimal';
import { HOLDING_SORTS, type HoldingSort } from '../../domain/portfolio/holding-order';
import { METHOD_NAMES, type MethodName } from '../../domain/engine';

const SORT_NAMES = Object.keys(HOLDING_SORTS) as HoldingSort[];

/** So many fit into the longest request line that is read. */
const MAX_LOT_IDS = 400;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

const NOT_UUIDS = new Rejected('uuid_parsing', 'Input should be valid UUIDs');

/** Comma-separated or repeated. Ids that name no open lot of the wallet are without effect. */
const lotIds: Read = (raw) => {
  const ids = listOfText(raw).map((id) => id.toLowerCase());
  if (ids.length > MAX_LOT_IDS)
    return new Rejected('too_long', `List should have at most ${MAX_LOT_IDS} items, not ${ids.length}`);
  return ids.every((id) => UUID.test(id)) ? [...new Set(ids)] : NOT_UUIDS;
};

const IsPastDay = () =>
  IsDay({
    description: 'the holdings at the end of this day of the report zone, at its prices; default now',
  });

export class HoldingsQuery extends OwnedPageQuery {
  @IsChain({ description: 'only holdings on this chain' })
  chain?: string;

  @IsExactDecimal({ description: 'least current value in USD', example: '1' })
  min_value?: Decimal;

  @IsOneOf(SORT_NAMES, { description: 'order of the list', example: 'value_desc' })
  sort: HoldingSort = 'value_desc';

  @IsPastDay()
  as_of?: number;

  @IsBool({ description: 'also tokens that are spam, with `is_spam` on each entry; default false' })
  include_spam: boolean = false;
}

export class HoldingsSummaryQuery extends OwnedWalletsQuery {
  @IsPastDay()
  as_of?: number;
}

export class HoldingQuery extends OwnedWalletsQuery {
  @IsChain({ description: 'only the holding on this chain' })
  chain?: string;
}

export class CostBasisQuery extends OwnedPageQuery {
  @IsOneOf(METHOD_NAMES, { description: 'suggested order of consumption', example: 'fifo' })
  method: MethodName = 'fifo';

  @Property(
    lotIds,
    { description: 'with `specific_id`: lots that come first, comma-separated or repeated' },
    { type: [String], maxItems: MAX_LOT_IDS },
  )
  lot_ids: string[] = [];
}

export class LegacyPositionsQuery extends LegacyPageQuery {}
