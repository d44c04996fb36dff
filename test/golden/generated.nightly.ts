import { describeGenerated } from './generated.cases';

describeGenerated(1_000_000);
