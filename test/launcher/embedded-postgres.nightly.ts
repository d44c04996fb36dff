import { describeEmbedded } from './embedded-postgres.cases';

describeEmbedded(true);
