import { Module } from '@nestjs/common';
import { ExchangeImportsController } from './exchange-imports.controller';
import { ExchangeImportsService } from './exchange-imports.service';
import { ImportsController } from './imports.controller';
import { ImportsService } from './imports.service';

@Module({
  controllers: [ImportsController, ExchangeImportsController],
  providers: [ImportsService, ExchangeImportsService],
})
export class ImportsModule {}
