import type { OpenAPIObject } from '@nestjs/swagger';
import type { Operation } from './operation';
import { toJsonSchema, toNamedSchema } from './json-schema';
import type { Schema } from './schemas';

type Paths = OpenAPIObject['paths'];
type Response = NonNullable<Operation['responses'][string]>;
type Content = NonNullable<Exclude<Response, { $ref: string }>['content']>;

type Parameter = NonNullable<Operation['parameters']>[number];

const METHODS = ['get', 'post', 'put', 'delete'] as const;

/** A document of OpenAPI 3.0 as one of 3.1. */
export function toOpenApi31(document: OpenAPIObject): OpenAPIObject {
  const { components = {} } = document;
  const schemas = Object.entries(components.schemas ?? {}).map(([name, schema]) => [
    name,
    toNamedSchema(schema),
  ]);
  convertPaths(document.paths);
  convertPaths(document.webhooks ?? {});
  return {
    ...document,
    openapi: '3.1.0',
    components: { ...components, schemas: Object.fromEntries(schemas) as Record<string, Schema> },
  };
}

function convertPaths(paths: Paths): void {
  for (const item of Object.values(paths))
    for (const method of METHODS) {
      const operation = item[method];
      if (operation) convertOperation(operation);
    }
}

function convertOperation({ parameters = [], requestBody, responses }: Operation): void {
  for (const parameter of parameters)
    if ('schema' in parameter && parameter.schema) parameter.schema = toJsonSchema(parameter.schema);
  if (requestBody && 'content' in requestBody) convertContent(requestBody.content);
  for (const response of Object.values(responses))
    if (response && 'content' in response && response.content) convertContent(response.content);
}

function convertContent(content: Content): void {
  for (const media of Object.values(content)) if (media.schema) media.schema = toJsonSchema(media.schema);
}

/**
 * The document as the page shows it. The page fills defaults into its form and then sends them: here they stand in the
 * description alone.
 */
export function withoutDefaults(document: OpenAPIObject): OpenAPIObject {
  const copy = structuredClone(document);
  for (const item of Object.values(copy.paths))
    for (const operation of [item.get, item.post, item.put, item.delete])
      for (const parameter of operation?.parameters ?? []) describeDefault(parameter);
  return copy;
}

function describeDefault(parameter: Parameter): void {
  if (!('schema' in parameter) || !parameter.schema || !('default' in parameter.schema)) return;
  const { default: value, ...schema } = parameter.schema as { default?: unknown };
  parameter.schema = schema;
  if (Array.isArray(value)) return;
  const words = `Default: \`${String(value)}\`.`;
  parameter.description = parameter.description ? `${parameter.description}. ${words}` : words;
}
