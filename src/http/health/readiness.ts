import { Injectable, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';

export type Phase = 'starting' | 'migrating' | 'ready' | 'stopping';

/** Load balancers read it at /health/ready. */
@Injectable()
export class Readiness implements OnApplicationBootstrap, BeforeApplicationShutdown {
  #phase: Phase = 'starting';

  get phase(): Phase {
    return this.#phase;
  }

  /** A boot that migrates already listens. Stopping is final. */
  enter(phase: Phase): void {
    if (this.#phase !== 'stopping') this.#phase = phase;
  }

  onApplicationBootstrap(): void {
    if (this.#phase === 'starting') this.enter('ready');
  }

  beforeApplicationShutdown(): void {
    this.enter('stopping');
  }
}
