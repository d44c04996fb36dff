/** @source spec 5 */
export const PERMISSIONS = {
  'read:holdings': 'Read wallet holdings and positions',
  'read:transactions': 'Read transaction history',
  'read:lots': 'Read tax lot details',
  'read:tax-reports': 'Read tax reports and Form 8949',
  'write:portfolios': 'Create and manage portfolios',
  'write:webhooks': 'Create and manage webhooks',
  'admin:api-keys': 'Manage API keys',
} as const satisfies Record<string, string>;

export type Permission = keyof typeof PERMISSIONS;
export const PERMISSION_NAMES = Object.keys(PERMISSIONS) as readonly Permission[];
