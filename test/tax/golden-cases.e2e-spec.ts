import { describePosted } from './golden-cases.cases';

/** The engine computes all cases in `test/golden`; here the mapping of a body and of its answer. */
describePosted(1);
