import { getSchemaPath, type OpenAPIObject } from '@nestjs/swagger';

type Schemas = NonNullable<NonNullable<OpenAPIObject['components']>['schemas']>;
export type Schema = Schemas[string];
/** Shapes of the wire that no DTO has: what surrounds data, and what failures look like. */
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
  Meta: {
    type: 'object',
    required: ['request_id', 'timestamp', 'version'],
    properties: {
      request_id: { type: 'string', format: 'uuid' },
      timestamp: { type: 'string', format: 'date-time' },
      version: { type: 'string' },
    },
  },
  Pagination: {
    type: 'object',
    required: ['page', 'per_page', 'total', 'total_pages', 'has_more'],
    properties: {
      page: { type: 'integer', minimum: 1 },
      per_page: { type: 'integer', minimum: 1 },
      total: { type: 'integer', minimum: 0 },
      total_pages: { type: 'integer', minimum: 0 },
      has_more: { type: 'boolean' },
    },
  },
  CursorPagination: {
    allOf: [
      { $ref: '#/components/schemas/Pagination' },
      {
        type: 'object',
        required: ['next_cursor'],
        properties: {
          next_cursor: {
            type: ['string', 'null'],
            description: '`cursor` of the next page; null when no entry follows',
            example: null,
          },
        },
      },
    ],
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
  ErrorDetail: {
    type: 'object',
    required: ['detail'],
    properties: {
      detail: { type: 'string' },
      error_code: { $ref: '#/components/schemas/ErrorCode' },
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
