import busboy from 'busboy';
import { AppError } from '../../domain/kernel/errors';

/** One file of a form, whole. */
export class UploadedFile {
  constructor(
    /** As the sender calls it; never a path to be used. */
    readonly name: string,
    readonly bytes: Buffer,
  ) {}
}

/** A file field is a list, in the order sent; of a text field sent twice the last one counts. */
export type FormBody = Record<string, string | UploadedFile[]>;

/** Far above what any form of the API has; what is beyond is refused. */
const LIMITS = { files: 20, fields: 50, fieldSize: 64 * 1024, fieldNameSize: 100, headerPairs: 50 };

/**
 * The fields and files of a `multipart/form-data` body.
 * @throws AppError INVALID_REQUEST for a malformed form or one with too many parts
 */
export function readMultipart(bytes: Buffer, contentType: string): Promise<FormBody> {
  return new Promise((resolve, reject) => {
    const form = new Map<string, string | UploadedFile[]>();
    const refuse = (message: string) => reject(new AppError('INVALID_REQUEST', undefined, { message }));
    let parser: busboy.Busboy;
    try {
      parser = busboy({ headers: { 'content-type': contentType }, limits: LIMITS });
    } catch {
      return refuse('The form has no boundary');
    }
    parser.on('file', (name, stream, { filename }) => {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const known = form.get(name);
        const file = new UploadedFile(filename ?? '', Buffer.concat(chunks));
        form.set(name, Array.isArray(known) ? [...known, file] : [file]);
      });
      // A form that breaks off breaks its last file off too; the parser itself reports it.
      stream.on('error', () => undefined);
    });
    parser.on('field', (name, value, { valueTruncated }) => {
      if (valueTruncated) refuse('A field of the form is too long');
      else if (value.includes('\0')) refuse('Text should not contain NUL');
      else form.set(name, value);
    });
    parser.on('filesLimit', () => refuse('The form has too many files'));
    parser.on('fieldsLimit', () => refuse('The form has too many fields'));
    parser.on('error', () => refuse('The form is malformed'));
    parser.on('close', () => resolve(Object.fromEntries(form)));
    parser.end(bytes);
  });
}

export const isMultipart = (contentType: string): boolean =>
  /^\s*multipart\/form-data\s*(;|$)/i.test(contentType);
