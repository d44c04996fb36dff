import type { OpenAPIObject } from '@nestjs/swagger';

type SecuritySchemes = NonNullable<NonNullable<OpenAPIObject['components']>['securitySchemes']>;

/** The first page of the document. */
export const INTRODUCTION = `Holdings, cost basis and US tax of EVM, Bitcoin and Solana wallets.

**Start.** Create an account (\`POST /api/v1/auth/signup\`), follow the link in the mail, log in \
(\`POST /api/v1/auth/login\`), and create an API key (\`POST /api/v1/api-keys\`). Send the key in \`X-API-Key\`.

**Answers.** Responses under \`/api/v1\` have an envelope (\`success\`, \`data\`, \`meta\`); all other responses have \
none. Money and quantities are decimal text. Times are ISO 8601 UTC. Every response has an \`X-Request-Id\` header.

**Lists.** \`page\` and \`per_page\` choose a part of a list. Long lists also have \`pagination.next_cursor\`: send it as \
\`cursor\`, with the same filters, and entries that arrive meanwhile neither repeat others nor hide them. Lists \
of transactions take \`updated_since\`: they return what changed since, and \`meta.deleted_ids\`; poll again with \
\`meta.updated_until\`.

**Failures.** Branch on \`error.code\` (\`error_code\` outside \`/api/v1\`) and on the HTTP status. After a 429 or 503, \
wait as many seconds as \`Retry-After\` states.

**Versions.** Additions come without notice: ignore fields that you do not know. A removal is announced at least twelve \
months before, by the headers \`Deprecation\` and \`Sunset\`.

The examples are responses of this service for its bundled demo wallets; longer lists are cut to two entries.`;

export const LICENSE = { name: 'MIT', identifier: 'MIT' };

/** SECURITY_SCHEMES: where each credential comes from. @source spec 5 */
export const SECURITY_SCHEMES = {
  session: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'JWT',
    description:
      'The `access_token` of `POST /api/v1/auth/login`, valid for 15 minutes. `POST /api/v1/auth/refresh` gives a new one to the holder of the `refresh_token` cookie. The cookie `access_token` counts as well.',
  },
  api_key: {
    type: 'apiKey',
    in: 'header',
    name: 'X-API-Key',
    description:
      'A key of `POST /api/v1/api-keys`, shown once. It has the permissions that it was created with; each operation names the one it needs.',
  },
  partner: {
    type: 'apiKey',
    in: 'header',
    name: 'X-Partner-Key',
    description:
      'A key that the operator gives to a partner; also taken as the query parameter `partner_key`.',
  },
} as const satisfies SecuritySchemes;
