import { Body, Controller, Delete, Get, Post, Query } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { Heavy, SessionOnly, UserNeeds } from '../../http/decorators';
import { PathId } from '../../http/fields';
import { Context, RequestContext } from '../../http/request-context';
import { BasisService } from './basis.service';
import { BasisAssignmentInput, ManualEntriesQuery } from './manual-entries.dto';
import { toBasisAssignment } from './manual-entries.presenter';
import { ManualEntriesService } from './manual-entries.service';
import {
  BasisAssignmentShape,
  type CreatedBasisAssignmentBody,
  type DeactivatedBody,
} from './manual-entries.shapes.dto';

/** What lots cost, said by their owner. */
@ApiTags('manual entries')
@Controller('api/v1/manual-entries/basis-assignments')
export class BasisAssignmentsController {
  constructor(
    private readonly entries: ManualEntriesService,
    private readonly basis: BasisService,
  ) {}

  @Get()
  @UserNeeds('read:lots')
  @ApiOkResponse({ type: BasisAssignmentShape, isArray: true })
  list(@Query() query: ManualEntriesQuery, @Context() context: RequestContext) {
    return this.entries.list('basis_assignment', toBasisAssignment, query, context);
  }

  /** Say what a lot cost; what was said before is withdrawn first. */
  @Post()
  @Heavy()
  @SessionOnly()
  create(
    @Body() body: BasisAssignmentInput,
    @Context() context: RequestContext,
  ): Promise<CreatedBasisAssignmentBody> {
    return this.basis.create(body, context);
  }

  /** Withdraw it; the row is kept. */
  @Delete(':entry_id')
  @SessionOnly()
  deactivate(
    @PathId('entry_id', 'RESOURCE_NOT_FOUND', 'manual_entry') entryId: string,
    @Context() context: RequestContext,
  ): Promise<DeactivatedBody> {
    return this.entries.deactivate('basis_assignment', entryId, context);
  }
}
