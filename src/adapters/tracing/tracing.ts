import { diag } from '@opentelemetry/api';
import { timeout, TimeoutStrategy } from 'cockatiel';
import type { ReadableSpan, SpanExporter } from '@opentelemetry/sdk-trace-base';
import type { Config } from '../../config/env';

export interface Tracing {
  /** Exports the collected spans within two seconds, and stops tracing. Never throws. */
  stop(): Promise<void>;
}

const flushTime = timeout(2_000, TimeoutStrategy.Aggressive);

/**
 * Traces requests, upstream calls, background jobs, deliveries and statements. The SDK is loaded only with a
 * collector; otherwise spans are no-ops. Other settings are the OTEL_* variables (service name, resource, sampler,
 * headers, batch).
 * @param report called once per outage of the collector
 * @returns null when no collector is configured
 */
export async function startTracing(
  { OTEL_EXPORTER_OTLP_ENDPOINT }: Config,
  report: (problem: string) => void,
): Promise<Tracing | null> {
  if (OTEL_EXPORTER_OTLP_ENDPOINT === undefined || process.env['OTEL_SDK_DISABLED'] === 'true') return null;
  const [base, http, hooks, core, resources, postgres] = await Promise.all([
    import('@opentelemetry/sdk-trace-base'),
    import('@opentelemetry/exporter-trace-otlp-http'),
    import('@opentelemetry/context-async-hooks'),
    import('@opentelemetry/core'),
    import('@opentelemetry/resources'),
    import('./traced-postgres.js'),
  ]);
  // The traces variable contains the full URL and takes precedence.
  const url = process.env['OTEL_EXPORTER_OTLP_TRACES_ENDPOINT'] ?? `${OTEL_EXPORTER_OTLP_ENDPOINT}/v1/traces`;
  const { context, propagation, trace } = await import('@opentelemetry/api');
  const named = resources.resourceFromAttributes({ 'service.name': 'cost-basis-service' });
  const given = resources.detectResources({ detectors: [resources.envDetector] });
  const exporter = new ReportingExporter(new http.OTLPTraceExporter({ url }), report);
  const provider = new base.BasicTracerProvider({
    resource: resources.defaultResource().merge(named).merge(given),
    spanProcessors: [new base.BatchSpanProcessor(exporter)],
  });
  const contexts = new hooks.AsyncLocalStorageContextManager().enable();
  context.setGlobalContextManager(contexts);
  propagation.setGlobalPropagator(new core.W3CTraceContextPropagator());
  trace.setGlobalTracerProvider(provider);
  core.setGlobalErrorHandler((error) => exporter.failedWith(error));
  const restore = postgres.tracePostgres();
  return {
    stop: async () => {
      restore();
      await flushTime.execute(() => provider.shutdown()).catch(() => undefined);
      trace.disable();
      propagation.disable();
      context.disable();
      diag.disable();
    },
  };
}

/** Logs once per outage of the collector, not once per batch. */
class ReportingExporter implements SpanExporter {
  private failing = false;

  constructor(
    private readonly inner: SpanExporter,
    private readonly report: (problem: string) => void,
  ) {}

  export(spans: ReadableSpan[], done: Parameters<SpanExporter['export']>[1]): void {
    this.inner.export(spans, (result) => {
      if (result.error === undefined) this.failing = false;
      else this.failedWith(result.error);
      done(result);
    });
  }

  failedWith(error: unknown): void {
    const { name, message, code } = (error ?? {}) as NodeJS.ErrnoException;
    if (!this.failing) this.report(`traces cannot be sent: ${code ?? message ?? name ?? 'unknown'}`);
    this.failing = true;
  }

  shutdown(): Promise<void> {
    return this.inner.shutdown();
  }

  async forceFlush(): Promise<void> {
    await this.inner.forceFlush?.();
  }
}
