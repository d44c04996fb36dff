import { describeSnapshots } from './snapshots.cases';

describeSnapshots(false);
