import { getSchemaPath, type OpenAPIObject } from '@nestjs/swagger';

type Schemas = NonNullable<NonNullable<OpenAPIObject['components']>['schemas']>;
export type Schema = Schemas[string];
/** Shapes of the wire that a class cannot describe. */
export const SCHEMAS = {
  Decimal: {
    type: 'string',
    pattern: '^-?\\d+(\\.\\d+)?$',
    description: 'An exact decimal number as text, without an exponent',
    example: '1.5',
  },
  DateOrTime: {
    type: 'string',
    description: 'A day (`YYYY-MM-DD`) or a time (ISO 8601)',
    example: '2024-01-31',
  },
  ErrorEnvelope: {
    type: 'object',
    required: ['success', 'error', 'meta'],
    properties: {
      success: { type: 'boolean', enum: [false] },
      error: {
        type: 'object',
        required: ['code', 'message'],
        properties: {
          code: {
            allOf: [{ $ref: '#/components/schemas/ErrorCode' }],
            description: 'stable; branch on this',
          },
          message: { type: 'string', description: 'for people; may change' },
          details: { type: 'object', additionalProperties: true },
          field: { type: 'string', description: 'the offending field of a validation error' },
        },
      },
      meta: { $ref: '#/components/schemas/Meta' },
    },
  },
  ValidationErrorDetail: {
    type: 'object',
    required: ['detail'],
    properties: {
      detail: {
        type: 'array',
        items: {
          type: 'object',
          required: ['loc', 'msg', 'type'],
          properties: {
            loc: { type: 'array', items: { oneOf: [{ type: 'string' }, { type: 'integer' }] } },
            msg: { type: 'string' },
            type: { type: 'string' },
          },
        },
      },
    },
  },
  RequestTimeout: {
    type: 'object',
    required: ['error'],
    properties: { error: { type: 'string', enum: ['Request timeout'] } },
  },
} as const satisfies Schemas;

export const ref = (name: string): { $ref: string } => ({ $ref: getSchemaPath(name) });
