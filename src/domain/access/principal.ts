import type { PlanName } from '../plans/plans';
import type { Permission } from './permissions';

/** Who is calling. Produced by the access guard from exactly one credential. */
export type Principal =
  | { kind: 'user'; userId: string; plan: PlanName; isOperator: boolean; sessionId: string }
  | {
      kind: 'api_key';
      userId: string;
      plan: PlanName;
      keyId: string;
      keyPrefix: string;
      permissions: readonly Permission[];
      /** Of the key's user. */
      isOperator: boolean;
    }
  | { kind: 'partner'; partnerId: string; name: string }
  | { kind: 'anonymous' };
