import { describeRestart } from './restart.cases';

describeRestart(true);
