/** Never holds the key itself. */
export interface ApiKeyFacts {
  id: string;
  keyPrefix: string;
  name: string;
  permissions: readonly string[];
  isActive: boolean;
  /** bigint as text. */
  totalRequests: string;
  createdAt: Date;
  lastUsedAt: Date | null;
  revokedAt: Date | null;
  revokeReason: string | null;
  expiresAt: Date | null;
  /** Until then the key before the last rotation is accepted. */
  previousUntil: Date | null;
}

export const isInUse = (
  { isActive, expiresAt }: Pick<ApiKeyFacts, 'isActive' | 'expiresAt'>,
  now: number,
): boolean => isActive && (expiresAt === null || expiresAt.getTime() > now);
