import type { INestApplication } from '@nestjs/common';
import { DocumentBuilder, SwaggerModule, type OpenAPIObject } from '@nestjs/swagger';
import { API_VERSION } from '../dialects';
import { eventRequests, eventSchemas } from './events';
import { addFormats } from './formats';
import { HEADERS } from './headers';
import { listSchemas, toJsonSchema } from './json-schema';
import { SHAPES } from './wire.dto';
import type { Operation } from './documented';
import { completeOperation } from './operations';
import { SCHEMAS, type Schema } from './schemas';
import { INTRODUCTION, LICENSE, SECURITY_SCHEMES } from './introduction';
import { TAGS } from './tags';
import { isOptionalBody } from '../validation/validation.pipe';

const METHODS = ['get', 'post', 'put', 'delete'] as const;

/**
 * The OpenAPI document of an application. Only code that `npm run openapi` compiled has summaries and response types: a
 * plugin of the compiler reads them from the sources.
 */
export function describeApi(app: INestApplication): OpenAPIObject {
  const document = SwaggerModule.createDocument(app, documentConfig(), {
    operationIdFactory: operationId,
    extraModels: SHAPES,
  });
  const described = { ...document.components?.schemas, ...eventSchemas(), ...SCHEMAS };
  addFormats(described);
  const schemas = { ...toJsonSchema(described), ...listSchemas() };
  const paths = toJsonSchema(document.paths);
  for (const [path, item] of Object.entries(paths))
    for (const method of METHODS) {
      const operation = item[method];
      if (!operation) continue;
      closeBody(operation, schemas);
      completeOperation(method, path, operation);
    }
  return {
    ...document,
    paths,
    components: { ...document.components, headers: HEADERS, schemas },
    webhooks: eventRequests(),
  };
}

function documentConfig(): Omit<OpenAPIObject, 'paths'> {
  const builder = new DocumentBuilder()
    .setOpenAPIVersion('3.1.0')
    .setTitle('Cost basis and tax reporting')
    .setDescription(INTRODUCTION)
    .setVersion(API_VERSION)
    .addServer('/', 'this service');
  for (const { name, description } of TAGS) builder.addTag(name, description);
  for (const [name, scheme] of Object.entries(SECURITY_SCHEMES)) builder.addSecurity(name, scheme);
  const config = builder.build();
  return { ...config, info: { ...config.info, license: LICENSE } };
}

/** A body may be absent where its DTO states it. Objects of a request take the properties of their schema alone, except where the schema states what else. */
function closeBody({ requestBody }: Operation, schemas: Readonly<Record<string, Schema>>): void {
  if (!requestBody || '$ref' in requestBody) return;
  const closed = new Set<Schema>();
  const close = (schema: Schema | undefined): void => {
    if (!schema) return;
    if ('$ref' in schema) return close(schemas[schema.$ref.split('/').at(-1) ?? '']);
    if (closed.has(schema)) return;
    closed.add(schema);
    if (schema.properties) schema.additionalProperties ??= false;
    const parts = [
      ...(schema.oneOf ?? []),
      ...(schema.allOf ?? []),
      ...Object.values(schema.properties ?? {}),
    ];
    for (const part of parts) close(part);
    if (schema.type === 'array') close(schema.items);
  };
  const sent = Object.values(requestBody.content).map(({ schema }) => schema);
  for (const schema of sent) close(schema);
  requestBody.required = !sent.some(
    (schema) => schema && '$ref' in schema && isOptionalBody(schema.$ref.split('/').at(-1) ?? ''),
  );
}

/** The name of the handler, so it must be unique. The second path of a handler: `getHealth[1]` -> `getHealthAlias`. */
const operationId = (_controller: string, handler: string): string =>
  handler.replace('[0]', '').replace(/\[\d+\]$/, 'Alias');
