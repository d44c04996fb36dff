import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import type { JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js';
import { LaunchError } from '../bootstrap/launch-error';
import { refuse } from '../bootstrap/process';
import { loadConfig } from '../config/env';

/** JSON-RPC: internal error. */
const FAILED = -32_603;

/**
 * `npm run mcp`: the tools of a running service over stdin and stdout. Each message goes to its /mcp with MCP_API_KEY,
 * so that there is one table of tools, and the service checks and records every call.
 */
async function main(): Promise<void> {
  const { MCP_API_KEY: key, MCP_URL: given, PUBLIC_BASE_URL: base } = loadConfig(process.env);
  if (key === undefined)
    throw new LaunchError('MCP_API_KEY is not set: create an API key (POST /api/v1/api-keys) and set it.');
  const service = new StreamableHTTPClientTransport(new URL(given ?? `${base}/mcp`), {
    requestInit: { headers: { 'X-API-Key': key } },
  });
  const client = new StdioServerTransport();
  const forward = async (message: JSONRPCMessage): Promise<void> => {
    try {
      await service.send(message);
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      process.stderr.write(`${reason}\n`);
      if ('method' in message && 'id' in message)
        await client.send({ jsonrpc: '2.0', id: message.id, error: { code: FAILED, message: reason } });
    }
  };
  service.onmessage = (message) => void client.send(message);
  client.onmessage = (message) => void forward(message);
  // The client closes stdin when it ends.
  process.stdin.once('end', () => process.exit(0));
  await service.start();
  await client.start();
}

main().catch(refuse);
