import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface CollectedSpan {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  kind: number;
  status: { code?: number };
  attributes: Record<string, unknown>;
}

export interface Collector {
  url: string;
  spans: CollectedSpan[];
  /** Every byte that came, for what must not be among them. */
  received: string;
  /** The resource of the last batch. */
  resource: Record<string, unknown>;
  paths: Set<string>;
  close(): Promise<void>;
}

interface Pair {
  key: string;
  value: { stringValue?: string; intValue?: number | string; boolValue?: boolean };
}
interface Batch {
  resourceSpans: {
    resource: { attributes: Pair[] };
    scopeSpans: { spans: (Omit<CollectedSpan, 'attributes'> & { attributes: Pair[] })[] }[];
  }[];
}

/** A collector of OTLP over HTTP, as far as it takes what is sent. */
export async function startCollector(): Promise<Collector> {
  const collected: Omit<Collector, 'url' | 'close'> = {
    spans: [],
    received: '',
    resource: {},
    paths: new Set(),
  };
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const text = Buffer.concat(chunks).toString();
      collected.paths.add(`${request.method} ${request.url}`);
      collected.received += text;
      take(JSON.parse(text) as Batch, collected);
      response.writeHead(200, { 'Content-Type': 'application/json' }).end('{}');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return Object.assign(collected, {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  });
}

function take({ resourceSpans }: Batch, collected: Pick<Collector, 'spans' | 'resource'>): void {
  for (const { resource, scopeSpans } of resourceSpans) {
    collected.resource = flat(resource.attributes);
    for (const { spans } of scopeSpans)
      collected.spans.push(...spans.map((span) => ({ ...span, attributes: flat(span.attributes) })));
  }
}

const flat = (pairs: Pair[]): Record<string, unknown> =>
  Object.fromEntries(
    pairs.map(({ key, value }) => [key, value.stringValue ?? value.intValue ?? value.boolValue]),
  );
