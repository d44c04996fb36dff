import { describeStart } from './start.cases';

describeStart(true);
