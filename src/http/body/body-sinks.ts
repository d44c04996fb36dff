import { AppError } from '../../domain/kernel/errors';
import type { BodyLease } from './body-budget';
import { ByteCollector } from './byte-collector';
import type { BodyKind, BodyRule } from './body-rules';
import { decodeJson, parseJson } from './json';
import { JsonMeter } from './json-meter';
import { FormReader, isMultipart } from './multipart';

export interface BodySink {
  /** @throws AppError for a body that is refused before it is complete */
  add(chunk: Buffer): void;
  end(): Promise<unknown>;
}

type SinkOf = (rule: BodyRule, contentType: string, lease: BodyLease) => BodySink;

const SINKS: Readonly<Record<BodyKind, SinkOf>> = {
  json: (...body) => new JsonSink(false, ...body),
  'exact json': (...body) => new JsonSink(true, ...body),
  'json bytes': (...body) => new JsonBytesSink(...body),
  form: (_, ...body) => new FormSink(...body),
  'form or json': (rule, contentType, lease) =>
    isMultipart(contentType)
      ? new FormSink(contentType, lease)
      : new JsonSink(false, rule, contentType, lease),
  'form or json bytes': (rule, contentType, lease) =>
    isMultipart(contentType) ? new FormSink(contentType, lease) : new JsonBytesSink(rule, contentType, lease),
  bytes: (_, __, lease) => new RawSink(lease),
};

/** @throws AppError INVALID_REQUEST for a content type that the path does not take */
export const sinkOf: SinkOf = (rule, contentType, lease) => SINKS[rule.reads](rule, contentType, lease);

class RawSink implements BodySink {
  private readonly bytes = new ByteCollector();

  constructor(private readonly lease: BodyLease) {}

  add(chunk: Buffer): void {
    this.lease.addBytes(chunk.length);
    this.bytes.add(chunk);
  }

  end(): Promise<Buffer> {
    return Promise.resolve(this.bytes.all());
  }
}

class FormSink implements BodySink {
  private readonly form: FormReader;
  private isEmpty = true;

  constructor(
    contentType: string,
    private readonly lease: BodyLease,
  ) {
    if (!isMultipart(contentType)) throw invalid('Content-Type should be multipart/form-data');
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

/** Checks only type, size and number of values. A thread parses the JSON. */
class JsonBytesSink implements BodySink {
  private readonly meter: JsonMeter;
  private readonly bytes = new ByteCollector();
  private isEmpty = true;

  constructor(
    rule: BodyRule,
    private readonly contentType: string,
    private readonly lease: BodyLease,
  ) {
    this.meter = new JsonMeter(rule);
  }

  add(chunk: Buffer): void {
    if (chunk.length === 0) return;
    if (this.isEmpty) checkContentType(this.contentType);
    this.isEmpty = false;
    this.lease.addBytes(chunk.length);
    this.meter.add(chunk);
    this.bytes.add(chunk);
  }

  end(): Promise<Buffer> {
    return Promise.resolve(this.bytes.all());
  }
}

class JsonSink implements BodySink {
  private readonly bytes: JsonBytesSink;

  constructor(
    private readonly keepDigits: boolean,
    ...body: ConstructorParameters<typeof JsonBytesSink>
  ) {
    this.bytes = new JsonBytesSink(...body);
  }

  add(chunk: Buffer): void {
    this.bytes.add(chunk);
  }

  async end(): Promise<unknown> {
    const bytes = await this.bytes.end();
    return bytes.length === 0 ? undefined : parseJson(decodeJson(bytes), this.keepDigits);
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
