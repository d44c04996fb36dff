import { Injectable } from '@nestjs/common';
import type { z } from 'zod';
import type { Principal } from '../../domain/access/principal';
import { AppError } from '../../domain/kernel/errors';
import {
  cappedPage,
  cursorPage,
  DEFAULT_LIMIT,
  fittingCount,
  MAX_CHARS,
  type Page,
  pageOf,
  type Place,
  placeOf,
  shortened,
} from './capped-answer';
import { Confirmations } from './confirmations';
import { type ApiAnswer, OwnApi } from './own-api';
import { type ApiCall, type Tool, WRITE_PERMISSION } from './tools';
import { markUntrusted } from './untrusted-text';

export type KeyPrincipal = Extract<Principal, { kind: 'api_key' }>;

/** With the key that the routes verify again. */
export interface McpCaller {
  principal: KeyPrincipal;
  key: string;
  signal: AbortSignal;
}

export interface ToolAnswer {
  isError: boolean;
  body: Record<string, unknown>;
}

export interface ToolExtras {
  cursor?: string;
  limit?: number;
  confirmation?: string;
}

export const mayUse = ({ permissions }: KeyPrincipal, { needs, writes }: Tool): boolean =>
  (needs === null || permissions.includes(needs)) &&
  (writes === undefined || permissions.includes(WRITE_PERMISSION));

@Injectable()
export class ToolRunner {
  constructor(
    private readonly api: OwnApi,
    private readonly confirmations: Confirmations,
  ) {}

  /** A failure of the route is an answer too. @throws AppError FORBIDDEN when the key may not use the tool */
  async run(
    name: string,
    tool: Tool,
    { cursor, limit, confirmation, ...input }: ToolExtras & z.output<Tool['input']>,
    caller: McpCaller,
  ): Promise<ToolAnswer> {
    if (!mayUse(caller.principal, tool)) throw forbidden(tool, caller.principal);
    const call = tool.call(input);
    if (tool.list === 'pages') return this.page(call, placeOf(cursor, limit ?? DEFAULT_LIMIT), caller);
    if (tool.writes === 'confirmed') return this.confirmed(name, call, confirmation, caller);
    const answer = await this.ask(call, caller);
    return failure(answer) ?? success({ data: shortened(dataOf(answer.body)) });
  }

  /** A page that does not fit is requested again with fewer entries: its cursor is then the one of its last entry. */
  private async page(
    call: ApiCall,
    place: Place,
    caller: McpCaller,
    entries = place.limit,
  ): Promise<ToolAnswer> {
    const query = { ...call.query, ...pageOf({ ...place, limit: entries }) };
    const answer = await this.ask({ ...call, query }, caller);
    const refused = failure(answer);
    if (refused) return refused;
    const page = answer.body as Page;
    if (page.pagination?.next_cursor === undefined) return success(cappedPage(page, place));
    const fewer = fittingCount(page);
    return fewer === null ? success(cursorPage(page, place.limit)) : this.page(call, place, caller, fewer);
  }

  /** The preview is made again before the write: what the user saw must still be true. */
  private async confirmed(
    name: string,
    call: ApiCall,
    confirmation: string | undefined,
    caller: McpCaller,
  ): Promise<ToolAnswer> {
    const preview = await this.ask({ ...call, query: { preview: true } }, caller);
    const refused = failure(preview);
    if (refused) return refused;
    const data = dataOf(preview.body);
    const proof = [caller.principal.keyId, name, call, data];
    if (confirmation === undefined)
      return success({
        preview: shortened(data),
        confirmation: this.confirmations.of(proof),
        note: 'Nothing was written. Repeat the call with this confirmation when the user agrees.',
      });
    if (!this.confirmations.isValid(confirmation, proof))
      throw new AppError('CONFLICT', undefined, {
        message: 'The confirmation is of another call, or the lot has changed since: ask for a new preview',
      });
    const written = await this.ask(call, caller);
    return failure(written) ?? success({ data: shortened(dataOf(written.body)) });
  }

  private ask(call: ApiCall, { key, signal }: McpCaller): Promise<ApiAnswer> {
    return this.api.call(call, key, signal);
  }
}

function success(body: Record<string, unknown>): ToolAnswer {
  const marked = markUntrusted(body) as Record<string, unknown>;
  const size = JSON.stringify(marked).length;
  if (size <= 2 * MAX_CHARS) return { isError: false, body: marked };
  return {
    isError: true,
    body: {
      error: { code: 'ANSWER_TOO_LARGE', message: `The answer has ${size} characters: ask for less.` },
    },
  };
}

function failure({ status, body, retryAfter }: ApiAnswer): ToolAnswer | null {
  if (status < 400) return null;
  const wait = retryAfter === null ? {} : { retry_after_seconds: Number(retryAfter) };
  return { isError: true, body: { status, ...wait, ...errorOf(body) } };
}

/** Both dialects: `{error}` of /api/v1, `{detail, error_code}` elsewhere. */
const errorOf = (body: unknown): Record<string, unknown> => {
  const { error, detail, error_code: code } = (body ?? {}) as Record<string, unknown>;
  return { error: markUntrusted(error ?? { code, message: detail }) };
};

/** Only /api/v1 has an envelope. */
const dataOf = (body: unknown): unknown => {
  const { success: isEnvelope, data } = body as { success?: unknown; data?: unknown };
  return isEnvelope === true ? data : body;
};

function forbidden({ needs, writes }: Tool, { permissions }: KeyPrincipal): AppError {
  const required = [needs, writes === undefined ? null : WRITE_PERMISSION].find(
    (one) => one !== null && !permissions.includes(one),
  );
  return new AppError('FORBIDDEN', { required_permission: required });
}
