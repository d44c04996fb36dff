import type { RequestHandler } from 'express';
import { inLogScope } from '../../common/log-scope';
import { startNew } from '../../common/turns';
import type { Clock } from '../../ports/clock';
import { ClientGone } from '../errors/failures';
import { attachContext, RequestContext } from '../request-context';
import { whenClosed } from './when-closed';

/** Must be the first middleware. */
export const arrival =
  (clock: Clock): RequestHandler =>
  (request, response, next) => {
    const context = new RequestContext(clock, clock.newId(), request.ip);
    attachContext(request, context);
    response.setHeader('X-Request-Id', context.requestId);
    const answered = startNew('request', context.requestId);
    whenClosed(response, () => {
      answered();
      if (!response.writableFinished) context.abort(new ClientGone('before the answer was sent'));
    });
    inLogScope({ request_id: context.requestId }, next);
  };
