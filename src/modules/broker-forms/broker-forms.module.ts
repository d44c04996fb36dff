import { Global, Module } from '@nestjs/common';
import { AcceptedForms } from '../../ports/accepted-forms';
import { BrokerFormsController } from './broker-forms.controller';
import { BrokerFormsRepository } from './broker-forms.repository';
import { BrokerFormsService } from './broker-forms.service';
import { EvidenceController } from './evidence/evidence.controller';
import { EvidenceProcessor } from './evidence/evidence.processor';
import { EvidenceService } from './evidence/evidence.service';
import { FiledFormService } from './evidence/filed-form.service';
import { FiledRowsRepository } from './evidence/filed-rows.repository';
import { SaleFactsService } from './evidence/sale-facts.service';
import { OwnRecords } from './own-records.service';
import { StoredAcceptedForms } from './stored-accepted-forms';

/** Global, because forms of any wallet find the port by injection. */
@Global()
@Module({
  controllers: [BrokerFormsController, EvidenceController],
  providers: [
    BrokerFormsRepository,
    BrokerFormsService,
    OwnRecords,
    EvidenceService,
    EvidenceProcessor,
    FiledFormService,
    FiledRowsRepository,
    SaleFactsService,
    { provide: AcceptedForms, useClass: StoredAcceptedForms },
  ],
  exports: [AcceptedForms],
})
export class BrokerFormsModule {}
