import { describePosted } from './golden-cases.cases';

describePosted(Infinity);
