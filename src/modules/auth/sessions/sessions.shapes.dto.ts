/** Responses of the session routes, as they go over the wire. */

export class SessionResponse {
  /** @example "3f2b8c1e-6d4a-4f0b-9a57-1c2d3e4f5a6b" */
  session_id!: string;
  /** True for the session of this request. */
  is_current!: boolean;
  created_at!: string;
  /** The login, or the last refresh. */
  last_active_at!: string;
  expires_at!: string;
  /** Of the login. Empty when it is unknown. */
  ip_address!: string;
  /** Of the login. */
  user_agent!: string;
}

export class EndedSessionResponse {
  deleted!: true;
  session_id!: string;
}
