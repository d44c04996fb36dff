import { describeRestart } from './restart.cases';

describeRestart(false);
