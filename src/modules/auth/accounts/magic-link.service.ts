import { Injectable } from '@nestjs/common';
import { Config } from '../../../config/env';
import type { Principal } from '../../../domain/access/principal';
import { AppError } from '../../../domain/kernel/errors';
import { urlOf } from '../../../common/url';
import { hasWebScheme } from '../../../domain/webhooks/target-url';
import { afterEffect } from '../../../adapters/persistence/effects';
import { Clock } from '../../../ports/clock';
import { WakeUp } from '../../../ports/work/wake-up';
import type { RequestOrigin } from '../sessions/request-origin';
import { AttemptLimits, ofBoth } from '../users/attempt-limits';
import { KnownNetworksRepository } from '../users/known-networks.repository';
import { LoginCodes } from '../second-factor/login-codes.service';
import type { MagicLinkRequest, RedeemLinkRequest } from './auth.dto';
import { toSessionUser } from './auth.presenter';
import type { MagicLinkResponse, MagicSessionUser } from './auth.shapes.dto';
import { linkOf } from '../mail/mail-texts';
import { MailOutboxRepository } from '../mail/mail-outbox.repository';
import { LINK_MS } from '../mail/mail-writer.service';
import { MailTokenRepository } from '../users/mail-token.repository';
import { SessionsService } from '../sessions/sessions.service';
import { isLedByPartner, UserRepository, type UserRow } from '../users/user.repository';
import { VerifiedAccounts } from './verified-accounts.repository';

const MAILED = 'If there is an account at this address, a sign-in link is on its way';

/** The link is mailed on request, or given to the partner that made the account. */
@Injectable()
export class MagicLinkService {
  private readonly origins: ReadonlySet<string>;

  constructor(
    private readonly users: UserRepository,
    private readonly outbox: MailOutboxRepository,
    private readonly tokens: MailTokenRepository,
    private readonly wakeUp: WakeUp,
    private readonly sessions: SessionsService,
    private readonly codes: LoginCodes,
    private readonly limits: AttemptLimits,
    private readonly networks: KnownNetworksRepository,
    private readonly verified: VerifiedAccounts,
    private readonly clock: Clock,
    private readonly config: Config,
  ) {
    this.origins = new Set([new URL(config.PUBLIC_BASE_URL).origin, ...config.CORS_ORIGINS]);
  }

  /** @throws AppError VALIDATION_ERROR for a redirect to another origin */
  async generate(
    body: MagicLinkRequest,
    principal: Principal,
    { network }: RequestOrigin,
  ): Promise<MagicLinkResponse> {
    const redirectUrl = this.checkRedirect(body.redirect_url);
    if (principal.kind === 'partner') return this.forPartner(principal.partnerId, body, redirectUrl);
    const isKnown = await this.networks.has(body.email, network, new Date(this.clock.now()));
    await this.post(body.email, network, { redirectUrl, isPaced: !isKnown });
    return { message: MAILED };
  }

  /** @throws AppError INVALID_TOKEN for an unknown, used or expired token; OTP_REQUIRED, UNAUTHORIZED for the code */
  async redeem({ token, otp }: RedeemLinkRequest, origin: RequestOrigin): Promise<MagicSessionUser> {
    const now = new Date(this.clock.now());
    await this.checkCode(token, otp, origin, now);
    const redeemed = await this.tokens.redeem('magic', token, now, async (manager, row) => {
      if (row.userId === null) return null;
      const isGood = row.wasMailed
        ? (await this.verified.prove(manager, row.userId, now)) !== null
        : await isLedByPartner(manager, row.userId);
      if (!isGood) return null;
      // In the transaction: when the owner proves the address at the same time, every earlier session ends.
      const tokens = await this.sessions.open(row.userId, origin, manager);
      return { ...row, userId: row.userId, tokens };
    });
    const user = redeemed && (await this.users.find(redeemed.userId));
    if (!user || user.disabledAt) throw new AppError('INVALID_TOKEN');
    this.sessions.forgetAll();
    if (redeemed.wasMailed) await this.networks.add(user.id, origin.network, now);
    return { ...toSessionUser(user, redeemed.tokens, now.getTime()), redirect_url: redeemed.redirectUrl };
  }

  /** Runs before the link is used up. */
  private async checkCode(
    token: string,
    otp: string | undefined,
    origin: RequestOrigin,
    now: Date,
  ): Promise<void> {
    const found = await this.tokens.find('magic', token, now);
    const user = found?.userId ? await this.users.find(found.userId) : null;
    if (user) await this.codes.verify(user, otp, origin);
  }

  /** A partner must not be able to sign in as the user of another partner. */
  private async forPartner(
    partnerId: string,
    { email, full_name }: MagicLinkRequest,
    redirectUrl: string | null,
  ): Promise<MagicLinkResponse> {
    const now = this.clock.now();
    const user = await this.users.findOrCreateFor(partnerId, email, full_name, new Date(now));
    if (user.createdByPartnerId === partnerId && !user.emailVerified && !user.disabledAt)
      return this.handOver(user, redirectUrl, now);
    await this.post(email, `partner ${partnerId}`, { redirectUrl, isPaced: true });
    return { message: 'The link was sent to the owner of the account', delivered: 'email' };
  }

  private async handOver(user: UserRow, redirectUrl: string | null, now: number): Promise<MagicLinkResponse> {
    const expiresAt = new Date(now + LINK_MS.magic);
    const terms = { expiresAt, redirectUrl, wasMailed: false, asksPassword: false };
    const token = await this.tokens.issue('magic', { userId: user.id }, terms);
    return {
      message: 'The first use of the link signs in',
      magic_link: linkOf(this.config.PUBLIC_BASE_URL, 'magic', token),
      expires_at: expiresAt.toISOString(),
    };
  }

  private async post(
    email: string,
    from: string,
    terms: { redirectUrl: string | null; isPaced: boolean },
  ): Promise<void> {
    if (!(await this.limits.allows('magic-mail', ofBoth(email, from)))) return;
    await this.outbox.add('magic', email, terms);
    await afterEffect(() => this.wakeUp.call('send_mail'));
  }

  private checkRedirect(given: string | undefined): string | null {
    if (given === undefined) return null;
    const url = urlOf(given);
    // A blob: URL has the origin of the URL inside it. The origin of javascript: is "null", which an operator can
    // list.
    if (url && hasWebScheme(url.href) && this.origins.has(url.origin)) return url.href;
    throw new AppError('VALIDATION_ERROR', undefined, {
      field: 'redirect_url',
      message: 'redirect_url: must be on PUBLIC_BASE_URL or an allowed origin',
    });
  }
}
