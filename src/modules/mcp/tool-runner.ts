import { Injectable } from '@nestjs/common';
import type { z } from 'zod';
import type { Principal } from '../../domain/access/principal';
import { AppError } from '../../domain/kernel/errors';
import {
  cappedPage,
  cursorPage,
  DEFAULT_LIMIT,
  type Detail,
  DETAILS,
  fittingCount,
  type Page,
  pageOf,
  type Place,
  placeOf,
  shortened,
} from './capped-answer';
import { withCompleteness } from '../../http/answers/completeness';
import { Confirmations } from './confirmations';
import { type ApiAnswer, OwnApi } from './own-api';
import { type ApiCall, type Tool, WRITE_PERMISSION } from './tool';
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
  detail?: Detail;
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
    { cursor, limit, confirmation, detail = 'compact', ...input }: ToolExtras & z.output<Tool['input']>,
    caller: McpCaller,
  ): Promise<ToolAnswer> {
    if (!mayUse(caller.principal, tool)) throw forbidden(tool, caller.principal);
    const call = tool.call(input);
    if (tool.list === 'pages')
      return this.page(call, placeOf(cursor, limit ?? DEFAULT_LIMIT), caller, { tool, detail });
    if (tool.writes === 'confirmed' || tool.writes === 'stated')
      return this.confirmed(name, call, confirmation, caller, tool.writes);
    const answer = await this.ask(call, caller);
    const refused = failure(answer);
    if (refused) return refused;
    const own = dataOf(answer.body);
    const data = tool.also ? { ...(own as object), ...(await this.beside(tool.also, input, caller)) } : own;
    return success(answer.body, { data: shortened(data, detail) });
  }

  /** Further answers of the tool. What the key may not read is null. */
  private async beside(
    also: NonNullable<Tool['also']>,
    input: z.output<Tool['input']>,
    caller: McpCaller,
  ): Promise<Record<string, unknown>> {
    const found: Record<string, unknown> = {};
    for (const [name, { call, show }] of Object.entries(also)) {
      const answer = await this.ask(call(input), caller);
      found[name] = answer.status < 400 ? show(answer.body) : null;
    }
    return found;
  }

  /** A page that does not fit is requested again with fewer entries: its cursor is then the one of its last entry. */
  private async page(
    call: ApiCall,
    place: Place,
    caller: McpCaller,
    { tool, detail }: { tool: Tool; detail: Detail },
    entries = place.limit,
  ): Promise<ToolAnswer> {
    const query = { ...call.query, ...pageOf({ ...place, limit: entries }) };
    const answer = await this.ask({ ...call, query }, caller);
    const refused = failure(answer);
    if (refused) return refused;
    const { data, pagination } = answer.body as Page;
    const page = { data: tool.show?.(data) ?? data, pagination };
    if (pagination?.next_cursor === undefined) return success(answer.body, cappedPage(page, place, detail));
    const fewer = fittingCount(page, detail);
    return fewer === null
      ? success(answer.body, cursorPage(page, place.limit, detail))
      : this.page(call, place, caller, { tool, detail }, fewer);
  }

  /**
   * The preview is made again before the write: what the user saw must still be true.
   * @param writes `stated`: the route computes no preview, so that the call itself is shown
   */
  private async confirmed(
    name: string,
    call: ApiCall,
    confirmation: string | undefined,
    caller: McpCaller,
    writes: 'confirmed' | 'stated',
  ): Promise<ToolAnswer> {
    let data: unknown = { will_call: `${call.method} ${call.path}`, query: call.query, with: call.body };
    let body: unknown = null;
    if (writes === 'confirmed') {
      const preview = await this.ask({ ...call, query: { ...call.query, preview: true } }, caller);
      const refused = failure(preview);
      if (refused) return refused;
      data = dataOf(preview.body);
      body = preview.body;
    }
    const proof = [caller.principal.keyId, name, call, data];
    if (confirmation === undefined)
      return success(
        body,
        { preview: shortened(data, 'full'), confirmation: this.confirmations.of(proof) },
        { note: 'Nothing was written. Repeat the call with this confirmation when the user agrees.' },
      );
    if (!this.confirmations.isValid(confirmation, proof))
      throw new AppError('CONFLICT', undefined, {
        message: 'The confirmation is of another call, or the data has changed since: ask for a new preview',
      });
    const written = await this.ask(call, caller);
    return failure(written) ?? success(written.body, { data: shortened(dataOf(written.body), 'full') });
  }

  private ask(call: ApiCall, { key, signal }: McpCaller): Promise<ApiAnswer> {
    return this.api.call(call, key, signal);
  }
}

/** @param body of the route: what it states of its completeness stands beside the data of every tool */
function success(body: unknown, answer: Record<string, unknown>, own: { note?: string } = {}): ToolAnswer {
  const marked = { ...notesOf(body), ...(markUntrusted(answer) as Record<string, unknown>), ...own };
  const size = JSON.stringify(marked).length;
  if (size <= 2 * DETAILS.full.chars) return { isError: false, body: marked };
  return {
    isError: true,
    body: {
      error: {
        code: 'ANSWER_TOO_LARGE',
        message: `The answer has ${size} characters: ask for less.`,
      },
    },
  };
}

/** Of `meta`, or of the top level where there is no envelope. */
function notesOf(body: unknown): Record<string, unknown> {
  const { meta, ...bare } = (body ?? {}) as Record<string, unknown>;
  const stated = (meta ?? bare) as Record<string, unknown>;
  const notes = Object.entries(stated).filter(([name]) => NOTE_NAMES.has(name));
  return withCompleteness(Object.fromEntries(notes));
}

/** Fields that routes declare as notes, without those that belong to the paging of lists. */
const NOTE_NAMES: ReadonlySet<string> = new Set([
  ...['partial', 'still_indexing', 'balances_pending', 'unavailable_chains', 'is_limited', 'tx_limit'],
  ...['tx_total', 'stale_chains', 'prices_pending', 'history_truncated', 'history_incomplete'],
  ...['wash_sales_approximate', 'recomputing', 'progress', 'covers', 'counts', 'truncated'],
]);

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
