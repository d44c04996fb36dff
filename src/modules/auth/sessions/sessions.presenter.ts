import type { SessionResponse } from './sessions.shapes.dto';

interface Session {
  id: string;
  createdAt: Date;
  lastActiveAt: Date | null;
  expiresAt: Date;
  ipAddress: string;
  userAgent: string;
}

export const toSession = (session: Session, current: string | null): SessionResponse => ({
  session_id: session.id,
  is_current: session.id === current,
  created_at: session.createdAt.toISOString(),
  last_active_at: (session.lastActiveAt ?? session.createdAt).toISOString(),
  expires_at: session.expiresAt.toISOString(),
  ip_address: session.ipAddress,
  user_agent: session.userAgent,
});
