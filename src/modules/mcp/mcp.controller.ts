import { Body, Controller, Post, Req, Res, UseGuards } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import type { Principal } from '../../domain/access/principal';
import { AppError } from '../../domain/kernel/errors';
import { apiKeyOf } from '../../http/auth/credential';
import { Caller, Heavy, KeyOnly } from '../../http/auth/decorators';
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
