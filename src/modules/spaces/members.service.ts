import { Injectable } from '@nestjs/common';
import { afterEffect } from '../../adapters/persistence/effects';
import { userOf, type Principal } from '../../domain/access/principal';
import type { SpaceRole } from '../../domain/access/spaces';
import { DAY_MS } from '../../domain/kernel/durations';
import { AppError } from '../../domain/kernel/errors';
import { paginate } from '../../domain/kernel/page';
import { reply } from '../../http/reply';
import type { PageQuery } from '../../http/validation/fields';
import { Clock } from '../../ports/clock';
import { WakeUp } from '../../ports/work/wake-up';
import type { InviteMemberRequest } from './members.dto';
import { toInvitation, toMember } from './members.presenter';
import { MembersRepository } from './members.repository';
import { spaceOf } from './space-of';
import type {
  AcceptedInvitationResponse,
  RemovedMemberResponse,
  RevokedInvitationResponse,
  SpaceInvitationResponse,
  SpaceMemberResponse,
} from './members.shapes.dto';

const INVITATION_MS = 7 * DAY_MS;
/** Invitations are mails to people who may not know the service. */
const PER_DAY = { perAccount: 50, perAddress: 3 };

/** Who may act in a space. */
@Injectable()
export class MembersService {
  constructor(
    private readonly members: MembersRepository,
    private readonly wakeUp: WakeUp,
    private readonly clock: Clock,
  ) {}

  async list(principal: Principal, { page, per_page: perPage }: PageQuery) {
    const found = paginate(await this.members.members(spaceOf(principal).id), page, perPage);
    return reply(found.items.map(toMember), { pagination: found });
  }

  /** @throws AppError RESOURCE_NOT_FOUND for an account that is no member, and for the one that owns the space */
  async change(principal: Principal, userId: string, role: SpaceRole): Promise<SpaceMemberResponse> {
    const { id } = spaceOf(principal);
    if (!(await this.members.change(id, userId, role))) throw noMember();
    const changed = (await this.members.members(id)).find((member) => member.userId === userId);
    if (!changed) throw noMember();
    return toMember(changed);
  }

  /** @throws as `change` */
  async remove(principal: Principal, userId: string): Promise<RemovedMemberResponse> {
    if (!(await this.members.remove(spaceOf(principal).id, userId))) throw noMember();
    return { deleted: true, user_id: userId };
  }

  async invitations(principal: Principal, { page, per_page: perPage }: PageQuery) {
    const { id } = spaceOf(principal);
    const [rows, total] = await this.members.invitations(id, (page - 1) * perPage, perPage);
    const now = this.clock.now();
    return reply(
      rows.map((row) => toInvitation(row, now)),
      { pagination: { page, perPage, total } },
    );
  }

  /** @throws AppError CONFLICT for a member and for an open invitation; FORBIDDEN beyond those of a day */
  async invite(principal: Principal, { email, role }: InviteMemberRequest): Promise<SpaceInvitationResponse> {
    const { id: spaceId, callerId } = spaceOf(principal);
    const now = this.clock.now();
    const invitation = {
      id: this.clock.newId(),
      spaceId,
      email,
      role,
      createdBy: callerId,
      createdAt: new Date(now),
      expiresAt: new Date(now + INVITATION_MS),
      acceptedAt: null,
      revokedAt: null,
    };
    const ordered = await this.members.invite(invitation, { ...PER_DAY, since: new Date(now - DAY_MS) });
    if (ordered === 'full')
      throw new AppError('FORBIDDEN', { resource: 'space_invitation', limit: PER_DAY.perAccount });
    if (ordered === 'member' || ordered === 'invited')
      throw new AppError('CONFLICT', { resource: 'space_invitation', reason: ordered });
    await afterEffect(() => this.wakeUp.call('send_mail'));
    return toInvitation(ordered, now);
  }

  /** @throws AppError RESOURCE_NOT_FOUND also for one that was accepted or revoked */
  async revoke(principal: Principal, id: string): Promise<RevokedInvitationResponse> {
    const at = new Date(this.clock.now());
    if (!(await this.members.revoke(spaceOf(principal).id, id, at)))
      throw new AppError('RESOURCE_NOT_FOUND', { resource: 'space_invitation' });
    return { revoked: true, id };
  }

  /** @throws AppError INVALID_TOKEN also for a link that was mailed to another address */
  async accept(principal: Principal, token: string): Promise<AcceptedInvitationResponse> {
    const at = new Date(this.clock.now());
    const accepted = await this.members.accept(token, userOf(principal).userId, at);
    if (!accepted) throw new AppError('INVALID_TOKEN');
    return { space_id: accepted.spaceId, role: accepted.role };
  }
}

const noMember = () => new AppError('RESOURCE_NOT_FOUND', { resource: 'space_member' });
