import { gzipSync } from 'node:zlib';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { SwaggerModule, type OpenAPIObject } from '@nestjs/swagger';
import type { Express } from 'express';
import { withoutDefaults } from './without-defaults';
import { writtenDocument } from './written-document';

/** The first request prepares page and document, and they are kept: request limits do not apply to them. */
export function serveDocs(app: NestExpressApplication): void {
  let made: Promise<OpenAPIObject> | undefined;
  const making = (): Promise<OpenAPIObject> => (made ??= documentOf(app));
  let packing: Promise<Packed> | undefined;
  const express: Express = app.getHttpAdapter().getInstance();
  express.get('/api/docs-json', async (request, response) => {
    const { plain, packed } = await (packing ??= making().then(pack));
    const isPacked = request.acceptsEncodings('gzip') === 'gzip';
    response.type('application/json').vary('Accept-Encoding');
    if (isPacked) response.setHeader('Content-Encoding', 'gzip');
    response.send(isPacked ? packed : plain);
  });
  // The page asks for the document without waiting for it.
  let document: OpenAPIObject | undefined;
  express.use('/api/docs', async (_request, _response, next) => {
    document ??= withoutDefaults(await making());
    next();
  });
  SwaggerModule.setup('api/docs', app, () => document as OpenAPIObject, { raw: false });
}

/** The generators are loaded only when no document was written. */
async function documentOf(app: NestExpressApplication): Promise<OpenAPIObject> {
  return writtenDocument() ?? (await import('../openapi/describe-api.js')).describeApi(app);
}

interface Packed {
  plain: Buffer;
  packed: Buffer;
}

function pack(document: OpenAPIObject): Packed {
  const plain = Buffer.from(JSON.stringify(document));
  return { plain, packed: gzipSync(plain) };
}
