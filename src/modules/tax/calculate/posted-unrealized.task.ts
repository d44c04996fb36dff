import { UnrealizedRequest } from './posted.dto';
import { postedUnrealized } from './posted-ledger';
import { answerOf, withPostedBody, type PostedAnswer, type PostedTask } from './posted-request';

/** A request about the history of an address, which the task cannot read. */
export interface AddressRequest {
  request: Pick<UnrealizedRequest, 'address' | 'owned_wallets' | 'current_prices'>;
}

/** Body of POST unrealized-gl -> its answer, or the request when it has no transactions. */
export const task: PostedTask<PostedAnswer | AddressRequest> = {
  name: 'posted_unrealized',
  file: __filename,
  run: (input) =>
    withPostedBody(input, UnrealizedRequest, (request) => {
      const { transactions, address, owned_wallets, current_prices } = request;
      if (!transactions) return { request: { address, owned_wallets, current_prices } };
      return answerOf((onReplayed) =>
        postedUnrealized({ ...request, transactions }, input.settings, onReplayed),
      );
    }),
};
