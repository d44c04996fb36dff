import { AUDIT } from './lists/audit';
import { BROKER_MUTANTS } from './lists/broker';
import { REPLAY_STATE_MUTANTS } from './lists/replay-state';
import { FEES } from './lists/fees';
import { FORMS } from './lists/forms';
import { FUNDS } from './lists/funds';
import { HOLDING_PERIOD } from './lists/holding-period';
import { LAW_MUTANTS } from './lists/law';
import { LOT_ORDER } from './lists/lot-order';
import { SLICES } from './lists/slices';
import { WASH_SALES } from './lists/wash-sales';
import { IDENTIFICATION } from './lists/identification';
import type { Mutant } from './mutant';

export const MUTANTS: readonly Mutant[] = [
  ...HOLDING_PERIOD,
  ...LOT_ORDER,
  ...FEES,
  ...WASH_SALES,
  ...IDENTIFICATION,
  ...SLICES,
  ...FORMS,
  ...FUNDS,
  ...BROKER_MUTANTS,
  ...REPLAY_STATE_MUTANTS,
  ...LAW_MUTANTS,
  ...AUDIT,
];
