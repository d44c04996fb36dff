import { Rules } from '../../../common/rules';

export abstract class LeaseTimes extends Rules {
  readonly leaseMs: number = 10_000;
  readonly renewEveryMs: number = 3_000;
  readonly pollEveryMs: number = 1_000;
}
