import { DATE_ORDERS, type DateOrder } from '../../domain/exchanges';
import { filesOf, type UploadedFile } from '../body/multipart';
import { IsOneOf, IsTaxYear } from '../validation/fields';
import { Property } from '../validation/property';

const MAX_FILES = 5;

export class ToolComparisonRequest {
  @Property(
    filesOf(MAX_FILES, 'Input should be 1 to 5 files of a form'),
    {
      required: true,
      description:
        '1 to 5 files of one tool in US dollars: Koinly capital gains and income, CoinTracker capital gains, or a TurboTax CSV; CSV, Excel .xlsx or zip, together at most 32 MiB and 100,000 rows',
    },
    { type: 'array', items: { type: 'string', format: 'binary' }, minItems: 1, maxItems: MAX_FILES },
  )
  file!: UploadedFile[];

  @IsOneOf(DATE_ORDERS, {
    description:
      'order of dates such as 05/06/2024, for files in which every such date can be read both ways',
  })
  date_order?: DateOrder;
}

export class ToolComparisonQuery {
  @IsTaxYear({ description: 'default: the years of the files' })
  tax_year?: number;
}

/** Files that the reader takes away. */
export const toolFilesOf = ({ file, date_order: order }: ToolComparisonRequest) =>
  file.map(({ bytes, name }) => ({ bytes, name, order }));
