import { Body, Controller, Delete, Get, HttpCode, Post, Put, Query } from '@nestjs/common';
import { ApiBody, ApiConsumes, ApiTags } from '@nestjs/swagger';
import type { Principal } from '../../domain/access/principal';
import { Caller, Heavy, InSpace, SessionOnly, UserNeeds } from '../../http/auth/decorators';
import { Fails, Responds } from '../../http/openapi/documented';
import { Context, RequestContext } from '../../http/request-context';
import { PathId } from '../../http/validation/fields';
import {
  ApplyQuery,
  BrokerFormRequest,
  BrokerFormsQuery,
  BrokerReconciliationQuery,
  OwnSalesRequest,
} from './broker-forms.dto';
import { BrokerFormsService } from './broker-forms.service';
import {
  AppliedFormResponse,
  BrokerFormDeletedResponse,
  BrokerFormDetailResponse,
  BrokerFormResponse,
  BrokerReconciliationResponse,
} from './broker-forms.shapes.dto';
import { Idempotent } from '../../http/idempotent';

const FormId = () => PathId('form_id', 'RESOURCE_NOT_FOUND', 'broker_form');

/** Forms 1099-DA: import, compare with the own records, accept for Form 8949. */
@ApiTags('Broker forms')
@Controller('api/v1/broker-forms')
@InSpace('decision')
@Heavy()
export class BrokerFormsController {
  constructor(private readonly forms: BrokerFormsService) {}

  /** List imported forms, oldest first */
  @Get()
  @UserNeeds('read:tax-reports')
  @Responds([BrokerFormResponse])
  listBrokerForms(@Caller() caller: Principal, @Query() query: BrokerFormsQuery) {
    return this.forms.list(caller, query);
  }

  /**
   * Import a Form 1099-DA
   *
   * @remarks A file (`multipart/form-data`), or rows with one field for each box. A corrected form names the form that it
   * replaces; that one is kept. A form has at most 32 MiB, and 10,000 rows as JSON; the forms of a year have at most
   * 50,000 rows and own sales together, and an account has 200 forms (403 `FORBIDDEN`).
   */
  @Post()
  @Idempotent()
  @SessionOnly()
  @ApiConsumes('multipart/form-data', 'application/json')
  @ApiBody({ type: BrokerFormRequest })
  @Fails('RESOURCE_NOT_FOUND', 'CONFLICT')
  importBrokerForm(@Context() context: RequestContext, @Body() body: object | undefined) {
    return this.forms.add(context, body);
  }

  /**
   * Compare the forms of a year with the own records
   *
   * @remarks Totals first, then each difference with one reason. The differences add up to the difference of the totals.
   * The own records of a form without stated sales are those of the connected account that it names.
   */
  @Get('reconciliation')
  @UserNeeds('read:tax-reports')
  @Responds(BrokerReconciliationResponse, 'limit')
  reconcileBrokerForms(@Context() context: RequestContext, @Query() query: BrokerReconciliationQuery) {
    return this.forms.reconciliation(context, query.tax_year);
  }

  /** Get a form with all its boxes */
  @Get(':form_id')
  @UserNeeds('read:tax-reports')
  getBrokerForm(@Caller() caller: Principal, @FormId() id: string): Promise<BrokerFormDetailResponse> {
    return this.forms.get(caller, id);
  }

  /**
   * Delete a form
   *
   * @remarks The form that it corrected counts again, and has to be accepted anew.
   */
  @Delete(':form_id')
  @SessionOnly()
  deleteBrokerForm(@Caller() caller: Principal, @FormId() id: string): Promise<BrokerFormDeletedResponse> {
    return this.forms.remove(caller, id);
  }

  /**
   * State the own records of the account
   *
   * @remarks Replaces the sales that the form is compared with.
   */
  @Put(':form_id/own-sales')
  @SessionOnly()
  setOwnSales(@Caller() caller: Principal, @FormId() id: string, @Body() body: OwnSalesRequest) {
    return this.forms.setOwnSales(caller, id, body);
  }

  /**
   * Accept a form for Form 8949
   *
   * @remarks Columns (d) and, where it was reported, (e) are those of the broker. Columns (f) and (g) correct them: B basis,
   * E expenses, M several transactions, O other, T term, W wash sale. A form that names a connected account replaces the
   * rows of that account on its Form 8949, in every format, and on Schedule D.
   */
  @Post(':form_id/apply')
  @Idempotent()
  @HttpCode(200)
  @SessionOnly()
  @Responds(AppliedFormResponse, 'limit')
  applyBrokerForm(@Context() context: RequestContext, @FormId() id: string, @Query() query: ApplyQuery) {
    return this.forms.apply(context, id, query.preview);
  }

  /** Undo the acceptance of a form */
  @Delete(':form_id/apply')
  @SessionOnly()
  undoBrokerForm(@Caller() caller: Principal, @FormId() id: string): Promise<BrokerFormResponse> {
    return this.forms.undo(caller, id);
  }
}
