import { VENUES, type Deed, type Deeds, type VenueName } from './deeds';
import { OWN_DEEDS } from './own-deeds';
import { tradesOf } from './trades';
import { transfersOf } from './transfers';

/**
 * The invented history of one owner at five exchanges and in two wallets, 2022 to 2025: the same at each run, by time.
 * Prices are near no market.
 */
export const storyDeeds = (): Deeds =>
  Object.fromEntries(
    VENUES.map((venue, n) => [
      venue,
      [...tradesOf(venue, 7 + n), ...OWN_DEEDS[venue], ...transfersOf(venue)].sort((a, b) => a.at - b.at),
    ]),
  ) as Record<VenueName, Deed[]>;
