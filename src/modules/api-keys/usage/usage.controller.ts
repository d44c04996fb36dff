import { Controller, Get, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Principal } from '../../../domain/access/principal';
import { Caller, UserNeeds } from '../../../http/auth/decorators';
import { Context, RequestContext } from '../../../http/request-context';
import { UsageQuery } from '../api-keys.dto';
import { UsageService } from './usage.service';

@ApiTags('Usage')
@Controller('api/v1/usage')
export class UsageController {
  constructor(private readonly usage: UsageService) {}

  /** Get the usage and the limits of the account */
  @Get()
  @UserNeeds()
  getUsage(@Caller() caller: Principal, @Query() query: UsageQuery, @Context() context: RequestContext) {
    return this.usage.mine(caller, query.days, context);
  }
}
