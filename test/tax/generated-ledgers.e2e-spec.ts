import { describeGeneratedInBody } from './generated-ledgers.cases';

describeGeneratedInBody(1_000);
