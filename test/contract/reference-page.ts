import { type Permission, PERMISSION_NAMES, PERMISSIONS } from '../../src/domain/access/permissions';
import { ERRORS } from '../../src/domain/kernel/errors';
import type { RouteAccess } from '../../src/http/auth/route-access-table';

/** `docs/reference.md`: the errors, and the routes that each permission of an API key opens. */
export const referencePage = (routes: readonly RouteAccess[]): string =>
  [
    '# Errors and permissions',
    '',
    'Written by `npm run reference` from the code of the service. Do not edit.',
    '',
    '## Errors',
    '',
    'Answers under `/api/v1` have `error.code`, other families `error_code`. `message` is for people and can change.',
    '',
    ...table(
      ['Code', 'Status', 'Default message'],
      Object.entries(ERRORS).map(([code, { status, message }]) => [`\`${code}\``, String(status), message]),
    ),
    '',
    'A request that takes longer than its time limit answers 504 `{"error": "Request timeout"}`.',
    '',
    '## Permissions of an API key',
    '',
    'A session has all permissions of its account. Routes that are not listed take no API key, or need none. A route ' +
      'with a variable takes a key only while the service has that variable; otherwise a key gets 401.',
    '',
    ...table(
      ['Permission', 'Opens', 'Routes'],
      PERMISSION_NAMES.map((permission) => [
        `\`${permission}\``,
        PERMISSIONS[permission],
        routesOf(routes, permission).join('<br>'),
      ]),
    ),
    '',
  ].join('\n');

function routesOf(routes: readonly RouteAccess[], permission: Permission): string[] {
  const needs = ({ access }: RouteAccess): boolean =>
    (access !== undefined && 'permission' in access && access.permission === permission) ||
    (access?.kind === 'admin' && permission === 'admin:api-keys');
  const only = ({ access }: RouteAccess): string =>
    access?.kind === 'session-or-key' ? ` with \`${access.when}=true\`` : '';
  return routes
    .filter(needs)
    .map((route) => `\`${route.method} ${route.path.replace(/:(\w+)/g, '{$1}')}\`${only(route)}`)
    .sort();
}

const table = (head: readonly string[], rows: readonly (readonly string[])[]): string[] =>
  [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`);
