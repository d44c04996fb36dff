import { Controller, Get, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Heavy, InSpace, UserNeeds } from '../../../http/auth/decorators';
import { Fails, Responds } from '../../../http/openapi/documented';
import { Context, RequestContext } from '../../../http/request-context';
import { IssuesQuery } from './issues.dto';
import { IssuesService } from './issues.service';
import { IssueResponse } from './issues.shapes.dto';

/** Problems in the stored data of a user. */
@ApiTags('Wallets')
@Controller('api/v1/issues')
@InSpace()
@Heavy()
export class IssuesController {
  constructor(private readonly issues: IssuesService) {}

  /**
   * List issues with their effect and fix
   *
   * @remarks Covers all linked wallets and exchange accounts, or one of them. Issues with the largest effect on gains come
   * first, those with an unknown effect last.
   */
  @Get()
  @UserNeeds('read:lots')
  @Responds([IssueResponse], 'syncStatus', 'limit', 'covers', 'counts', 'bound')
  @Fails('WALLET_NOT_FOUND')
  listIssues(@Query() query: IssuesQuery, @Context() context: RequestContext) {
    return this.issues.list(query, context);
  }
}
