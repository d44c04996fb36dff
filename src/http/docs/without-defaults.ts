import type { OpenAPIObject } from '@nestjs/swagger';
import type { Operation } from '../openapi/documented';

type Parameter = NonNullable<Operation['parameters']>[number];

/** The page fills defaults into its form and sends them. Here only the description states a default. */
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
