import { SpanKind, trace } from '@opentelemetry/api';
import { Client } from 'pg';
import { failed, inSpan, tracer } from './spans';

type Query = (...args: unknown[]) => unknown;

/**
 * Creates a span per statement: the text with placeholders, never the values. node-postgres has no hook, so its query
 * method is replaced. The instrumentation package for pg writes error messages into spans, which can quote data, and
 * it must load before pg.
 * @returns a function that restores the method
 */
export function tracePostgres(): () => void {
  const prototype = Client.prototype as unknown as { query: Query };
  const { query } = prototype;
  prototype.query = function traced(this: unknown, ...args: unknown[]): unknown {
    const text = textOf(args[0]);
    // Cursors and streams report on their own. Statements outside a request or job have no parent span.
    if (text === null || !trace.getActiveSpan()) return query.apply(this, args);
    const request = { name: nameOf(text), kind: 'CLIENT', attributes: attributesOf(text) } as const;
    const last = args.at(-1);
    if (typeof last !== 'function') return inSpan(request, () => query.apply(this, args) as Promise<unknown>);
    const span = tracer.startSpan(request.name, { kind: SpanKind.CLIENT, attributes: request.attributes });
    const done = last as (error: unknown, ...rest: unknown[]) => void;
    return query.apply(this, [
      ...args.slice(0, -1),
      (error: unknown, ...rest: unknown[]) => {
        if (error) failed(span, error);
        span.end();
        done(error, ...rest);
      },
    ]);
  };
  return () => {
    prototype.query = query;
  };
}

function textOf(statement: unknown): string | null {
  if (typeof statement === 'string') return statement;
  if (typeof statement !== 'object' || statement === null || 'submit' in statement) return null;
  const { text } = statement as { text?: unknown };
  return typeof text === 'string' ? text : null;
}

/** @source OpenTelemetry semantic conventions for databases */
const attributesOf = (text: string) => ({
  'db.system.name': 'postgresql',
  'db.query.text': text.replace(/\s+/g, ' ').trim().slice(0, 500),
});

const nameOf = (text: string): string => /^\s*(\w+)/.exec(text)?.[1]?.toUpperCase() ?? 'QUERY';
