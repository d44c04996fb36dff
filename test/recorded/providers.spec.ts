import { describeProviders } from './providers.cases';

describeProviders(12_000, false);
