import { Module } from '@nestjs/common';
import { PipelineModule } from '../../pipeline/pipeline.module';
import { BatchTaxSummaryController } from './batch/batch-tax-summary.controller';
import { BatchTaxSummaryService } from './batch/batch-tax-summary.service';
import { CalculateController } from './calculate/calculate.controller';
import { CalculateService } from './calculate/calculate.service';
import { ToolComparisonController } from './cross-tool/tool-comparison.controller';
import { ToolComparisonService } from './cross-tool/tool-comparison.service';
import { FilingController } from './filing/filing.controller';
import { FilingService } from './filing/filing.service';
import { GenerateController } from './generate/generate.controller';
import { GenerateService } from './generate/generate.service';
import { ReportsProcessor } from './generate/reports.processor';
import { LawComparisonController } from './law/law-comparison.controller';
import { LawComparisonService } from './law/law-comparison.service';
import { LawController } from './law/law.controller';
import { PostedService } from './calculate/posted.service';
import { TaxLedgerService } from './tax-ledger.service';
import { TaxExportController } from './reports/tax-export.controller';
import { TaxFilesService } from './reports/tax-files.service';
import { TaxReportsController } from './reports/tax-reports.controller';
import { TaxReportsService } from './reports/tax-reports.service';
import { WashSalesService } from './wash-sales/wash-sales.service';

@Module({
  imports: [PipelineModule],
  controllers: [
    TaxReportsController,
    GenerateController,
    FilingController,
    LawController,
    LawComparisonController,
    ToolComparisonController,
    CalculateController,
    TaxExportController,
    BatchTaxSummaryController,
  ],
  providers: [
    TaxLedgerService,
    WashSalesService,
    TaxReportsService,
    TaxFilesService,
    FilingService,
    LawComparisonService,
    ToolComparisonService,
    BatchTaxSummaryService,
    CalculateService,
    GenerateService,
    PostedService,
    ReportsProcessor,
  ],
})
export class TaxModule {}
