import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import type { JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js';
import { LaunchError } from '../bootstrap/launch-error';
import { refuse } from '../bootstrap/process';
import { loadConfig } from '../config/env';

const FAILED = -32_603;

/** `fetch` states in its cause why a service does not answer. */
function describe(error: unknown, url: URL): string {
  if (!(error instanceof Error)) return String(error);
  const { message, cause } = error;
  if (!(cause instanceof Error)) return message;
  const why = 'code' in cause && typeof cause.code === 'string' ? cause.code : cause.message;
  return `No answer from ${url.href} (${why}): start the service, or set MCP_URL to its /mcp.`;
}

/** `npm run mcp`. Each message goes to /mcp with MCP_API_KEY: the service checks and records every call. */
async function main(): Promise<void> {
  const { MCP_API_KEY: key, MCP_URL: given, PUBLIC_BASE_URL: base } = loadConfig(process.env);
  if (key === undefined)
    throw new LaunchError('MCP_API_KEY is not set: create an API key (POST /api/v1/api-keys) and set it.');
  const url = new URL(given ?? `${base}/mcp`);
  const service = new StreamableHTTPClientTransport(url, { requestInit: { headers: { 'X-API-Key': key } } });
  const client = new StdioServerTransport();
  const running = new Set<Promise<void>>();
  const until = (work: Promise<void>): void => {
    running.add(work);
    void work.finally(() => running.delete(work));
  };
  const forward = async (message: JSONRPCMessage): Promise<void> => {
    try {
      await service.send(message);
    } catch (error) {
      const reason = describe(error, url);
      process.stderr.write(`${reason}\n`);
      if ('method' in message && 'id' in message)
        await client.send({ jsonrpc: '2.0', id: message.id, error: { code: FAILED, message: reason } });
    }
  };
  const end = async (): Promise<void> => {
    while (running.size > 0) await Promise.allSettled(running);
    process.exit(0);
  };
  service.onmessage = (message) => until(client.send(message));
  client.onmessage = (message) => until(forward(message));
  // The client closes stdin when it ends. Earlier messages still get their answers.
  process.stdin.once('end', () => void end());
  await service.start();
  await client.start();
}

main().catch(refuse);
