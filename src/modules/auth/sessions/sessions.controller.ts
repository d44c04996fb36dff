import { Controller, Delete, Get, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Principal } from '../../../domain/access/principal';
import { Caller, SessionOnly } from '../../../http/auth/decorators';
import { Responds } from '../../../http/openapi/documented';
import type { Reply } from '../../../http/reply';
import { PageQuery, PathId } from '../../../http/validation/fields';
import { SessionResponse } from './sessions.shapes.dto';
import { SessionsService } from './sessions.service';

/** Sessions of the caller. */
@ApiTags('Authentication')
@Controller('api/v1/auth/sessions')
@SessionOnly()
export class SessionsController {
  constructor(private readonly sessions: SessionsService) {}

  /**
   * List the sessions of the account
   *
   * @remarks Live sessions, newest first. `is_current` marks the session of the request.
   */
  @Get()
  @Responds([SessionResponse])
  listSessions(@Caller() caller: Principal, @Query() query: PageQuery): Promise<Reply<SessionResponse[]>> {
    return this.sessions.list(caller, query);
  }

  /**
   * End a session of the account
   *
   * @remarks Its tokens are refused from now on. The session of the request may be ended too.
   */
  @Delete(':session_id')
  endSession(@Caller() caller: Principal, @PathId('session_id', 'RESOURCE_NOT_FOUND', 'session') id: string) {
    return this.sessions.endOne(caller, id);
  }
}
