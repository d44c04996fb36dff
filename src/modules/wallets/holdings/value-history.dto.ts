import { INTERVALS, type Interval } from '../../../domain/portfolio/history/periods';
import { IsDay, IsOneOf, OwnedWalletsQuery } from '../../../http/validation/fields';
import { NotBefore } from '../../../http/validation/validators';

export class ValueHistoryQuery extends OwnedWalletsQuery {
  @IsDay({ description: 'first day, in the report zone; default the day of the first change' })
  start_date?: number;

  @IsDay({ description: 'last day, in the report zone; default today' })
  @NotBefore('start_date')
  end_date?: number;

  @IsOneOf(INTERVALS, {
    description: 'one value for the last day of each; a week ends on Sunday, the last one with `end_date`',
    example: 'day',
  })
  interval: Interval = 'day';
}
