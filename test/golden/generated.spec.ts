import { describeGenerated } from './generated.cases';

describeGenerated(10_000);
