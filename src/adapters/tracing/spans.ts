import { type Attributes, SpanKind, SpanStatusCode, trace, type Span } from '@opentelemetry/api';

/** Without a collector it is the no-op tracer of the API. */
export const tracer = trace.getTracer('cost-basis');

export interface SpanRequest {
  /** Low cardinality: never an address, a path or an id. */
  name: string;
  kind?: keyof typeof SpanKind;
  attributes?: Attributes;
  /** Starts a new trace: the caller that triggers background work is not always its owner. */
  root?: boolean;
}

/** The span is the parent of inner spans. An error marks the span and is thrown again. */
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

/** Error type, never its message: messages can quote sent data. */
export function failed(span: Span, error: unknown): void {
  const { name, code } = error as NodeJS.ErrnoException;
  span.setAttribute('error.type', code ?? name ?? 'unknown');
  span.setStatus({ code: SpanStatusCode.ERROR });
}

export function spanIds(): { trace_id: string; span_id: string } | null {
  const context = trace.getActiveSpan()?.spanContext();
  return context ? { trace_id: context.traceId, span_id: context.spanId } : null;
}
