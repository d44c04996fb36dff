import { ISSUE_TYPE_NAMES, type IssueType } from '../../../domain/portfolio/issues/issue';
import type { Address } from '../../../domain/kernel/address';
import { CursorPageQuery } from '../../../http/queries/cursor';
import { IsAddress, IsOneOf, IsTaxYear } from '../../../http/validation/fields';

export class IssuesQuery extends CursorPageQuery {
  @IsAddress({ description: 'only this wallet or exchange account; default: all that are linked' })
  address?: Address;

  @IsTaxYear({
    description: 'only issues whose effect falls in this year, and those that can affect any year',
  })
  tax_year?: number;

  @IsOneOf(ISSUE_TYPE_NAMES, { description: 'only issues of this type', example: 'missing_basis' })
  type?: IssueType;
}
