import { describeYears } from './years.cases';

describeYears(true);
