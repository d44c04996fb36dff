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
