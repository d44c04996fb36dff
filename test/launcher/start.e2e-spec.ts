import { describeStart } from './start.cases';

describeStart(false);
