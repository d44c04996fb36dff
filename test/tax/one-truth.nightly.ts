import { describeOneTruth } from './one-truth.cases';
import { describeOneTruthElsewhere } from './one-truth-elsewhere.cases';
import { ALL } from './one-truth.wallets';

describeOneTruth(ALL);
describeOneTruthElsewhere(ALL);
