import { Global, Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { SpaceInvitations, Spaces } from '../../ports/access/spaces';
import { SpaceInvitationsController, SpaceMembersController } from './members.controller';
import { MembersRepository } from './members.repository';
import { MembersService } from './members.service';
import { SpaceInvitationEntity } from './space-invitation.entity';
import { SpaceMemberEntity } from './space-member.entity';
import { SpacesRepository } from './spaces.repository';

/** Global, because the guard of every route asks, and mails have the tokens of invitations. */
@Global()
@Module({
  imports: [TypeOrmModule.forFeature([SpaceMemberEntity, SpaceInvitationEntity])],
  controllers: [SpaceMembersController, SpaceInvitationsController],
  providers: [
    MembersRepository,
    MembersService,
    { provide: Spaces, useClass: SpacesRepository },
    { provide: SpaceInvitations, useExisting: MembersRepository },
  ],
  exports: [SpaceInvitations, Spaces],
})
export class SpacesModule {}
