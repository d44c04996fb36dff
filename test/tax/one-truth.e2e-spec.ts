import { describeOneTruth } from './one-truth.cases';
import { describeOneTruthElsewhere } from './one-truth-elsewhere.cases';
import { FEW } from './one-truth.wallets';

describeOneTruth(FEW);
describeOneTruthElsewhere(FEW);
