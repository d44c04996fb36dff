import { type Attributes, SpanKind, SpanStatusCode, trace, type Span } from '@opentelemetry/api';

/** One tracer for the house. Without a collector it is the API's own, which does nothing. */
export const tracer = trace.getTracer('cost-basis');

export interface SpanRequest {
  /** Of few kinds: never an address, a path or an id. */
  name: string;
  kind?: keyof typeof SpanKind;
  attributes?: Attributes;
  /** Begins a trace of its own: who woke the work is not always who it is for. */
  root?: boolean;
}

/** Does the work inside a span that is the parent of those begun meanwhile; an error marks the span, and goes on. */
export function inSpan<T>(
  { name, kind = 'INTERNAL', attributes, root }: SpanRequest,
  work: (span: Span) => Promise<T>,
): Promise<T> {
  return tracer.startActiveSpan(name, { kind: SpanKind[kind], attributes, root }, async (span) => {
    try {
      return await work(span);
    } catch (error) {
      failed(span, error);
      throw error;
    } finally {
      span.end();
    }
  });
}

/** The kind of an error, never its words: those may quote what was sent. */
export function failed(span: Span, error: unknown): void {
  const { name, code } = error as NodeJS.ErrnoException;
  span.setAttribute('error.type', code ?? name ?? 'unknown');
  span.setStatus({ code: SpanStatusCode.ERROR });
}

/** Ids of the span that is under way, for the log; null when nothing is traced. */
export function spanIds(): { trace_id: string; span_id: string } | null {
  const context = trace.getActiveSpan()?.spanContext();
  return context ? { trace_id: context.traceId, span_id: context.spanId } : null;
}
