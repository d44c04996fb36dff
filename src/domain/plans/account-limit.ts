import { AppError } from '../kernel/errors';
import { CAPS, type AppliedPlan } from './plans';

/** Exchange accounts are limited in number as linked wallets are. The two are counted apart. Null: no limit. */
export const accountCap = (plan: AppliedPlan): number | null => CAPS[plan].linkedWalletCap;

/** @param current accounts that the user has */
export const accountsFull = (plan: AppliedPlan, current: number): AppError =>
  new AppError(
    'WALLET_LIMIT_EXCEEDED',
    { limit: accountCap(plan), current, plan_name: plan },
    { message: 'The exchange-account limit of your plan is reached' },
  );
