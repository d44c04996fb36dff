import type { CurrentPlan } from '../../domain/plans/current-plan';

/** Returns the current plan of a user. Code that changes the plan table must call `changed`. */
export abstract class PlanLookup {
  /** A space has the plan of its owner. @returns null when the user does not exist */
  abstract of(userId: string): Promise<CurrentPlan | null>;
  /**
   * Invalidates a changed plan: the next request of this user uses it (other processes within one second).
   */
  abstract changed(userId: string): void;
}
