import type { Principal } from '../../domain/access/principal';
import type { ChangedYear } from '../../domain/portfolio/issues/filed-year-issues';
import type { ComputeCaller } from '../work/compute';

/** The filed years of users, compared with their present ledgers. */
export abstract class ChangedYears {
  /**
   * The years in effect whose figures changed. Nothing upstream is read.
   * @param year undefined: all
   */
  abstract of(principal: Principal, year: number | undefined, compute: ComputeCaller): Promise<ChangedYear[]>;
}
