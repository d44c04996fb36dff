import { Global, Module } from '@nestjs/common';
import { Compute } from '../../ports/work/compute';
import { ThreadOptions, ThreadPool } from './thread-pool';

@Global()
@Module({
  providers: [
    { provide: ThreadOptions, useValue: { execArgv: undefined } satisfies ThreadOptions },
    { provide: Compute, useClass: ThreadPool },
  ],
  exports: [Compute, ThreadOptions],
})
export class ComputeModule {}
