import type { CurrentPlan } from '../../domain/plans/current-plan';

/** The plan of a user now. Whoever changes it in the table says so here. */
export abstract class PlanLookup {
  /** @returns null when there is no such user */
  abstract of(userId: string): Promise<CurrentPlan | null>;
  /** The plan in the table was changed: the next request of this user sees it (other processes within a second). */
  abstract changed(userId: string): void;
}
