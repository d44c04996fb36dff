import type { Request } from 'express';
import { cleanText } from '../../../domain/audit/clean-text';
import { accountNetwork, clientNetwork } from '../../../http/rate-limit/client';

const MAX_AGENT_CHARS = 200;

export interface RequestOrigin {
  client: string;
  network: string;
  /** Empty when the socket is gone. */
  ipAddress: string;
  userAgent: string;
}

export const originOf = (request: Request): RequestOrigin => ({
  client: clientNetwork(request.ip),
  network: accountNetwork(request.ip),
  ipAddress: request.ip ?? '',
  userAgent: cleanText(request.get('user-agent') ?? '', MAX_AGENT_CHARS),
});
