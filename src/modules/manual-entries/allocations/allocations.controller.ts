import { Body, Controller, Delete, Get, Post, Query, UseInterceptors } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Heavy, InSpace, SessionOnly, UserNeeds } from '../../../http/auth/decorators';
import { Fails, Responds } from '../../../http/openapi/documented';
import { Context, RequestContext } from '../../../http/request-context';
import { CreatesEntry, EntryId } from '../entry-routes';
import { ManualEntriesService } from '../manual-entries.service';
import { PreviewQuery } from '../manual-entries.dto';
import { DeactivatedResponse } from '../manual-entries.shapes.dto';
import { AllocationInput, AllocationsQuery } from './allocations.dto';
import { toAllocation } from './allocations.presenter';
import { AllocationsService } from './allocations.service';
import { AllocationResponse, CreatedAllocationResponse } from './allocations.shapes.dto';
import { TaxpayerZoneInterceptor } from '../settings/taxpayer-zone.interceptor';

/** Unused basis at the start of 2025, allocated to wallets (Rev. Proc. 2024-28). */
@ApiTags('Manual entries')
@Controller('api/v1/basis-allocations')
@InSpace('decision')
@UseInterceptors(TaxpayerZoneInterceptor)
export class AllocationsController {
  constructor(
    private readonly entries: ManualEntriesService,
    private readonly allocations: AllocationsService,
  ) {}

  /** List allocations, oldest first */
  @Get()
  @UserNeeds('read:tax-reports')
  @Responds([AllocationResponse])
  listBasisAllocations(@Query() query: AllocationsQuery, @Context() context: RequestContext) {
    return this.entries.list('basis_allocation', toAllocation, query, context);
  }

  /**
   * Record an allocation of unused basis
   *
   * @remarks The ledger of 2025 begins with these lots. Units must agree with those that each wallet holds in the ledger; a
   * wallet without earlier history gets them as its opening position. The service never invents an allocation: without
   * one, lots stay where they are.
   */
  @Post()
  @CreatesEntry(CreatedAllocationResponse, 'RESOURCE_NOT_FOUND')
  createBasisAllocation(
    @Body() body: AllocationInput,
    @Query() { preview }: PreviewQuery,
    @Context() context: RequestContext,
  ) {
    return this.allocations.create(body, preview, context);
  }

  /**
   * Withdraw an allocation
   *
   * @remarks An allocation cannot be changed after the first sale, disposition or transfer of such units in 2025 or later:
   * 409. The record is kept.
   */
  @Delete(':entry_id')
  @Heavy()
  @SessionOnly()
  @Responds(DeactivatedResponse)
  @Fails('CONFLICT')
  withdrawBasisAllocation(@EntryId() entryId: string, @Context() context: RequestContext) {
    return this.allocations.withdraw(entryId, context);
  }
}
