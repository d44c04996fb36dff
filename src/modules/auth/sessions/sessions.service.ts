import { Injectable } from '@nestjs/common';
import { Config } from '../../../config/env';
import { userOf, type Principal } from '../../../domain/access/principal';
import { AppError } from '../../../domain/kernel/errors';
import { currentPlan } from '../../../domain/plans/current-plan';
import { AccountChanges } from '../../../common/account-changes';
import { TtlCache } from '../../../common/ttl-cache';
import { reply, type Reply } from '../../../http/reply';
import type { PageQuery } from '../../../http/validation/fields';
import { Clock } from '../../../ports/clock';
import type { RequestOrigin } from './request-origin';
import { SessionRepository, type LiveSession, type SessionRow, type Transaction } from './session.repository';
import { toSession } from './sessions.presenter';
import type { EndedSessionResponse, SessionResponse } from './sessions.shapes.dto';
import { SessionTokens, TOKEN_SECONDS, type SessionSubject } from './session-tokens';

export interface TokenPair {
  accessToken: string;
  refreshToken: string;
}

/** For this long after a rotation the previous token gets its successor: two simultaneous requests may send it. */
const REPLAY_GRACE_MS = 60_000;

/** One row per login, read for every request. Tokens contain its id. */
@Injectable()
export class SessionsService {
  private readonly live: TtlCache<LiveSession | null>;

  constructor(
    private readonly sessions: SessionRepository,
    private readonly tokens: SessionTokens,
    private readonly clock: Clock,
    private readonly config: Config,
    private readonly changes: AccountChanges,
  ) {
    this.live = new TtlCache(clock);
    changes.onChange(() => this.live.clear());
  }

  /** @param within the caller's transaction */
  async open(userId: string, origin: RequestOrigin, within?: Transaction): Promise<TokenPair> {
    const now = this.clock.now();
    const [id, refreshJti] = [this.clock.newId(), this.clock.newId()];
    const expiresAt = new Date(now + TOKEN_SECONDS.refresh * 1000);
    const { ipAddress, userAgent } = origin;
    const row = { id, userId, refreshJti, ipAddress, userAgent, createdAt: new Date(now), expiresAt };
    await this.sessions.add(row, within);
    return {
      accessToken: this.access(userId, id, expiresAt),
      refreshToken: this.tokens.sign('refresh', { userId, sessionId: id, jti: refreshJti }, +expiresAt),
    };
  }

  /** @returns null when the session of a verified access token has ended */
  async principalOf({ sessionId, userId }: SessionSubject): Promise<Principal | null> {
    const session = await this.live.get(sessionId, () => this.sessions.findLive(sessionId));
    const now = this.clock.now();
    if (!session || session.userId !== userId || session.expiresAt.getTime() <= now) return null;
    const plan = currentPlan(
      session.planName,
      session.planExpiresAt?.getTime() ?? null,
      now,
      this.config.PLANS,
    );
    return { kind: 'user', userId, plan: plan.effective, isOperator: session.isOperator, sessionId };
  }

  /** With REFRESH_ROTATION also returns a new refresh token, else null. @throws AppError UNAUTHORIZED */
  async refresh(token: string | null): Promise<{ accessToken: string; refreshToken: string | null }> {
    const subject = token === null ? null : this.tokens.verify('refresh', token);
    const session = subject && (await this.sessions.find(subject.sessionId));
    const isLive = session && (await this.sessions.findLive(session.id)) !== null;
    if (!subject || !isLive || session.expiresAt.getTime() <= this.clock.now())
      throw new AppError('UNAUTHORIZED');
    const refreshJti = await this.successor(session, subject.jti);
    const { userId, id, expiresAt } = session;
    await this.sessions.markActive(id, new Date(this.clock.now()));
    return {
      accessToken: this.access(userId, id, expiresAt),
      refreshToken: this.config.REFRESH_ROTATION
        ? this.tokens.sign('refresh', { userId, sessionId: id, jti: refreshJti }, +expiresAt)
        : null,
    };
  }

  /** Accepts tokens of ended sessions. @returns false when neither token is of this service */
  async end(accessToken: string | null, refreshToken: string | null): Promise<boolean> {
    const subject =
      (accessToken === null ? null : this.tokens.verify('access', accessToken)) ??
      (refreshToken === null ? null : this.tokens.verify('refresh', refreshToken));
    if (!subject) return false;
    await this.sessions.revoke(subject.sessionId, new Date(this.clock.now()));
    this.changes.note();
    return true;
  }

  /** Newest first. */
  async list(
    principal: Principal,
    { page, per_page: perPage }: PageQuery,
  ): Promise<Reply<SessionResponse[]>> {
    const { userId } = userOf(principal);
    const now = new Date(this.clock.now());
    const [rows, total] = await this.sessions.listLive(userId, now, (page - 1) * perPage, perPage);
    const current = principal.kind === 'user' ? principal.sessionId : null;
    return reply(
      rows.map((row) => toSession(row, current)),
      { pagination: { page, perPage, total } },
    );
  }

  /** @throws AppError RESOURCE_NOT_FOUND for a session that has ended, and for one of another user */
  async endOne(principal: Principal, id: string): Promise<EndedSessionResponse> {
    if (!(await this.sessions.revokeOf(userOf(principal).userId, id, new Date(this.clock.now()))))
      throw new AppError('RESOURCE_NOT_FOUND', { resource: 'session' });
    this.changes.note();
    return { deleted: true, session_id: id };
  }

  /** Call it after a change of users or sessions: the next request reads them again. */
  forgetAll(): void {
    this.changes.note();
  }

  /** @throws AppError UNAUTHORIZED for a token that was replaced longer ago; the whole session then ends */
  private async successor(session: SessionRow, jti: string): Promise<string> {
    const now = this.clock.now();
    if (session.refreshJti === jti) {
      if (!this.config.REFRESH_ROTATION) return jti;
      const next = this.clock.newId();
      if (await this.sessions.rotate(session.id, jti, next, new Date(now))) return next;
    }
    const row = await this.sessions.find(session.id);
    const isInGrace = row?.rotatedAt && now - row.rotatedAt.getTime() <= REPLAY_GRACE_MS;
    if (row && !row.revokedAt && row.previousJti === jti && isInGrace) return row.refreshJti;
    await this.sessions.revoke(session.id, new Date(now));
    this.changes.note();
    throw new AppError('UNAUTHORIZED');
  }

  private access(userId: string, sessionId: string, sessionEnds: Date): string {
    return this.tokens.sign('access', { userId, sessionId, jti: this.clock.newId() }, +sessionEnds);
  }
}
