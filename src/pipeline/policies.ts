import type { LedgerPolicies } from '../domain/normalise';
import type { Config } from '../config/env';

/** Configured treatment of gas, wraps and pool shares. */
export const policiesOf = ({
  GAS_POLICY,
  WRAP_POLICY,
  DEPOSIT_POLICY,
}: Config): Pick<LedgerPolicies, 'gasPolicy' | 'wrapPolicy' | 'depositPolicy'> => ({
  gasPolicy: GAS_POLICY,
  wrapPolicy: WRAP_POLICY,
  depositPolicy: DEPOSIT_POLICY,
});
