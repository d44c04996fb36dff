import type { ComputeTask } from '../../../ports/work/compute';
import { CostBasisRequest } from './posted.dto';
import { postedCostBasis } from './posted-ledger';
import {
  answerOf,
  withPostedBody,
  type InvalidBody,
  type PostedAnswer,
  type PostedInput,
} from './posted-request';

/** Body of POST cost-basis -> its answer. */
export const task: ComputeTask<PostedInput, PostedAnswer | InvalidBody> = {
  name: 'posted_cost_basis',
  file: __filename,
  run: (input) =>
    withPostedBody(input, CostBasisRequest, (request) =>
      answerOf((onReplayed) => postedCostBasis(request, input.settings, onReplayed)),
    ),
};
