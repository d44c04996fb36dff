import { IsMoment } from '../../../http/validation/fields';
import { EntryInput } from '../manual-entries.dto';

/** What every standing order states besides its content. */
export abstract class StandingOrderInput extends EntryInput {
  @IsMoment('start', {
    description: 'default: now. A time before now needs stated_recorded_at: a late order is not applied',
  })
  effective_from?: number;

  @IsMoment('start', {
    description:
      'when your own books and records held the order, not after effective_from; reports print it as stated by you',
  })
  stated_recorded_at?: number;
}
