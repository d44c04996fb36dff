import { Body, Controller, Delete, Get, HttpCode, Post, Put, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Principal } from '../../domain/access/principal';
import { Caller, SessionOnly, SpaceOfPath, UserNeeds } from '../../http/auth/decorators';
import { Idempotent } from '../../http/idempotent';
import { Fails, Responds } from '../../http/openapi/documented';
import { type ObjectRequest, PageQuery, PathId, PathObject } from '../../http/validation/fields';
import { AcceptInvitationRequest, ChangeMemberRequest, InviteMemberRequest } from './members.dto';
import { MembersService } from './members.service';
import { SpaceInvitationResponse, SpaceMemberResponse } from './members.shapes.dto';

const SpaceParam = () => PathObject('portfolio_id', 'space');

/** Who may act in a space. */
@ApiTags('Spaces')
@Controller('api/v1/portfolios/:portfolio_id')
@SpaceOfPath('ownership')
export class SpaceMembersController {
  constructor(private readonly members: MembersService) {}

  /** List the members of a space, the owner first */
  @Get('members')
  @UserNeeds('write:portfolios')
  @Responds([SpaceMemberResponse])
  listSpaceMembers(@SpaceParam() { context }: ObjectRequest, @Query() query: PageQuery) {
    return this.members.list(context.principal, query);
  }

  /**
   * Change the role of a member
   *
   * @remarks The account that created the space stays its owner.
   */
  @Put('members/:user_id')
  @SessionOnly()
  @Responds(SpaceMemberResponse)
  changeSpaceMember(
    @SpaceParam() { context }: ObjectRequest,
    @PathId('user_id', 'RESOURCE_NOT_FOUND', 'space_member') userId: string,
    @Body() { role }: ChangeMemberRequest,
  ) {
    return this.members.change(context.principal, userId, role);
  }

  /**
   * Remove a member of a space
   *
   * @remarks Decisions and notes of the member stay.
   */
  @Delete('members/:user_id')
  @SessionOnly()
  removeSpaceMember(
    @SpaceParam() { context }: ObjectRequest,
    @PathId('user_id', 'RESOURCE_NOT_FOUND', 'space_member') userId: string,
  ) {
    return this.members.remove(context.principal, userId);
  }

  /** List invitations, newest first */
  @Get('invitations')
  @SpaceOfPath('ownership', 'ownership')
  @SessionOnly()
  @Responds([SpaceInvitationResponse])
  listSpaceInvitations(@SpaceParam() { context }: ObjectRequest, @Query() query: PageQuery) {
    return this.members.invitations(context.principal, query);
  }

  /**
   * Invite somebody by mail
   *
   * @remarks The mail has a link that works once, for 7 days, and only for the account with this address.
   */
  @Post('invitations')
  @Idempotent()
  @SessionOnly()
  @Fails('CONFLICT')
  inviteSpaceMember(
    @SpaceParam() { context }: ObjectRequest,
    @Body() body: InviteMemberRequest,
  ): Promise<SpaceInvitationResponse> {
    return this.members.invite(context.principal, body);
  }

  /** Revoke an invitation */
  @Delete('invitations/:invitation_id')
  @SessionOnly()
  revokeSpaceInvitation(
    @SpaceParam() { context }: ObjectRequest,
    @PathId('invitation_id', 'RESOURCE_NOT_FOUND', 'space_invitation') invitationId: string,
  ) {
    return this.members.revoke(context.principal, invitationId);
  }
}

@ApiTags('Spaces')
@Controller('api/v1/space-invitations')
@SessionOnly()
export class SpaceInvitationsController {
  constructor(private readonly members: MembersService) {}

  /** Accept an invitation with the token of its link */
  @Post('accept')
  @HttpCode(200)
  @Fails('INVALID_TOKEN')
  acceptSpaceInvitation(@Caller() caller: Principal, @Body() { token }: AcceptInvitationRequest) {
    return this.members.accept(caller, token);
  }
}
