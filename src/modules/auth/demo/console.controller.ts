import { Controller, Get, HttpCode, Post, Req, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { Public } from '../../../http/auth/decorators';
import { ConsoleSettings, type ConsoleSettingsResponse } from './console-settings.service';
import { DemoSessions } from './demo-sessions.service';

/** What the console needs besides the API. Below /auth, where the refresh cookie is sent. Not part of the documented interface: docs/console.md describes it. */
@ApiExcludeController()
@Controller('api/v1/auth/console')
@Public()
export class ConsoleController {
  constructor(
    private readonly demo: DemoSessions,
    private readonly settings: ConsoleSettings,
  ) {}

  /** What the console offers to this request. */
  @Get()
  getSettings(@Req() request: Request): ConsoleSettingsResponse {
    return this.settings.of(request);
  }

  /** Opens a session of the demo account. Only for the console on this machine. */
  @Post('demo-session')
  @HttpCode(200)
  openDemo(@Req() request: Request, @Res({ passthrough: true }) response: Response) {
    return this.demo.open(request, response);
  }

  /** Removes what was written to the demo account. Only for the console on this machine. */
  @Post('demo-session/reset')
  @HttpCode(200)
  resetDemo(@Req() request: Request, @Res({ passthrough: true }) response: Response) {
    return this.demo.reset(request, response);
  }
}
