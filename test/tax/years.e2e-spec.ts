import { describeYears } from './years.cases';

describeYears(false);
