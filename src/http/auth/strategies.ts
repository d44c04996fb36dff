import { Injectable, type OnModuleInit } from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';
import type { Request, Response } from 'express';
import passport from 'passport';
import type { Principal } from '../../domain/access/principal';
import type { CredentialKind } from './credential';

export const STRATEGY_NAMES = {
  session: 'jwt',
  api_key: 'api-key',
  partner: 'partner-key',
} as const satisfies Record<CredentialKind, string>;

/** One registry per application: in the one of `@nestjs/passport`, a second application replaces strategies. */
@Injectable()
export class Strategies implements OnModuleInit {
  private readonly registry = new passport.Authenticator();
  private readonly names = new Set<string>();

  constructor(private readonly discovery: DiscoveryService) {}

  onModuleInit(): void {
    for (const { instance } of this.discovery.getProviders())
      if (instance instanceof passport.Strategy) this.register(instance);
  }

  authenticate(kind: CredentialKind, request: Request, response: Response): Promise<Principal | null> {
    const name = STRATEGY_NAMES[kind];
    if (!this.names.has(name)) return Promise.resolve(null);
    return new Promise((resolve, reject) => {
      const settle = (error?: Error | null, principal: Principal | false | null = null): void =>
        error ? reject(error) : resolve(principal || null);
      const run = this.registry.authenticate(name, { session: false }, settle) as Middleware;
      run(request, response, settle);
    });
  }

  private register(strategy: passport.Strategy): void {
    const { name } = strategy;
    if (name === undefined || this.names.has(name))
      throw new Error(
        `Two strategies of passport, or one without a name: ${name ?? strategy.constructor.name}`,
      );
    this.names.add(name);
    this.registry.use(name, strategy);
  }
}

type Middleware = (request: Request, response: Response, next: (error?: Error) => void) => void;
