import { Controller, Get, Query, UseInterceptors } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Heavy, InSpace, UserNeeds } from '../../../http/auth/decorators';
import { fileResponse, Responds } from '../../../http/openapi/documented';
import { Context, RequestContext } from '../../../http/request-context';
import { EntryId } from '../entry-routes';
import { TaxpayerZoneInterceptor } from '../settings/taxpayer-zone.interceptor';
import { InstructionFileQuery } from './broker-instructions.dto';
import { BrokerInstructionsService } from './broker-instructions.service';
import { BrokerInstructionsResponse } from './broker-instructions.shapes.dto';

/** Sheets that tell a broker which units leave an account: from 2027 on own books alone do not decide there. */
@ApiTags('Manual entries')
@Controller('api/v1/broker-instructions')
@InSpace()
@UseInterceptors(TaxpayerZoneInterceptor)
export class BrokerInstructionsController {
  constructor(private readonly instructions: BrokerInstructionsService) {}

  /**
   * Get the instructions for a broker
   *
   * @remarks For an election, a standing selection or a lot selection of an account at a broker: its lots, the words or the
   * menu, and what the broker confirms. Give it before the sale, then record when the broker was told.
   */
  @Get(':entry_id')
  @Heavy()
  @UserNeeds('read:lots')
  @Responds(BrokerInstructionsResponse)
  getBrokerInstructions(@EntryId() entryId: string, @Context() context: RequestContext) {
    return this.instructions.of(entryId, context);
  }

  /**
   * Export the instructions for a broker as a file
   *
   * @remarks Formats: PDF with a line for the signature, CSV of the lots, or JSON.
   */
  @Get(':entry_id/export')
  @Heavy()
  @UserNeeds('read:lots')
  @Responds(fileResponse('application/pdf', 'text/csv', 'application/json'))
  exportBrokerInstructions(
    @EntryId() entryId: string,
    @Query() query: InstructionFileQuery,
    @Context() context: RequestContext,
  ) {
    return this.instructions.file(entryId, query.format, context);
  }
}
