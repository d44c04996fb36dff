import { Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { contextOf } from '../request-context';
import { BodyBudget, type BodyLease } from './body-budget';
import { ruleOf } from './body-rules';
import { sinkOf } from './body-sinks';
import { encodingOf, inflate } from './inflate';
import { receive } from './receive';
import { WorkSlots } from './work-slots';

/** Bodies that are decompressed or parsed in slices at the same time, in all and of callers without a credential. */
const SLOTS = { total: 4, anonymous: 2, waiting: 64 };
/** A body of this size is parsed at once. */
const SHORT_BYTES = 64 * 1024;

/** Wire bytes -> decompressed bytes -> JSON, a form or raw bytes. @source reliability.md D20 */
@Injectable()
export class BodyReader {
  private readonly slots = new WorkSlots(SLOTS);

  constructor(private readonly budget: BodyBudget) {}

  openLease(request: Request): BodyLease {
    return this.budget.open(contextOf(request).principal, request.ip);
  }

  /**
   * @returns undefined when nothing was sent
   * @throws AppError PAYLOAD_TOO_LARGE, INVALID_REQUEST, VALIDATION_ERROR; SlowBody; Overloaded
   */
  async read(request: Request, lease: BodyLease): Promise<unknown> {
    const rule = ruleOf(request.path);
    const { limitBytes } = rule;
    const { principal, signal } = contextOf(request);
    const encoding = rule.isRaw ? null : encodingOf(request.headers['content-encoding']);
    const sink = sinkOf(rule, request.headers['content-type'], lease, signal);
    const isAnonymous = principal.kind === 'anonymous';
    if (encoding === null) {
      let size = 0;
      await receive(request, { limitBytes, signal }, (chunk) => {
        size += chunk.length;
        sink.add(chunk);
      });
      return size <= SHORT_BYTES ? sink.end() : this.slots.pass(isAnonymous, signal, () => sink.end());
    }
    // Packed bytes are small. They are decompressed when all of them are here, so that a slow sender keeps little.
    const packed: Buffer[] = [];
    await receive(request, { limitBytes, signal }, (chunk) => {
      lease.addBytes(chunk.length);
      packed.push(chunk);
    });
    return this.slots.pass(isAnonymous, signal, async () => {
      await inflate(packed, encoding, limitBytes, (chunk) => sink.add(chunk));
      return sink.end();
    });
  }
}
