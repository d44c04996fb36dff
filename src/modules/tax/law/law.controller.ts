import { Controller, Get } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Public } from '../../../http/auth/decorators';
import { Responds } from '../../../http/openapi/documented';
import { toLawRegister } from '../../../presenters/filing/law.presenter';
import { LawRegisterResponse } from '../../../presenters/filing/law.shapes.dto';

/** The rules that the figures rest on, and those that are only proposed. */
@ApiTags('Tax reports')
@Controller('api/v1/law')
export class LawController {
  /**
   * Get the register of law
   *
   * @remarks Forms rest on laws, regulations and notices in force in their year, never on a bill.
   */
  @Get()
  @Public()
  @Responds(LawRegisterResponse)
  getLaw() {
    return toLawRegister();
  }
}
