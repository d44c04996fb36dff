import { DATE_ORDERS, type DateOrder } from '../../domain/exchanges';
import { IsChain, IsOneOf, IsText } from '../../http/validation/fields';
import { filesOf, type UploadedFile } from '../../http/body/multipart';
import { Property, Rejected, type Read } from '../../http/validation/property';
import { booleanOfText } from '../../http/validation/readers';

const MAX_FILES = 5;
const LIMITS =
  'at most 32 MiB together (413), and no more rows than the plan stores: 50,000 to 1,000,000 (403, `details.limit`)';

const NOT_BOOLEAN = new Rejected(
  'bool_parsing',
  'Input should be a valid boolean, unable to interpret input',
);
/** Forms have no booleans, only words. */
const boolean: Read = (raw) => {
  const value = booleanOfText(raw);
  return typeof value === 'boolean' ? value : NOT_BOOLEAN;
};

/** 1 to 5 files. Property type `UploadedFile[]`. */
const IsFiles = (description: string) =>
  Property(
    filesOf(MAX_FILES, 'Input should be 1 to 5 files of a form'),
    { required: true, description },
    { type: 'array', items: { type: 'string', format: 'binary' }, minItems: 1, maxItems: MAX_FILES },
  );

const IsDryRun = () =>
  Property(boolean, { description: 'only report, store nothing; default false' }, { type: 'boolean' });

export class ImportRequest {
  @IsFiles(`1 to 5 CSV files as an explorer exports them, or in the generic format; ${LIMITS}`)
  file!: UploadedFile[];

  @IsChain({ description: 'the chain the files are of; default ethereum' })
  chain: string = 'ethereum';

  @IsDryRun()
  dry_run: boolean = false;
}

export class ExchangeImportRequest {
  @IsFiles(
    `1 to 5 files as the exchange exports them (CSV, Excel .xlsx, zip of these), or in the generic format; ${LIMITS}`,
  )
  file!: UploadedFile[];

  @IsText({ max: 100, description: 'the account of the files; without it one is made' })
  account_id?: string;

  @IsText({
    max: 40,
    description:
      'of the account that is made, for example `kraken`; without it the one that the layout of the files names',
  })
  exchange?: string;

  @IsText({ max: 100, description: 'of the account that is made' })
  label: string = '';

  @IsOneOf(DATE_ORDERS, {
    description:
      'order of dates such as 05/06/2024, for files in which every such date can be read both ways',
  })
  date_order?: DateOrder;

  @IsDryRun()
  dry_run: boolean = false;
}
