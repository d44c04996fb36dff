import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { buildIfStale } from '../journeys/product';
import { until } from '../support/until';

const ROOT = join(__dirname, '../..');

/** Runs `npm run mcp`, writes the messages, and closes stdin at once, as `npm run -s mcp < file` does. */
async function pipe(url: string, ids: readonly number[]): Promise<{ answers: unknown[]; code: unknown }> {
  const child = spawn(process.execPath, [join(ROOT, 'scripts/run.cjs'), 'launcher/mcp'], {
    env: { PATH: process.env['PATH'] ?? '', MCP_API_KEY: 'cbk_x', MCP_URL: url },
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  const ended = once(child, 'close');
  child.stdin.end(ids.map((id) => `${JSON.stringify({ jsonrpc: '2.0', id, method: 'ping' })}\n`).join(''));
  const out = await text(child.stdout);
  const [code] = (await ended) as unknown[];
  return {
    answers: out
      .split('\n')
      .filter(Boolean)
      .map((line): unknown => JSON.parse(line)),
    code,
  };
}

beforeAll(() => buildIfStale());

it('answers what it was sent before stdin ended', async () => {
  let answered = 0;
  const server = createServer((request, response) => {
    void text(request).then(async (body) => {
      const { id } = JSON.parse(body) as { id: number };
      await until(() => answered === id - 1);
      answered += 1;
      response.setHeader('Content-Type', 'application/json');
      response.end(JSON.stringify({ jsonrpc: '2.0', id, result: {} }));
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const { answers, code } = await pipe(`http://127.0.0.1:${port}/mcp`, [1, 2, 3]);
  server.close();
  expect(answers).toEqual([1, 2, 3].map((id) => ({ jsonrpc: '2.0', id, result: {} })));
  expect(code).toBe(0);
});

it('names the address at which no service answers, and what to do', async () => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  const url = `http://127.0.0.1:${port}/mcp`;
  const { answers } = await pipe(url, [1]);
  expect(answers).toEqual([
    {
      jsonrpc: '2.0',
      id: 1,
      error: {
        code: -32_603,
        message: `No answer from ${url} (ECONNREFUSED): start the service, or set MCP_URL to its /mcp.`,
      },
    },
  ]);
});
