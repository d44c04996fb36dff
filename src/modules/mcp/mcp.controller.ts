import { Body, Controller, Get, Post, Req, Res, UseGuards } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { Config } from '../../config/env';
import { PERMISSION_NAMES } from '../../domain/access/permissions';
import type { Principal } from '../../domain/access/principal';
import { AppError } from '../../domain/kernel/errors';
import { METADATA_PATH } from '../../http/auth/challenge';
import { apiKeyOf } from '../../http/auth/credential';
import { Caller, Heavy, KeyOnly, Public } from '../../http/auth/decorators';
import { Weight } from '../../http/rate-limit/rate-limit.guard';
import { Context, RequestContext } from '../../http/request-context';
import { McpOriginGuard } from './mcp-origin.guard';
import { MAX_MESSAGES, McpService, weightOf } from './mcp.service';

/** JSON-RPC of the Model Context Protocol, which has a description of its own (`tools/list`). */
@ApiExcludeController()
@Controller('mcp')
@KeyOnly()
@Heavy()
@UseGuards(McpOriginGuard)
export class McpController {
  constructor(private readonly mcp: McpService) {}

  /** Answer one message or a few; there is no stream from the service, so that GET is refused */
  @Post()
  @Weight(weightOf)
  async receiveMessage(
    @Body() body: unknown,
    @Caller() principal: Principal,
    @Context() { signal }: RequestContext,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    const key = apiKeyOf(request);
    if (principal.kind !== 'api_key' || key === null) throw new AppError('UNAUTHORIZED');
    if (Array.isArray(body) && (body.length === 0 || body.length > MAX_MESSAGES))
      throw new AppError('INVALID_REQUEST', undefined, {
        message: `One to ${MAX_MESSAGES} messages in one request`,
      });
    await this.mcp.answer(request, response, body, { principal, key, signal });
  }
}

/**
 * What a client reads after a 401 of `/mcp`: where credentials go, and which permissions there are. API keys are the
 * only credentials: there is no authorization server, so none is named.
 * @source RFC 9728; integrators.md 7.5
 */
@ApiExcludeController()
@Controller(METADATA_PATH.slice(1))
@Public()
export class McpMetadataController {
  constructor(private readonly config: Config) {}

  @Get()
  getMetadata(): ResourceMetadata {
    return this.metadata();
  }

  /** The place that RFC 9728 derives from a resource with a path. */
  @Get('mcp')
  getMetadataOfPath(): ResourceMetadata {
    return this.metadata();
  }

  private metadata(): ResourceMetadata {
    const base = this.config.PUBLIC_BASE_URL.replace(/\/+$/, '');
    return {
      resource: `${base}/mcp`,
      resource_name: 'Cost basis service',
      bearer_methods_supported: ['header'],
      scopes_supported: PERMISSION_NAMES,
      resource_documentation: `${base}/api/docs`,
    };
  }
}

interface ResourceMetadata {
  resource: string;
  resource_name: string;
  bearer_methods_supported: readonly string[];
  scopes_supported: readonly string[];
  resource_documentation: string;
}
