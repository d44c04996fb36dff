import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { quietLogger } from '../bootstrap/logger';
import { AppModule } from '../app.module';
import { ProcessState } from '../common/process-state';
import { loadConfig } from '../config/env';
import { describeApi } from '../http/openapi/describe-api';

/** Makes the document of the classes alone: no connection, no port. */
export async function openApi(): Promise<unknown> {
  const app = await NestFactory.create<NestExpressApplication>(
    AppModule.forRoot(loadConfig({}), new ProcessState(false)),
    {
      // Nest logs a warning in preview mode.
      logger: quietLogger('error'),
      preview: true,
      abortOnError: false,
    },
  );
  return describeApi(app);
}
