import type { NestApplicationOptions } from '@nestjs/common';
import type { NestExpressApplication } from '@nestjs/platform-express';
import compression from 'compression';
import cookieParser from 'cookie-parser';
import type { Request } from 'express';
import { Config } from '../config/env';
import { RouteAccessTable } from '../http/auth/route-access-table';
import { arrival } from '../http/request/arrival';
import { consoleFiles } from '../http/console/console-files';
import { awaitContinue, discardUnread } from '../http/unread-body';
import { serveDocs } from '../http/docs/serve-docs';
import { accountAdmission } from '../http/request/account-admission';
import { requestMetrics } from '../http/request/request-metrics';
import { requestRecorder } from '../http/request/request-recorder';
import { corsFor, oneHost, securityHeaders, trustProxy } from '../http/request/security-headers';
import { limitServer } from '../http/request/server-limits';
import { Clock } from '../ports/clock';
import { Metrics } from '../ports/metrics';
import { RequestLog } from '../ports/storage/requests/request-log';

export const APP_OPTIONS = { bodyParser: false } as const satisfies NestApplicationOptions;

/** Everything between the socket and the routes, in order. Call it before the application is initialised. */
export function configureApp(app: NestExpressApplication): void {
  const config = app.get(Config);
  const clock = app.get(Clock);
  limitServer(app.getHttpServer(), clock, config, (path) =>
    app.get(RouteAccessTable, { strict: false }).methodsOf(path),
  );
  awaitContinue(app.getHttpServer());
  app.disable('x-powered-by');
  app.disable('etag');
  app.set('query parser', 'simple');
  app.set('trust proxy', trustProxy(config.TRUST_PROXY));
  app.use(arrival(clock));
  app.use(discardUnread);
  app.use(requestMetrics(app.get(Metrics)));
  app.use(securityHeaders);
  app.enableCors(corsFor(config.CORS_ORIGINS));
  // Before the recorder: refused requests are in the metrics, but not in the audit log.
  app.use(accountAdmission(clock));
  app.use(requestRecorder(app.get(RequestLog), clock));
  app.use(oneHost);
  // The limits of requests do not apply to the large files of the documentation.
  app.use(
    compression({ filter: (request, response) => !isDocs(request) && compression.filter(request, response) }),
  );
  const files = config.CONSOLE === 'on' ? consoleFiles() : null;
  if (files) app.use(files);
  app.use(cookieParser());
  serveDocs(app);
}

/** The `url` of these files lacks the mount path. */
const isDocs = ({ originalUrl }: Request): boolean => /^\/api\/docs(\/|$)/i.test(originalUrl);
