import { Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import { Config } from '../../../config/env';
import { AppError } from '../../../domain/kernel/errors';
import { isLocalConsole } from '../../../http/console/local-console';
import { PersonalDataRepository } from '../personal-data/personal-data.repository';
import { deletedParent } from '../../../ports/storage/outage';
import { originOf } from '../sessions/request-origin';
import { SessionCookies } from '../sessions/session-cookies';
import { SessionsService } from '../sessions/sessions.service';

export interface DemoWallet {
  address: string;
  label: string;
}

export interface DemoAccountSource {
  readonly wallets: readonly DemoWallet[];
  readonly email: string;
  /** Makes the account unless it exists. @returns its id */
  readonly ensure: () => Promise<string>;
}

@Injectable()
export class DemoSessions {
  private source: DemoAccountSource | null = null;

  constructor(
    private readonly sessions: SessionsService,
    private readonly cookies: SessionCookies,
    private readonly data: PersonalDataRepository,
    private readonly config: Config,
  ) {}

  /** Call it once at start. Without it there is no demo account. */
  offer(source: DemoAccountSource): void {
    this.source = source;
  }

  get wallets(): readonly DemoWallet[] {
    return this.source?.wallets ?? [];
  }

  /** @returns the email; null when the caller cannot open the account */
  offeredTo(request: Request): string | null {
    return this.source !== null && isLocalConsole(request, this.config) ? this.source.email : null;
  }

  /** @throws AppError RESOURCE_NOT_FOUND for a request from outside the console on this machine */
  async open(request: Request, response: Response): Promise<{ email: string }> {
    const { email, ensure } = this.require(request);
    const { accessToken, refreshToken } = await whileReset(async () =>
      this.sessions.open(await ensure(), originOf(request)),
    );
    this.cookies.set('access', accessToken, request, response);
    this.cookies.set('refresh', refreshToken, request, response);
    return { email };
  }

  /** Deletes the demo account with all its data, creates it again and opens a session. @throws as `open` */
  async reset(request: Request, response: Response): Promise<{ email: string }> {
    const { email, ensure } = this.require(request);
    await whileReset(async () => this.data.erase({ id: await ensure(), email }));
    this.sessions.forgetAll();
    return this.open(request, response);
  }

  private require(request: Request): DemoAccountSource {
    if (this.source !== null && isLocalConsole(request, this.config)) return this.source;
    throw new AppError('RESOURCE_NOT_FOUND', { resource: 'demo_account' });
  }
}

/** Each reset by another tab makes at most one attempt fail. */
const MAX_ATTEMPTS = 5;

/** Repeats work when another tab resets its account meanwhile. */
async function whileReset<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++)
    try {
      return await work();
    } catch (error) {
      if (attempt === MAX_ATTEMPTS || deletedParent(error) === null) throw error;
    }
}
