import { JOB_STATUSES, USER_JOB_TYPES, type JobStatus, type UserJobType } from '../../domain/jobs/user-job';
import { CursorPageQuery } from '../../http/queries/cursor';
import { IsOneOf, IsText } from '../../http/validation/fields';

const MAX_ADDRESS = 100;

export class JobsQuery extends CursorPageQuery {
  @IsOneOf(JOB_STATUSES, { description: 'only jobs in this state', example: 'running' })
  status?: JobStatus;

  @IsOneOf(USER_JOB_TYPES, { description: 'only jobs of this type', example: 'track_wallet' })
  type?: UserJobType;

  @IsText({ min: 1, max: MAX_ADDRESS, description: 'only jobs about this wallet' })
  address?: string;
}
