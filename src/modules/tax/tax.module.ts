import { Module } from '@nestjs/common';
import { PipelineModule } from '../../pipeline/pipeline.module';
import { BatchTaxSummaryController } from './batch-tax-summary.controller';
import { BatchTaxSummaryService } from './batch-tax-summary.service';
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
  controllers: [TaxReportsController, CalculateController, TaxExportController, BatchTaxSummaryController],
  providers: [
    TaxBooksService,
    TaxReportsService,
    TaxFilesService,
    BatchTaxSummaryService,
    CalculateService,
    GenerateService,
    PostedService,
  ],
})
export class TaxModule {}
