import type { LedgerPolicies } from '../domain/normalise';
import type { Config } from '../config/env';

/** Configured treatment of gas, wraps and pool shares. */
export const policiesOf = ({
  GAS_POLICY,
  WRAP_POLICY,
  LP_POLICY,
}: Config): Pick<LedgerPolicies, 'gasPolicy' | 'wrapPolicy' | 'lpPolicy'> => ({
  gasPolicy: GAS_POLICY,
  wrapPolicy: WRAP_POLICY,
  lpPolicy: LP_POLICY,
});
