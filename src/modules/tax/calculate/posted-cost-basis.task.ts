import { CostBasisRequest } from './posted.dto';
import { postedCostBasis } from './posted-ledger';
import { answerOf, withPostedBody, type PostedTask } from './posted-request';

/** Body of POST cost-basis -> its answer. */
export const task: PostedTask = {
  name: 'posted_cost_basis',
  file: __filename,
  run: (input) =>
    withPostedBody(input, CostBasisRequest, (request) =>
      answerOf((onReplayed) => postedCostBasis(request, input.settings, onReplayed)),
    ),
};
