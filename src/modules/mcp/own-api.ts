import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Injectable } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import { fromTools } from '../../http/auth/tool-calls';
import type { ApiCall } from './tool';

export interface ApiAnswer {
  status: number;
  body: unknown;
  retryAfter: string | null;
}

/**
 * Calls the routes of this process over the loopback interface with the caller's key. So access, limits, validation
 * and audit apply to tools as they are.
 */
@Injectable()
export class OwnApi {
  constructor(private readonly host: HttpAdapterHost) {}

  async call(
    { method, path, query = {}, body }: ApiCall,
    key: string,
    signal: AbortSignal,
  ): Promise<ApiAnswer> {
    const url = new URL(path, this.base());
    for (const [name, value] of Object.entries(query))
      if (value !== undefined) url.searchParams.set(name, String(value));
    const response = await fetch(url, {
      method,
      signal,
      redirect: 'error',
      headers: {
        'X-API-Key': key,
        'User-Agent': 'mcp',
        ...fromTools(),
        ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return {
      status: response.status,
      body: await response.json(),
      retryAfter: response.headers.get('retry-after'),
    };
  }

  private base(): string {
    const server = this.host.httpAdapter.getHttpServer() as Server;
    const { address, family, port } = server.address() as AddressInfo;
    if (address === '0.0.0.0') return `http://127.0.0.1:${port}`;
    if (address === '::') return `http://[::1]:${port}`;
    return family === 'IPv6' ? `http://[${address}]:${port}` : `http://${address}:${port}`;
  }
}
