import { describeAgreement } from './agreement';

describeAgreement(20_000);
