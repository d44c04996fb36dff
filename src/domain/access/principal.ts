import type { PlanName } from '../plans/plans';
import type { Permission } from './permissions';

/** The caller. The access guard creates it from exactly one credential. */
export type Principal =
  | { kind: 'user'; userId: string; plan: PlanName; isOperator: boolean; sessionId: string }
  | {
      kind: 'api_key';
      userId: string;
      plan: PlanName;
      keyId: string;
      keyPrefix: string;
      permissions: readonly Permission[];
      /** True when the user of the key is an operator. */
      isOperator: boolean;
    }
  | { kind: 'partner'; partnerId: string; name: string }
  | { kind: 'anonymous' };
