import { context, propagation, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import type { RequestHandler } from 'express';
import { tracer } from '../adapters/tracing/spans';
import { metricRoute } from '../http/request/request-metrics';
import { whenClosed } from '../http/request/when-closed';

/**
 * Opens one server span per request. It must run before every handler that can respond.
 * @param trustsCaller continues the trace of the caller (`traceparent`). Set it only behind a trusted proxy.
 */
export function requestTracing(trustsCaller: boolean): RequestHandler {
  return (request, response, next) => {
    const parent = trustsCaller ? propagation.extract(context.active(), request.headers) : context.active();
    const attributes = { 'http.request.method': request.method };
    const span = tracer.startSpan(request.method, { kind: SpanKind.SERVER, attributes }, parent);
    whenClosed(response, () => {
      const route = metricRoute(request);
      span.updateName(`${request.method} ${route}`);
      span.setAttributes({
        'http.route': route,
        'http.response.status_code': response.statusCode,
        'cost_basis.request_id': String(response.getHeader('x-request-id') ?? ''),
      });
      if (response.statusCode >= 500 || !response.writableFinished)
        span.setStatus({ code: SpanStatusCode.ERROR });
      span.end();
    });
    context.with(trace.setSpan(parent, span), next);
  };
}
