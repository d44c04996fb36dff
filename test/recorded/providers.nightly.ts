import { describeProviders } from './providers.cases';

describeProviders(25_000, true);
