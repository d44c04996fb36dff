import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { StoredChanges } from '../../common/stored-changes';
import { MINUTE_MS } from '../../domain/kernel/durations';
import { Clock } from '../../ports/clock';
import type { AnswerVersion } from '../../ports/storage/answer-versions';
import type { AnswerText } from '../dialects';
import type { Reply } from '../reply';

/** Then the version of the data is read again: other processes change it. */
const TRUSTED_MS = 1_000;
/** In all. V8 lets the heap grow to 1.8 times the kept data: 30 MB of the 350 of a process. */
const MAX_CHARACTERS = 16 * 1024 * 1024;

export interface CachedAnswer {
  etag: string;
  text: AnswerText;
}

interface Entry extends CachedAnswer {
  version: string;
  /** Clock minutes since 1970. Prices, terms and ages in an answer belong to its minute. */
  minute: number;
  /** Milliseconds UTC. */
  until: number;
  check: Check;
  checking: Promise<VersionRead> | null;
}

export interface VersionRead {
  version: AnswerVersion;
  check: Check;
}

interface Check {
  changes: number;
  clearings: number;
  /** Clock milliseconds. */
  at: number;
  /** Milliseconds of a monotonic clock. */
  elapsed: number;
}

/** `answer` is null while more data arrives. */
export type Computed = { answer: CachedAnswer; value: Reply<unknown> } | { answer: null; value: unknown };

interface Computation {
  read: VersionRead;
  done: Promise<Computed | null>;
}

/** Answers as text, in the memory of this process, by caller, path and query. */
@Injectable()
export class AnswerCache {
  private readonly entries = new LRUCache<string, Entry>({
    maxSize: MAX_CHARACTERS,
    sizeCalculation: ({ text, version }, key) =>
      text.head.length + text.tail.length + version.length + key.length,
  });

  private readonly computing = new Map<string, Computation>();
  /** Entries of an earlier minute are not used any more. */
  private minute = 0;

  constructor(
    private readonly clock: Clock,
    private readonly changes: StoredChanges,
  ) {}

  /** @returns an answer checked within the last second, and since the last change in this process */
  trusted(key: string): CachedAnswer | null {
    const entry = this.entries.get(key);
    return entry && this.isInTime(entry) && this.isTrusted(entry.check) ? entry : null;
  }

  /**
   * Simultaneous callers share one read of the version.
   * @param readVersion of the stored data now
   * @returns the cached answer when the version is still the same, and the version for another answer
   */
  async checked(
    key: string,
    readVersion: () => Promise<AnswerVersion>,
  ): Promise<{ answer: CachedAnswer | null; read: VersionRead }> {
    const entry = this.entries.get(key);
    if (!entry || !this.isInTime(entry)) return { answer: null, read: await this.read(readVersion) };
    entry.checking ??= this.read(readVersion).finally(() => (entry.checking = null));
    const read = await entry.checking;
    if (!this.isTrusted(read.check)) return { answer: null, read: await this.read(readVersion) };
    if (read.version.version !== entry.version) return { answer: null, read };
    entry.check = read.check;
    return { answer: entry, read };
  }

  /**
   * An answer that another request computes now: same version, same minute, begun after the last change of this
   * process. All who wait ask at once when a minute ends, and one of them computes.
   * @returns null when there is none, or when it failed
   */
  shared(key: string, { version }: VersionRead): Promise<Computed | null> | null {
    const known = this.computing.get(key);
    if (!known) return null;
    const { check, version: begunWith } = known.read;
    const isSame =
      begunWith.version === version.version &&
      check.clearings === this.changes.clearings &&
      this.minuteOf(check.at) === this.minuteOf(this.clock.now()) &&
      this.isTrusted(check);
    return isSame ? known.done : null;
  }

  /** @returns a function that must be called, with null when there is no answer */
  begin(key: string, read: VersionRead): (computed: Computed | null) => void {
    let settle: (computed: Computed | null) => void = () => undefined;
    const computation = { read, done: new Promise<Computed | null>((resolve) => (settle = resolve)) };
    this.computing.set(key, computation);
    return (computed) => {
      if (this.computing.get(key) === computation) this.computing.delete(key);
      settle(computed);
    };
  }

  /** @param until milliseconds UTC */
  set(
    key: string,
    answer: CachedAnswer,
    { version: { version, freshUntil }, check }: VersionRead,
    until: number,
  ): void {
    const minute = this.minuteOf(check.at);
    if (minute !== this.minuteOf(this.clock.now())) return;
    if (minute !== this.minute) this.entries.clear();
    this.minute = minute;
    this.entries.set(key, {
      ...answer,
      version,
      minute,
      until: Math.min(freshUntil, until),
      check,
      checking: null,
    });
  }

  get characters(): number {
    return this.entries.calculatedSize;
  }

  /** The check is dated before the read, so that changes during the read are noticed. */
  private async read(readVersion: () => Promise<AnswerVersion>): Promise<VersionRead> {
    const check = {
      changes: this.changes.count,
      clearings: this.changes.clearings,
      at: this.clock.now(),
      elapsed: this.clock.elapsed(),
    };
    return { version: await readVersion(), check };
  }

  private isInTime({ minute, until, check }: Entry): boolean {
    const now = this.clock.now();
    return this.minuteOf(now) === minute && now < until && check.clearings === this.changes.clearings;
  }

  private isTrusted({ changes, at, elapsed }: Check): boolean {
    const age = this.clock.now() - at;
    return (
      changes === this.changes.count &&
      age >= 0 &&
      age < TRUSTED_MS &&
      this.clock.elapsed() - elapsed < TRUSTED_MS
    );
  }

  private minuteOf(at: number): number {
    return Math.floor(at / MINUTE_MS);
  }
}
