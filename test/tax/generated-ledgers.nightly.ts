import { describeGeneratedInBody } from './generated-ledgers.cases';

describeGeneratedInBody(10_000);
