import type { INestApplication } from '@nestjs/common';
import { DocumentBuilder, SwaggerModule, type OpenAPIObject } from '@nestjs/swagger';
import { API_VERSION } from './dialects';

/** Swagger UI at /api/docs, the document at /api/docs-json. Built on first demand. */
export function serveDocs(app: INestApplication): void {
  SwaggerModule.setup('api/docs', app, () => describeApi(app), { jsonDocumentUrl: 'api/docs-json' });
}

/** The OpenAPI document of an application. Complete only when built by `nest build`, whose plugin adds the comments. */
export function describeApi(app: INestApplication): OpenAPIObject {
  const config = new DocumentBuilder()
    .setTitle('Cost basis and tax reporting')
    .setVersion(API_VERSION)
    .addBearerAuth({ type: 'http', scheme: 'bearer', bearerFormat: 'JWT' }, 'session')
    .addApiKey({ type: 'apiKey', in: 'header', name: 'X-API-Key' }, 'api_key')
    .addApiKey({ type: 'apiKey', in: 'header', name: 'X-Partner-Key' }, 'partner')
    .build();
  return SwaggerModule.createDocument(app, config);
}
