import { AppError } from '../../domain/kernel/errors';
import { inTurns } from '../../common/turns';
import type { BodyLease } from './body-budget';
import type { BodyRule } from './body-rules';
import { JsonMeter } from './json-meter';
import { parseJsonSliced } from './long-json';
import { FormReader, isMultipart } from './multipart';

/** Takes the decompressed bytes of one body as they arrive. */
export interface BodySink {
  /** @throws AppError for a body that is refused before it is whole */
  add(chunk: Buffer): void;
  /** The value of the whole body; undefined for an empty one. */
  end(): Promise<unknown>;
}

/**
 * The reader of a body under a path, by its content type.
 * @throws AppError INVALID_REQUEST for a content type that the path does not take
 */
export function sinkOf(
  rule: BodyRule,
  contentType: string | undefined,
  lease: BodyLease,
  signal: AbortSignal,
): BodySink {
  if (rule.isRaw) return new RawSink(lease);
  if (rule.takesForms && isMultipart(contentType ?? '')) return new FormSink(contentType ?? '', lease);
  if (rule.keepsBytes) return new JsonBytesSink(rule, contentType ?? '', lease);
  return new JsonSink(rule, contentType ?? '', lease, signal);
}

class RawSink implements BodySink {
  private readonly chunks: Buffer[] = [];

  constructor(private readonly lease: BodyLease) {}

  add(chunk: Buffer): void {
    this.lease.addBytes(chunk.length);
    this.chunks.push(chunk);
  }

  end(): Promise<Buffer> {
    return Promise.resolve(Buffer.concat(this.chunks));
  }
}

class FormSink implements BodySink {
  private readonly form: FormReader;
  private isEmpty = true;

  constructor(
    contentType: string,
    private readonly lease: BodyLease,
  ) {
    this.form = new FormReader(contentType);
  }

  add(chunk: Buffer): void {
    this.lease.addBytes(chunk.length);
    this.isEmpty = false;
    this.form.add(chunk);
  }

  end(): Promise<unknown> {
    return this.isEmpty ? Promise.resolve(undefined) : this.form.end();
  }
}

/** JSON that a thread parses: checked for its type, size and number of values only. */
class JsonBytesSink implements BodySink {
  private readonly meter: JsonMeter;
  private readonly chunks: Buffer[] = [];

  constructor(
    rule: BodyRule,
    private readonly contentType: string,
    private readonly lease: BodyLease,
  ) {
    this.meter = new JsonMeter(rule.limitValues);
  }

  add(chunk: Buffer): void {
    if (chunk.length === 0) return;
    if (this.chunks.length === 0) checkContentType(this.contentType);
    this.lease.addBytes(chunk.length);
    const before = this.meter.values;
    this.meter.add(chunk);
    this.lease.addValues(this.meter.values - before);
    this.chunks.push(chunk);
  }

  end(): Promise<Buffer> {
    return Promise.resolve(Buffer.concat(this.chunks));
  }
}

class JsonSink implements BodySink {
  private readonly meter: JsonMeter;
  private readonly decoder = new TextDecoder('utf-8', { fatal: true });
  private readonly pieces: string[] = [];
  private isEmpty = true;

  constructor(
    private readonly rule: BodyRule,
    private readonly contentType: string,
    private readonly lease: BodyLease,
    private readonly signal: AbortSignal,
  ) {
    this.meter = new JsonMeter(rule.limitValues);
  }

  add(chunk: Buffer): void {
    if (chunk.length === 0) return;
    if (this.isEmpty) checkContentType(this.contentType);
    this.isEmpty = false;
    this.lease.addBytes(chunk.length);
    const before = this.meter.values;
    this.meter.add(chunk);
    this.lease.addValues(this.meter.values - before);
    this.pieces.push(this.decode(chunk));
  }

  async end(): Promise<unknown> {
    if (this.isEmpty) return undefined;
    this.pieces.push(this.decode());
    return inTurns(parseJsonSliced(this.pieces.join(''), this.rule.keepDigits), this.signal);
  }

  private decode(chunk?: Buffer): string {
    try {
      return this.decoder.decode(chunk, { stream: chunk !== undefined });
    } catch {
      throw invalid('The body is not valid UTF-8');
    }
  }
}

function checkContentType(given: string): void {
  const [type = '', ...parameters] = given.split(';').map((part) => part.trim().toLowerCase());
  if (!/^application\/([\w.+-]+\+)?json$/.test(type))
    throw invalid('Content-Type should be application/json');
  const charset = parameters.find((parameter) => parameter.startsWith('charset='))?.slice('charset='.length);
  if (charset !== undefined && !['utf-8', 'utf8', 'us-ascii'].includes(charset.replaceAll('"', '')))
    throw invalid('The charset should be utf-8');
}

const invalid = (message: string): AppError => new AppError('INVALID_REQUEST', undefined, { message });
