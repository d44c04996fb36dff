import { Module } from '@nestjs/common';
import { BrokerFormsController } from './broker-forms.controller';
import { BrokerFormsRepository } from './broker-forms.repository';
import { BrokerFormsService } from './broker-forms.service';

@Module({
  controllers: [BrokerFormsController],
  providers: [BrokerFormsRepository, BrokerFormsService],
})
export class BrokerFormsModule {}
