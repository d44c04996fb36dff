import { Global, Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { RequestLog } from '../../ports/storage/requests/request-log';
import { AuditChainRepository } from './audit-chain.repository';
import {
  AuditCheckpointEntity,
  AuditErasureEntity,
  AuditHeadEntity,
  AuditLogEntity,
} from './audit-log.entity';
import { AuditLogsController } from './audit-logs.controller';
import { AuditLogsRepository } from './audit-logs.repository';
import { AuditService } from './audit.service';
import { BatchedRequestLog } from './batched-request-log';

/** Global for its one port. */
@Global()
@Module({
  imports: [
    TypeOrmModule.forFeature([AuditLogEntity, AuditHeadEntity, AuditCheckpointEntity, AuditErasureEntity]),
  ],
  controllers: [AuditLogsController],
  providers: [
    AuditChainRepository,
    AuditLogsRepository,
    AuditService,
    BatchedRequestLog,
    { provide: RequestLog, useExisting: BatchedRequestLog },
  ],
  exports: [RequestLog],
})
export class AuditModule {}
