import { describeSnapshots } from './snapshots.cases';

describeSnapshots(true);
