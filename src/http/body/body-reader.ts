import { Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { clientOf } from '../rate-limit/client';
import { contextOf } from '../request-context';
import { BodyBudget, type BodyLease } from './body-budget';
import { ruleOf } from './body-rules';
import { sinkOf } from './body-sinks';
import { ByteCollector } from './byte-collector';
import { encodingOf, inflate } from './inflate';
import { receive } from './receive';
import { WorkSlots } from './work-slots';

/** Bodies decompressed at the same time. Decompression shares its threads with other work of the process. */
const SLOTS = { total: 4, anonymous: 2, waiting: 64, waitingPerClient: 8 };

/** Wire bytes -> decompressed bytes -> JSON, a form or raw bytes. @source reliability.md D20 */
@Injectable()
export class BodyReader {
  private readonly slots = new WorkSlots(SLOTS);

  constructor(private readonly budget: BodyBudget) {}

  openLease(request: Request): BodyLease {
    return this.budget.open(contextOf(request).caller, request.ip);
  }

  /**
   * @returns undefined when nothing was sent
   * @throws AppError PAYLOAD_TOO_LARGE, INVALID_REQUEST, VALIDATION_ERROR; SlowBody; Overloaded
   */
  async read(request: Request, lease: BodyLease): Promise<unknown> {
    const rule = ruleOf(request.path);
    const { limitBytes } = rule;
    const { caller: principal, signal } = contextOf(request);
    const encoding = rule.reads === 'bytes' ? null : encodingOf(request.headers['content-encoding']);
    const sink = sinkOf(rule, request.headers['content-type'] ?? '', lease);
    if (encoding === null) {
      await receive(request, { limitBytes, signal }, (chunk) => sink.add(chunk));
      return sink.end();
    }
    // Decompressed when complete, so that a slow sender keeps only the small packed bytes.
    const packed = new ByteCollector();
    await receive(request, { limitBytes, signal }, (chunk) => {
      lease.addBytes(chunk.length);
      packed.add(chunk);
    });
    const caller = { isAnonymous: principal.kind === 'anonymous', client: clientOf(principal, request.ip) };
    await this.slots.pass(caller, signal, () =>
      inflate(packed.all(), encoding, limitBytes, (chunk) => sink.add(chunk)),
    );
    return sink.end();
  }
}
