import { Body, Controller, Inject, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { InSpace } from '../../http/auth/decorators';
import { Context, RequestContext } from '../../http/request-context';
import { BasisService } from './basis.service';
import { CreatesEntry, entryRoutes } from './entry-routes';
import { BasisAssignmentInput } from './manual-entries.dto';
import { toBasisAssignment } from './manual-entries.presenter';
import { BasisAssignmentShape, CreatedBasisAssignmentResponse } from './manual-entries.shapes.dto';

/** Cost basis that the owner assigns to lots. */
@ApiTags('Manual entries')
@Controller('api/v1/manual-entries/basis-assignments')
@InSpace('decision')
export class BasisAssignmentsController extends entryRoutes(
  'basis_assignment',
  BasisAssignmentShape,
  toBasisAssignment,
) {
  @Inject() private readonly basis!: BasisService;

  /**
   * Assign a cost basis to a lot
   *
   * @remarks Fails when the lot already has an assignment.
   */
  @Post()
  @CreatesEntry(CreatedBasisAssignmentResponse, 'LOT_NOT_FOUND')
  createBasisAssignment(@Body() body: BasisAssignmentInput, @Context() context: RequestContext) {
    return this.basis.create(body, context);
  }
}
