import { Module } from '@nestjs/common';
import { PipelineModule } from '../../pipeline/pipeline.module';
import { CalculateController } from './calculate.controller';
import { CalculateService } from './calculate.service';
import { GenerateService } from './generate.service';
import { PostedService } from './posted.service';
import { TaxBooksService } from './tax-books.service';
import { TaxExportController } from './tax-export.controller';
import { TaxFilesService } from './tax-files.service';
import { TaxReportsController } from './tax-reports.controller';
import { TaxReportsService } from './tax-reports.service';

@Module({
  imports: [PipelineModule],
  controllers: [TaxReportsController, CalculateController, TaxExportController],
  providers: [
    TaxBooksService,
    TaxReportsService,
    TaxFilesService,
    CalculateService,
    GenerateService,
    PostedService,
  ],
})
export class TaxModule {}
