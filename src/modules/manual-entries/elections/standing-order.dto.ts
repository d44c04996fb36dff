import { IsMoment } from '../../../http/validation/fields';
import { EntryAtBrokerInput } from '../broker/broker-notice.dto';

/** What every standing order states besides its content. */
export abstract class StandingOrderInput extends EntryAtBrokerInput {
  @IsMoment('start', {
    description:
      'default: now, or communicated_to_broker_at. A time before now needs stated_recorded_at or a broker that was told by then: a late order is not applied',
  })
  effective_from?: number;

  @IsMoment('start', {
    description:
      'when your own books and records held the order, not after effective_from; reports print it as stated by you',
  })
  stated_recorded_at?: number;
}
