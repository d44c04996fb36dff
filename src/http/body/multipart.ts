import busboy from 'busboy';
import { AppError } from '../../domain/kernel/errors';
import { Rejected, type Read } from '../validation/property';
import { sizeFlaw } from '../validation/readers';
import { ByteCollector } from './byte-collector';

export class UploadedFile {
  constructor(
    /** Given by the sender: never use it as a path. */
    readonly name: string,
    readonly bytes: Buffer,
  ) {}
}

/** A file field is a list, in the order sent. The last value of a repeated text field counts. */
export type FormBody = Record<string, string | UploadedFile[]>;

export const filesOf = (max: number, msg: string): Read => {
  const refused = new Rejected('list_type', msg);
  return (raw) =>
    Array.isArray(raw) && raw.length > 0 && raw.every((each) => each instanceof UploadedFile)
      ? (sizeFlaw(raw, 1, max) ?? raw)
      : refused;
};

const LIMITS = { files: 20, fields: 50, fieldSize: 64 * 1024, fieldNameSize: 100, headerPairs: 50 };

export class FormReader {
  private readonly form = new Map<string, string | UploadedFile[]>();
  private readonly parser: busboy.Busboy;
  private problem: AppError | null = null;

  /** @throws AppError INVALID_REQUEST for a content type without a boundary */
  constructor(contentType: string) {
    try {
      this.parser = busboy({ headers: { 'content-type': contentType }, limits: LIMITS });
    } catch {
      throw malformed('The form has no boundary');
    }
    this.parser.on('file', (name, stream, { filename }) => {
      const bytes = new ByteCollector();
      stream.on('data', (chunk: Buffer) => bytes.add(chunk));
      stream.on('end', () => this.addFile(name, new UploadedFile(filename ?? '', bytes.all())));
      // The parser itself reports a form that ends early. Its last file ends early as well.
      stream.on('error', () => undefined);
    });
    this.parser.on('field', (name, value, { valueTruncated }) => {
      if (valueTruncated) this.refuse('A field of the form is too long');
      else if (value.includes('\0')) this.refuse('Text should not contain NUL');
      else this.form.set(name, value);
    });
    this.parser.on('filesLimit', () => this.refuse('The form has too many files'));
    this.parser.on('fieldsLimit', () => this.refuse('The form has too many fields'));
    this.parser.on('error', () => this.refuse('The form is malformed'));
  }

  /** @throws AppError INVALID_REQUEST for a malformed form or one with too many parts */
  add(chunk: Buffer): void {
    if (this.problem) throw this.problem;
    this.parser.write(chunk);
  }

  /** @throws AppError as add */
  end(): Promise<FormBody> {
    return new Promise((resolve, reject) => {
      const settle = (): void =>
        this.problem ? reject(this.problem) : resolve(Object.fromEntries(this.form));
      if (this.problem) return settle();
      this.parser.on('error', settle);
      this.parser.on('close', settle);
      this.parser.end();
    });
  }

  private addFile(name: string, file: UploadedFile): void {
    const known = this.form.get(name);
    this.form.set(name, Array.isArray(known) ? [...known, file] : [file]);
  }

  private refuse(message: string): void {
    this.problem ??= malformed(message);
  }
}

const malformed = (message: string): AppError => new AppError('INVALID_REQUEST', undefined, { message });

export const isMultipart = (contentType: string): boolean =>
  /^\s*multipart\/form-data\s*(;|$)/i.test(contentType);
