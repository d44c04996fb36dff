import { Injectable } from '@nestjs/common';
import {
  asapScheduler,
  catchError,
  distinctUntilChanged,
  EMPTY,
  endWith,
  exhaustMap,
  filter,
  from,
  ignoreElements,
  map,
  merge,
  mergeMap,
  Observable,
  observeOn,
  of,
  share,
  Subject,
  takeUntil,
  takeWhile,
} from 'rxjs';
import { AccountChanges } from '../../common/account-changes';
import type { Principal } from '../../domain/access/principal';
import { isEnded, ownerOf } from '../../domain/jobs/user-job';
import { AppError } from '../../domain/kernel/errors';
import { Readiness } from '../../http/health/readiness';
import { Clock } from '../../ports/clock';
import { ServerEvent } from '../../http/reply';
import type { RequestContext } from '../../http/request-context';
import type { JobResponse } from '../../presenters/jobs.shapes.dto';
import { JobsService } from './jobs.service';

/** In ms. */
const POLL_MS = 1_000;
/** Credentials are cached for 500 ms, so a stream ends within a second after another process has revoked its own. */
const CHECK_MS = 400;
const HEARTBEAT_MS = 15_000;
const LONGEST_MS = 15 * 60_000;
/** Streams of one caller: a user with all credentials and spaces, or a partner with all its users. */
const MAX_STREAMS = { user: 10, partner: 100 };
const RETRY_SECONDS = 5;

@Injectable()
export class JobEvents {
  private readonly open = new Map<string, number>();
  private readonly accountChanges = new Subject<void>();

  constructor(
    private readonly jobs: JobsService,
    private readonly readiness: Readiness,
    private readonly clock: Clock,
    changes: AccountChanges,
  ) {
    changes.onChange(() => this.accountChanges.next());
  }

  /** @returns gives the stream back @throws AppError RATE_LIMIT_EXCEEDED when all are in use */
  reserve(caller: Principal): () => void {
    const owner = ownerOf(caller) ?? '';
    const limit = MAX_STREAMS[caller.kind === 'partner' ? 'partner' : 'user'];
    const count = this.open.get(owner) ?? 0;
    if (count >= limit)
      throw new AppError(
        'RATE_LIMIT_EXCEEDED',
        { limit, retry_after_seconds: RETRY_SECONDS },
        { message: `At most ${limit} event streams at once` },
      );
    this.open.set(owner, count + 1);
    return () => {
      const left = (this.open.get(owner) ?? 1) - 1;
      if (left > 0) this.open.set(owner, left);
      else this.open.delete(owner);
    };
  }

  /**
   * `progress` with each change of the job, the first at once, and `end` with its last state. The stream also ends
   * when the job is deleted, when the credential ends, after 15 minutes, and when the process stops: clients connect
   * again.
   */
  of(jobId: string, context: RequestContext): Observable<ServerEvent> {
    const { principal } = context;
    const states = this.every(POLL_MS, 0).pipe(
      takeWhile(() => this.readiness.phase !== 'stopping'),
      exhaustMap(() => from(this.jobs.status(jobId, principal))),
      catchError(() => EMPTY),
      takeUntil(merge(this.every(LONGEST_MS), this.endOf(context))),
      distinctUntilChanged((a, b) => JSON.stringify(a) === JSON.stringify(b)),
      takeWhile((job) => !isEnded(job.status), true),
      share(),
    );
    const events = states.pipe(map(eventOf));
    const heartbeats = this.every(HEARTBEAT_MS).pipe(
      takeUntil(states.pipe(ignoreElements(), endWith(null))),
      map(() => new ServerEvent(undefined, undefined, 'heartbeat')),
    );
    return merge(events, heartbeats);
  }

  /** @param firstMs time of an additional first emission */
  private every(ms: number, firstMs?: number): Observable<void> {
    return new Observable((subscriber) => {
      const emit = (): void => subscriber.next();
      const first = firstMs === undefined ? null : this.clock.setTimeout(emit, firstMs);
      const rest = this.clock.setInterval(emit, ms);
      return () => {
        this.clock.clearTimeout(first);
        this.clock.clearInterval(rest);
      };
    });
  }

  /** Emits when the credential of a request has ended, or cannot be checked. */
  private endOf(context: RequestContext): Observable<unknown> {
    // Later in the turn: the caches of credentials receive the same change.
    const changes = this.accountChanges.pipe(observeOn(asapScheduler));
    return merge(this.every(CHECK_MS), changes).pipe(
      mergeMap(() => from(context.reidentify())),
      catchError(() => of(null)),
      filter((principal) => principal === null),
    );
  }
}

const eventOf = (job: JobResponse): ServerEvent =>
  new ServerEvent(isEnded(job.status) ? 'end' : 'progress', job);
