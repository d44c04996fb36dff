/** An API key as its owner and the review of access see it. Never the key itself. */
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
  /** Until then the text before the last rotation is accepted. */
  previousUntil: Date | null;
}

/** True while the key can be used: it is enabled, and its end is not reached. */
export const isInUse = (
  { isActive, expiresAt }: Pick<ApiKeyFacts, 'isActive' | 'expiresAt'>,
  now: number,
): boolean => isActive && (expiresAt === null || expiresAt.getTime() > now);
