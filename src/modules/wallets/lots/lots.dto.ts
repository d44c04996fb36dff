import type { LineageDirection } from '../../../domain/engine';
import { LOT_SORTS, LOT_STATES, type LotSort, type LotState } from '../../../domain/portfolio/lot-filter';
import {
  IsBool,
  IsChain,
  IsInteger,
  IsOneOf,
  IsText,
  OwnedWalletsQuery,
  OwnedPageQuery,
} from '../../../http/validation/fields';
import { IsCursor } from '../../../http/queries/cursor';

const SORT_NAMES = Object.keys(LOT_SORTS) as LotSort[];
const DIRECTIONS = ['up', 'down', 'both'] as const satisfies readonly LineageDirection[];
const MAX_SYMBOL = 200;

export class NeedsBasisQuery extends OwnedPageQuery {
  @IsText({
    min: 1,
    max: MAX_SYMBOL,
    description: 'a symbol in any letter case, or a token key',
    example: 'ETH',
  })
  symbol?: string;

  @IsChain({ description: 'only lots on this chain' })
  chain?: string;
}

export class LotsQuery extends NeedsBasisQuery {
  @IsCursor()
  cursor?: string;

  @IsOneOf(LOT_STATES, { description: 'default open: something of the lot remains', example: 'open' })
  status: LotState = 'open';

  @IsBool({ description: 'only lots without, or with, a known basis' })
  is_untracked?: boolean;

  @IsBool({ description: 'only lots held for more, or for not more, than a year as of now' })
  is_long_term?: boolean;

  @IsOneOf(SORT_NAMES, { description: 'order of the list; default date_asc', example: 'date_asc' })
  sort: LotSort = 'date_asc';
}

export class LineageQuery extends OwnedWalletsQuery {
  @IsOneOf(DIRECTIONS, { description: 'to the origin, to what became of it, or both', example: 'both' })
  direction: LineageDirection = 'both';

  @IsInteger({ min: 1, max: 50, description: 'steps in each direction; default 20' })
  depth: number = 20;
}
