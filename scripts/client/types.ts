import type { OpenApi, Schema } from './document';

const NOTE = '/* Written by `npm run client` from the OpenAPI document of the service. Do not edit. */\n';

/** The schemas of a document as TypeScript. */
export function schemaTypes({ components }: OpenApi): string {
  const names = Object.keys(components.schemas).sort();
  return [NOTE, ...names.map((name) => declaration(name, components.schemas[name] ?? {}))].join('\n');
}

function declaration(name: string, schema: Schema): string {
  const text = docOf(schema, '');
  if (isPlainObject(schema)) return `${text}export interface ${name} ${objectType(schema, '')}\n`;
  return `${text}export type ${name} = ${typeOf(schema, '')};\n`;
}

const isPlainObject = ({ properties, allOf, anyOf, oneOf, additionalProperties }: Schema): boolean =>
  properties !== undefined && !allOf && !anyOf && !oneOf && typeof additionalProperties !== 'object';

/** A schema as a type. @param indent of the line that it starts on; @param prefix of named types */
export function typeOf(schema: Schema, indent: string, prefix = ''): string {
  const { $ref, enum: values, allOf, anyOf, oneOf } = schema;
  const inner = (each: Schema): string => typeOf(each, indent, prefix);
  if ($ref !== undefined) return prefix + ($ref.split('/').at(-1) ?? 'unknown');
  if (values) return values.map((value) => quoted(value)).join(' | ');
  if (allOf) return allOf.map((each) => grouped(inner(each))).join(' & ');
  const alternatives = anyOf ?? oneOf;
  if (alternatives) return [...new Set(alternatives.map(inner))].join(' | ');
  return [schema.type ?? 'any value']
    .flat()
    .map((type) => simpleType(type, schema, indent, prefix))
    .join(' | ');
}

function simpleType(type: string, schema: Schema, indent: string, prefix: string): string {
  switch (type) {
    case 'string':
      return schema.format === 'binary' ? 'Blob' : 'string';
    case 'integer':
    case 'number':
      return 'number';
    case 'boolean':
    case 'null':
      return type;
    case 'array':
      return `${grouped(typeOf(schema.items ?? {}, indent, prefix))}[]`;
    case 'object':
      return objectType(schema, indent, prefix);
    default:
      return 'unknown';
  }
}

function objectType(schema: Schema, indent: string, prefix = ''): string {
  const { properties, additionalProperties: further, required = [] } = schema;
  if (!properties)
    return `Record<string, ${typeof further === 'object' ? typeOf(further, indent, prefix) : 'unknown'}>`;
  const deeper = `${indent}  `;
  const lines = Object.entries(properties).map(([name, property]) => {
    const mark = required.includes(name) ? '' : '?';
    return `${docOf(property, deeper)}${deeper}${keyOf(name)}${mark}: ${typeOf(property, deeper, prefix)};\n`;
  });
  return `{\n${lines.join('')}${indent}}`;
}

const keyOf = (name: string): string => (/^[A-Za-z_]\w*$/.test(name) ? name : quoted(name));

const grouped = (type: string): string => (/[|&]/.test(type) && !type.startsWith('{') ? `(${type})` : type);

/** A value in single quotes, or as it is. */
export const quoted = (value: unknown): string =>
  typeof value === 'string' ? `'${value.replace(/[\\']/g, '\\$&')}'` : JSON.stringify(value);

/** A comment; empty for a schema that has nothing to add to its name. */
export function docOf(
  { description = '', deprecated }: Pick<Schema, 'description' | 'deprecated'>,
  indent: string,
) {
  const text = [description, deprecated ? '@deprecated' : '']
    .filter(Boolean)
    .join('\n')
    .replaceAll('*/', '* /');
  if (text === '') return '';
  const lines = text.split('\n');
  if (lines.length === 1) return `${indent}/** ${text} */\n`;
  return `${indent}/**\n${lines.map((line) => `${indent} *${line && ` ${line}`}\n`).join('')}${indent} */\n`;
}

export { NOTE };
