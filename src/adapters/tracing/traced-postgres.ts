import { SpanKind, trace } from '@opentelemetry/api';
import { Client } from 'pg';
import { failed, inSpan, tracer } from './spans';

type Query = (...args: unknown[]) => unknown;

/**
 * Every statement of pg a span: the text with its placeholders, never the values. node-postgres has no hook for it,
 * so the one method every statement goes through is replaced, for as long as the process traces.
 * @returns puts the method back
 */
export function tracePostgres(): () => void {
  const prototype = Client.prototype as unknown as { query: Query };
  const { query } = prototype;
  prototype.query = function traced(this: unknown, ...args: unknown[]): unknown {
    const text = textOf(args[0]);
    // Cursors and streams report by themselves; outside of any request or job there is nothing to add to.
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
