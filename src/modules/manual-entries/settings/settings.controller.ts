import { Body, Controller, Delete, Get, Put } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { InSpace, SessionOnly, UserNeeds } from '../../../http/auth/decorators';
import { Responds } from '../../../http/openapi/documented';
import { Context, RequestContext } from '../../../http/request-context';
import { TaxSettingsInput } from './settings.dto';
import { TaxSettingsService } from './settings.service';
import { TaxSettingsResponse } from './settings.shapes.dto';

/** Zone, policies and filing status of the taxpayer. */
@ApiTags('Manual entries')
@Controller('api/v1/tax-settings')
@InSpace('decision')
export class TaxSettingsController {
  constructor(private readonly settings: TaxSettingsService) {}

  /** Get the settings of the taxpayer */
  @Get()
  @UserNeeds('read:tax-reports')
  @Responds(TaxSettingsResponse)
  getTaxSettings(@Context() { principal }: RequestContext) {
    return this.settings.get(principal);
  }

  /**
   * Change the settings of the taxpayer
   *
   * @remarks Fields that are not given keep their values. Every answer, form and file of the caller is computed again; a
   * filed year keeps its report and gets an issue. Former settings are kept.
   */
  @Put()
  @SessionOnly()
  @Responds(TaxSettingsResponse)
  updateTaxSettings(@Body() body: TaxSettingsInput, @Context() { principal }: RequestContext) {
    return this.settings.update(principal, body);
  }

  /** Reset the settings of the taxpayer to those of the server */
  @Delete()
  @SessionOnly()
  @Responds(TaxSettingsResponse)
  resetTaxSettings(@Context() { principal }: RequestContext) {
    return this.settings.reset(principal);
  }
}
