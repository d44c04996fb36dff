import { describeAgreement } from './agreement';

describeAgreement(200);
