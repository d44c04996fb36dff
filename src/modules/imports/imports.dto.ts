import { UploadedFile } from '../../http/body/multipart';
import { field, Rejected, type FieldParser } from '../../http/validation/field';
import { ChainField } from '../../http/validation/fields';
import { boolean } from '../../http/validation/parsers';

const MAX_FILES = 5;

const files: FieldParser<UploadedFile[]> = (raw) => {
  const given = Array.isArray(raw) ? (raw as unknown[]) : [];
  const found = given.filter((file): file is UploadedFile => file instanceof UploadedFile);
  if (found.length === 0 || found.length < given.length)
    return new Rejected('list_type', 'Input should be 1 to 5 files of a form');
  if (found.length <= MAX_FILES) return found;
  return new Rejected(
    'too_long',
    `List should have at most ${MAX_FILES} items after validation, not ${found.length}`,
  );
};

/** Forms have no booleans, only words. */
const words: FieldParser<boolean> = (raw, context, name) =>
  boolean(raw, { ...context, source: 'query' }, name);

export class ImportRequest {
  @field(
    files,
    { required: true, description: '1 to 5 CSV files as an explorer exports them, or in the generic format' },
    { type: 'array', items: { type: 'string', format: 'binary' }, minItems: 1, maxItems: MAX_FILES },
  )
  file!: UploadedFile[];

  @ChainField({ description: 'the chain the files are of; default ethereum' })
  chain: string = 'ethereum';

  @field(words, { description: 'only report, store nothing; default false' }, { type: 'boolean' })
  dry_run: boolean = false;
}
