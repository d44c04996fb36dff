import type { INestApplication } from '@nestjs/common';
import { DocumentBuilder, SwaggerModule, type OpenAPIObject } from '@nestjs/swagger';
import { API_VERSION } from '../dialects';
import { SCHEMAS } from './schemas';
import { completeOperation } from './operations';

const INTRODUCTION = `Holdings, cost basis and US tax of EVM, Bitcoin and Solana wallets.

Answers under \`/api/v1\` come in an envelope; the other families answer plainly. Money and quantities are decimal \
strings. Every answer names its request in \`X-Request-Id\`.

The examples are what the service answers about its bundled demo wallets; longer lists are cut to two entries.`;

const METHODS = ['get', 'post', 'put', 'delete'] as const;

/** Swagger UI at /api/docs, the document at /api/docs-json. Built on first demand. */
export function serveDocs(app: INestApplication): void {
  SwaggerModule.setup('api/docs', app, () => describeApi(app), { jsonDocumentUrl: 'api/docs-json' });
}

/**
 * The OpenAPI document of an application. Summaries and response types are there only in what `nest build` built: its
 * plugin reads them from the source.
 */
export function describeApi(app: INestApplication): OpenAPIObject {
  const config = new DocumentBuilder()
    .setTitle('Cost basis and tax reporting')
    .setDescription(INTRODUCTION)
    .setVersion(API_VERSION)
    .addBearerAuth({ type: 'http', scheme: 'bearer', bearerFormat: 'JWT' }, 'session')
    .addApiKey({ type: 'apiKey', in: 'header', name: 'X-API-Key' }, 'api_key')
    .addApiKey(
      {
        type: 'apiKey',
        in: 'header',
        name: 'X-Partner-Key',
        description: 'or the query parameter `partner_key`',
      },
      'partner',
    )
    .build();
  const document = SwaggerModule.createDocument(app, config, { operationIdFactory: operationId });
  for (const [path, item] of Object.entries(document.paths))
    for (const method of METHODS) {
      const operation = item[method];
      if (operation) completeOperation(method, path, operation);
    }
  document.components = { ...document.components, schemas: { ...document.components?.schemas, ...SCHEMAS } };
  return document;
}

/** `PartnersController.validate` -> `partners_validate`. */
const operationId = (controller: string, method: string): string =>
  `${controller.replace(/Controller$/, '').replace(/^./, (first) => first.toLowerCase())}_${method}`;
