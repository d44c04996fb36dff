import { Global, Module } from '@nestjs/common';
import { AcceptedForms } from '../../ports/accepted-forms';
import { BrokerFormsController } from './broker-forms.controller';
import { BrokerFormsRepository } from './broker-forms.repository';
import { BrokerFormsService } from './broker-forms.service';
import { OwnRecords } from './own-records.service';
import { StoredAcceptedForms } from './stored-accepted-forms';

/** Global, because forms of any wallet find the port by injection. */
@Global()
@Module({
  controllers: [BrokerFormsController],
  providers: [
    BrokerFormsRepository,
    BrokerFormsService,
    OwnRecords,
    { provide: AcceptedForms, useClass: StoredAcceptedForms },
  ],
  exports: [AcceptedForms],
})
export class BrokerFormsModule {}
