import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { quietLogger } from '../bootstrap/logger';
import { AppModule } from '../app.module';
import { openApiDocument } from '../bootstrap/setup';
import { loadConfig } from '../config/env';

/** Read off the classes alone: nothing is connected, nothing listens. */
export async function openApi(): Promise<unknown> {
  const app = await NestFactory.create<NestExpressApplication>(AppModule.forRoot(loadConfig({})), {
    // Preview mode announces itself as a warning.
    logger: quietLogger('error'),
    preview: true,
    abortOnError: false,
  });
  return openApiDocument(app);
}
