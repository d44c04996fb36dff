import { join, resolve } from 'node:path';
import { Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { Config } from '../../../config/env';
import { isLocalConsole } from '../../../http/console/local-console';
import { SessionCookies } from '../sessions/session-cookies';
import { DemoSessions, type DemoWallet } from './demo-sessions.service';

export interface ConsoleSettingsResponse {
  public_read: boolean;
  /** Email, when this caller can open the account; else null. */
  demo_account: string | null;
  has_session: boolean;
  /** Bundled wallets that answer without a network. */
  demo_wallets: readonly DemoWallet[];
  /** Folder of mail files, for the console on this machine without a mail server; else null. */
  mail_folder: string | null;
  /** IANA zone of tax days. */
  timezone: string;
}

@Injectable()
export class ConsoleSettings {
  constructor(
    private readonly config: Config,
    private readonly demo: DemoSessions,
    private readonly cookies: SessionCookies,
  ) {}

  of(request: Request): ConsoleSettingsResponse {
    const { DATA_DIR, MAIL_URL, REPORT_TIMEZONE } = this.config;
    const isLocal = isLocalConsole(request, this.config);
    return {
      public_read: isLocal,
      demo_account: this.demo.offeredTo(request),
      has_session: (['access', 'refresh'] as const).some((kind) => this.cookies.read(kind, request) !== null),
      demo_wallets: this.demo.wallets,
      mail_folder: isLocal && MAIL_URL === undefined ? join(resolve(DATA_DIR), 'mail') : null,
      timezone: REPORT_TIMEZONE,
    };
  }
}
