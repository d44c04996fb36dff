import { AppError } from '../kernel/errors';
import { CAPS, type AppliedPlan } from './plans';

/** The same limit as for linked wallets, counted separately. Null: no limit. */
export const accountCap = (plan: AppliedPlan): number | null => CAPS[plan].linkedWalletCap;

export const accountsFull = (plan: AppliedPlan, current: number): AppError =>
  new AppError(
    'WALLET_LIMIT_EXCEEDED',
    { limit: accountCap(plan), current, plan_name: plan },
    { message: 'The exchange-account limit of your plan is reached' },
  );
