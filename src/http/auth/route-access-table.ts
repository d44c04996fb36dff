import { Injectable, RequestMethod, type OnApplicationBootstrap } from '@nestjs/common';
import { METHOD_METADATA, PATH_METADATA } from '@nestjs/common/constants.js';
import { DiscoveryService, MetadataScanner, Reflector } from '@nestjs/core';
import { IDEMPOTENT } from '../idempotent';
import { ANSWER_SOURCE, type AnswerSource } from '../stored-answer';
import { ACCESS, HEAVY, IN_SPACE, type Access, type SpaceRoute } from './decorators';

export interface RouteAccess {
  method: string;
  /** As written in the decorators: `/api/v1/wallets/:address/holdings`. */
  path: string;
  handler: string;
  access: Access | undefined;
  /** Null for a route of the account. */
  space: SpaceRoute | null;
  isHeavy: boolean;
  isKeyed: boolean;
  answers: AnswerSource | null;
}

/** A route without a declaration stops the boot. */
@Injectable()
export class RouteAccessTable implements OnApplicationBootstrap {
  private patterns: readonly { method: string; pattern: RegExp }[] | undefined;

  constructor(
    private readonly discovery: DiscoveryService,
    private readonly scanner: MetadataScanner,
    private readonly reflector: Reflector,
  ) {}

  onApplicationBootstrap(): void {
    const undeclared = this.routes().filter((route) => !route.access);
    if (undeclared.length > 0)
      throw new Error(
        `Routes without an access decorator: ${undeclared.map((r) => `${r.handler} (${r.method} ${r.path})`).join(', ')}`,
      );
  }

  routes(): RouteAccess[] {
    return this.discovery
      .getControllers()
      .flatMap(({ metatype }) => (typeof metatype === 'function' ? this.routesOf(metatype) : []));
  }

  /** In any letter case, as the router matches. Empty for an unknown path. */
  methodsOf(path: string): string[] {
    this.patterns ??= this.routes().map((route) => ({
      method: route.method,
      pattern: patternOf(route.path),
    }));
    const methods = this.patterns.filter(({ pattern }) => pattern.test(path)).map(({ method }) => method);
    return [...new Set(methods.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method])))];
  }

  private routesOf(controller: NonNullable<unknown>): RouteAccess[] {
    const type = controller as { name: string; prototype: Record<string, unknown> };
    return this.scanner.getAllMethodNames(type.prototype).flatMap((name) => {
      const handler = type.prototype[name];
      if (typeof handler !== 'function' || !Reflect.hasMetadata(PATH_METADATA, handler)) return [];
      const targets = [handler, controller] as Parameters<Reflector['getAllAndOverride']>[1];
      const method = Reflect.getMetadata(METHOD_METADATA, handler) as RequestMethod;
      return joinPaths(pathsOf(controller), pathsOf(handler)).map((path) => ({
        method: RequestMethod[method],
        path,
        handler: `${type.name}.${name}`,
        access: this.reflector.getAllAndOverride<Access | undefined>(ACCESS, targets),
        space: this.reflector.getAllAndOverride<SpaceRoute | undefined>(IN_SPACE, targets) ?? null,
        answers: this.reflector.getAllAndOverride<AnswerSource | undefined>(ANSWER_SOURCE, targets) ?? null,
        isKeyed: this.reflector.getAllAndOverride<true | undefined>(IDEMPOTENT, targets) ?? false,
        isHeavy: this.reflector.getAllAndOverride<boolean | undefined>(HEAVY, targets) ?? false,
      }));
    });
  }
}

const pathsOf = (target: NonNullable<unknown>): string[] => {
  const given = Reflect.getMetadata(PATH_METADATA, target) as string | string[] | undefined;
  return [given ?? ''].flat();
};

const patternOf = (path: string): RegExp =>
  new RegExp(`^${path.replace(/:\w+/g, '[^/]+').replaceAll('.', '\\.')}/?$`, 'i');

const joinPaths = (bases: string[], tails: string[]): string[] =>
  bases.flatMap((base) =>
    tails.map((tail) => `/${[base, tail].join('/').split('/').filter(Boolean).join('/')}`),
  );
