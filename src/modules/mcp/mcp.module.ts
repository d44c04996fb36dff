import { Module } from '@nestjs/common';
import { Confirmations } from './confirmations';
import { McpController, McpMetadataController } from './mcp.controller';
import { McpService } from './mcp.service';
import { OwnApi } from './own-api';
import { ToolRunner } from './tool-runner';

/** The Model Context Protocol at /mcp: tools for language models, over the routes of this service. */
@Module({
  controllers: [McpController, McpMetadataController],
  providers: [McpService, ToolRunner, OwnApi, Confirmations],
})
export class McpModule {}
