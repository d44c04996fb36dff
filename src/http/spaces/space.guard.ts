import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Request } from 'express';
import { checkRole, userOf, type Principal, type UserPrincipal } from '../../domain/access/principal';
import { AppError } from '../../domain/kernel/errors';
import { PlanLookup } from '../../ports/access/plan-lookup';
import { Spaces } from '../../ports/access/spaces';
import { contextOf, type RequestContext } from '../request-context';
import { ANY_QUERY } from '../validation/undeclared-input.guard';
import { isUuid } from '../validation/fields';
import { unknownFlaw } from '../validation/unknown-input';
import { invalidInput } from '../validation/violations';
import { IN_SPACE, type SpaceRoute } from '../auth/decorators';
import { namesSpace, SPACE_PARAMETER } from '../auth/space';

const READS = new Set(['GET', 'HEAD']);

/**
 * Replaces the user of a request by the space that the request names. What runs behind this guard sees one owner of
 * records only.
 * @throws AppError UNAUTHORIZED for a caller without an account; RESOURCE_NOT_FOUND for a space of which the caller is no member; FORBIDDEN for a role that may not
 * @throws InvalidInput for `space_id` on a route of the account, and for a malformed one
 */
@Injectable()
export class SpaceGuard implements CanActivate {
  constructor(
    private readonly reflector: Reflector,
    private readonly spaces: Spaces,
    private readonly plans: PlanLookup,
  ) {}

  async canActivate(execution: ExecutionContext): Promise<boolean> {
    const targets = [execution.getHandler(), execution.getClass()];
    const route = this.reflector.getAllAndOverride<SpaceRoute | undefined>(IN_SPACE, targets);
    const request = execution.switchToHttp().getRequest<Request>();
    if (route?.from === 'path') await this.enterOfPath(request, route);
    if (!namesSpace(request)) return true;
    if (route?.from === 'query') await this.enterNamed(request, route);
    else if (!this.reflector.getAllAndOverride<true | undefined>(ANY_QUERY, targets))
      throw invalidInput('query', [unknownFlaw(SPACE_PARAMETER, [], 'query')]);
    return true;
  }

  /** A portfolio that is no space of the caller stays what it is to the caller: an own one, or none. */
  private async enterOfPath(request: Request, route: SpaceRoute): Promise<void> {
    const id = request.params['portfolio_id'];
    if (typeof id === 'string' && isUuid(id)) await this.enter(request, id.toLowerCase(), route);
  }

  private async enterNamed(request: Request, route: SpaceRoute): Promise<void> {
    const given: unknown = request.query[SPACE_PARAMETER];
    if (typeof given !== 'string' || !isUuid(given))
      throw invalidInput('query', [
        { at: [SPACE_PARAMETER], type: 'uuid_parsing', msg: 'Input should be the id of a space' },
      ]);
    if (!(await this.enter(request, given.toLowerCase(), route)))
      throw new AppError('RESOURCE_NOT_FOUND', { resource: 'space' });
  }

  /** @returns false when it is no space of the caller */
  private async enter(request: Request, spaceId: string, route: SpaceRoute): Promise<boolean> {
    const context = contextOf(request);
    const entered = await this.inSpace(context.caller, spaceId);
    if (!entered) return false;
    if (!READS.has(request.method)) checkRole(entered.space, route.writes);
    else if (route.reads) checkRole(entered.space, route.reads);
    context.enter(entered);
    this.stay(context, spaceId);
    return true;
  }

  /** Long answers end with the credential, and with the membership. */
  private stay(context: RequestContext, spaceId: string): void {
    const identify = context.reidentify;
    context.reidentify = async () => {
      const caller = await identify();
      return caller && this.inSpace(caller, spaceId);
    };
  }

  private async inSpace(caller: Principal, spaceId: string): Promise<UserPrincipal | null> {
    const user = userOf(caller);
    const space = await this.spaces.of(user.userId, spaceId);
    const plan = space && (await this.plans.of(space.ownerId));
    if (!plan) return null;
    return { ...user, userId: space.id, plan: plan.effective, isOperator: false, space };
  }
}
