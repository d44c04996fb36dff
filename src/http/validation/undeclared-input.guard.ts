import {
  applyDecorators,
  Injectable,
  SetMetadata,
  type CanActivate,
  type ExecutionContext,
  type Type,
} from '@nestjs/common';
import { ROUTE_ARGS_METADATA } from '@nestjs/common/constants.js';
import { RouteParamtypes } from '@nestjs/common/enums/route-paramtypes.enum.js';
import { Reflector } from '@nestjs/core';
import { ApiExtension } from '@nestjs/swagger';
import type { Request } from 'express';
import { PARTNER_KEY_PARAMETER } from '../auth/credential';
import { SPACE_PARAMETER } from '../auth/space';
import type { Source } from './property';
import { isJsonObject } from './readers';
import { unknownFlaws } from './unknown-input';
import { invalidInput } from './violations';

export const ANY_QUERY = 'http:any-query';

/** For a URL that others extend: mail services add parameters of their own to links. */
export const AnyQuery = () =>
  applyDecorators(SetMetadata(ANY_QUERY, true), ApiExtension('x-any-query', true));

const ANY_BODY = 'http:any-body';

/** For a route that ignores its body. */
export const AnyBody = () => SetMetadata(ANY_BODY, true);

/**
 * Refuses query parameters on routes that declare none. The validation pipe does so on routes that
 * have a DTO; it never runs for a parameter that a handler does not have.
 * @throws InvalidInput
 */
@Injectable()
export class UndeclaredInputGuard implements CanActivate {
  constructor(private readonly reflector: Reflector) {}

  canActivate(execution: ExecutionContext): boolean {
    const [controller, handler] = [execution.getClass(), execution.getHandler()];
    const { query } = execution.switchToHttp().getRequest<Request>();
    const declared = declaredSources(controller, handler.name);
    const takesAny = this.reflector.getAllAndOverride<boolean | undefined>(ANY_QUERY, [handler, controller]);
    if (!takesAny && !declared.has('query')) refuse(query, 'query');
    return true;
  }
}

/** The same for the fields of a body, once it is read. */
@Injectable()
export class UndeclaredBody {
  constructor(private readonly reflector: Reflector) {}

  /** @throws InvalidInput */
  refuse(execution: ExecutionContext): void {
    if (this.reflector.get<boolean | undefined>(ANY_BODY, execution.getHandler())) return;
    const { body } = execution.switchToHttp().getRequest<Request<object, unknown, unknown>>();
    if (!isJsonObject(body)) return;
    const declared = declaredSources(execution.getClass(), execution.getHandler().name);
    if (!declared.has('body')) refuse(body, 'body');
  }
}

/** Guards read these before any route does. */
const KNOWN: Readonly<Record<Source, ReadonlySet<string>>> = {
  query: new Set([PARTNER_KEY_PARAMETER, SPACE_PARAMETER]),
  body: new Set(),
};

function refuse(input: object, source: Source): void {
  const flaws = unknownFlaws(input, KNOWN[source], source);
  if (flaws.length > 0) throw invalidInput(source, flaws);
}

const SOURCES: Readonly<Record<string, Source | undefined>> = {
  [RouteParamtypes.QUERY]: 'query',
  [RouteParamtypes.BODY]: 'body',
};

/** The framework keeps the parameters of a handler under keys such as `4:0`: kind and position. */
function declaredSources(controller: Type, method: string): ReadonlySet<Source | undefined> {
  const parameters = (Reflect.getMetadata(ROUTE_ARGS_METADATA, controller, method) ?? {}) as object;
  return new Set(Object.keys(parameters).map((key) => SOURCES[key.split(':', 1)[0] ?? '']));
}
