import { Body, Controller, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Heavy, SessionOnly } from '../../http/auth/decorators';
import { Fails } from '../../http/openapi/documented';
import { Context, RequestContext } from '../../http/request-context';
import { BasisService } from './basis.service';
import { entryRoutes } from './entry-routes';
import { BasisAssignmentInput } from './manual-entries.dto';
import { toBasisAssignment } from './manual-entries.presenter';
import { ManualEntriesService } from './manual-entries.service';
import { BasisAssignmentShape, type CreatedBasisAssignmentResponse } from './manual-entries.shapes.dto';

/** Cost basis that the owner assigns to lots. */
@ApiTags('Manual entries')
@Controller('api/v1/manual-entries/basis-assignments')
export class BasisAssignmentsController extends entryRoutes(
  'basis_assignment',
  BasisAssignmentShape,
  toBasisAssignment,
) {
  constructor(
    protected readonly entries: ManualEntriesService,
    private readonly basis: BasisService,
  ) {
    super();
  }

  /**
   * Assign a cost basis to a lot
   *
   * @remarks Fails when the lot already has an assignment.
   */
  @Post()
  @Heavy()
  @SessionOnly()
  @Fails('WALLET_NOT_FOUND', 'LOT_NOT_FOUND', 'CONFLICT', 'INVALID_ADDRESS')
  createBasisAssignment(
    @Body() body: BasisAssignmentInput,
    @Context() context: RequestContext,
  ): Promise<CreatedBasisAssignmentResponse> {
    return this.basis.create(body, context);
  }
}
