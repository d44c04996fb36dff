import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { PipelineModule } from '../../pipeline/pipeline.module';
import { PortfolioAddressEntity } from './portfolio-address.entity';
import { PortfolioLedgers } from './portfolio-ledgers.service';
import { PortfolioReportsController } from './portfolio-reports.controller';
import { PortfolioReportsService } from './portfolio-reports.service';
import { PortfolioEntity } from './portfolio.entity';
import { PortfolioRepository } from './portfolio.repository';
import { PortfoliosController } from './portfolios.controller';
import { PortfoliosService } from './portfolios.service';

@Module({
  imports: [PipelineModule, TypeOrmModule.forFeature([PortfolioEntity, PortfolioAddressEntity])],
  controllers: [PortfoliosController, PortfolioReportsController],
  providers: [PortfolioRepository, PortfoliosService, PortfolioLedgers, PortfolioReportsService],
})
export class PortfoliosModule {}
