import { accountAt, type AccountState } from './story/accounts';
import { VENUES, type Stage, type VenueName } from './story/deeds';
import { storyDeeds } from './story/story';
import { AMBIGUOUS_TIMES, OWN_TRANSFERS, type Place } from './story/transfers';
import { standInVenues } from './stand-in';

/** What the service states when it has read an account. It is computed from the story alone. */
export interface AccountOracle extends AccountState {
  /** Stored rows, by part. */
  rows: Readonly<Record<string, number>>;
}

export interface TransferOracle {
  from: Place;
  to: Place;
  coin: string;
  units: string;
  left: string;
  arrived: string;
  /** It is known from this stage on. */
  stage: Stage;
}

export interface Oracle {
  stages: readonly Readonly<Record<VenueName, AccountOracle>>[];
  matches: readonly TransferOracle[];
  /** Pairs that a person decides. */
  suggested: number;
}

export function storyOracle(): Oracle {
  const deeds = storyDeeds();
  const venues = standInVenues();
  const at = (stage: Stage) =>
    Object.fromEntries(
      VENUES.map((name) => [name, { rows: venues[name].rows(stage), ...accountAt(deeds[name], stage) }]),
    ) as Record<VenueName, AccountOracle>;
  return {
    stages: [at(0), at(1)],
    matches: OWN_TRANSFERS.map((one) => ({
      ...{ from: one.from, to: one.to, coin: one.coin, units: one.units },
      left: new Date(one.left).toISOString(),
      arrived: new Date(one.arrived).toISOString(),
      stage: one.isPending ? 1 : 0,
    })),
    suggested: AMBIGUOUS_TIMES.left.length * AMBIGUOUS_TIMES.arrived.length,
  };
}
