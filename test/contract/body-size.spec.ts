import { createGzip, gzipSync, brotliCompressSync, deflateSync } from 'node:zlib';
import { post, startHttpApp, type RunningHttpApp } from './http-app';
import { EnvelopeRoutes, LedgerRoutes } from './echo.controller';

const MIB = 1024 * 1024;
let running: RunningHttpApp;
beforeAll(async () => {
  running = await startHttpApp({ controllers: [EnvelopeRoutes, LedgerRoutes] });
});
afterAll(() => running.close());

/** A valid body of exactly so many bytes. */
const bodyOf = (bytes: number): string => {
  const [head, tail] = ['{"metadata":{"text":"', '"}}'];
  return head + 'a'.repeat(bytes - head.length - tail.length) + tail;
};

describe('size', () => {
  it('1 MiB is taken, a byte more is not', async () => {
    expect((await post(running.url, '/api/v1/echo/named', bodyOf(MIB))).status).toBe(201);
    const refused = await post(running.url, '/api/v1/echo/named', bodyOf(MIB + 1));
    expect([refused.status, refused.body.error]).toEqual([
      413,
      {
        code: 'PAYLOAD_TOO_LARGE',
        message: 'The request body is too large',
        details: { limit_bytes: MIB },
      },
    ]);
  });

  it('of a ledger it is 32 MiB', async () => {
    expect((await post(running.url, '/api/calculate/cost-basis', bodyOf(32 * MIB))).status).toBe(201);
    const refused = await post(running.url, '/api/calculate/cost-basis', bodyOf(32 * MIB + 1));
    expect([refused.status, refused.body]).toEqual([
      413,
      { detail: 'The request body is too large', error_code: 'PAYLOAD_TOO_LARGE' },
    ]);
  });

  it('holds for a body that does not say its length', async () => {
    const chunk = new TextEncoder().encode('a'.repeat(64 * 1024));
    let left = 40;
    const stream = new ReadableStream<Uint8Array>({
      pull(controller) {
        if (left-- > 0) controller.enqueue(chunk);
        else controller.close();
      },
    });
    const response = await fetch(`${running.url}/api/v1/echo/named`, {
      method: 'POST',
      body: stream,
      headers: { 'Content-Type': 'application/json' },
      duplex: 'half',
    });
    expect(response.status).toBe(413);
  });

  it('the connection is fit for the next request', async () => {
    const answers: number[] = [];
    for (const bytes of [MIB + 1, 100, 3 * MIB, 200])
      answers.push((await post(running.url, '/api/v1/echo/named', bodyOf(bytes))).status);
    expect(answers).toEqual([413, 201, 413, 201]);
  });
});

describe('compressed bodies', () => {
  const named = (body: Uint8Array, encoding: string) =>
    post(running.url, '/api/v1/echo/named', body, { 'Content-Encoding': encoding });

  it.each([
    ['gzip', gzipSync],
    ['deflate', deflateSync],
    ['br', brotliCompressSync],
  ])('%s is read', async (encoding, compress) => {
    const answer = await named(compress(Buffer.from('{"name":"packed"}')), encoding);
    expect(answer.body.data).toEqual({ name: 'packed' });
  });

  it.each(['br2', 'gzip, gzip', 'constructor'])('%s is not known', async (encoding) => {
    const answer = await named(Buffer.from('{}'), encoding);
    expect([answer.status, answer.body.error.code]).toEqual([400, 'INVALID_REQUEST']);
  });

  it.each([
    ['garbage', Buffer.from('not an archive')],
    ['an archive cut short', gzipSync(bodyOf(1000)).subarray(0, 20)],
  ])('%s is refused', async (_name, body) => {
    const answer = await named(body, 'gzip');
    expect([answer.status, answer.body.error.code]).toEqual([400, 'INVALID_REQUEST']);
  });

  it('counts what comes out, not what comes in', async () => {
    const answer = await named(gzipSync(bodyOf(MIB + 1)), 'gzip');
    expect([answer.status, answer.body.error.code]).toEqual([413, 'PAYLOAD_TOO_LARGE']);
  });

  // test/abuse measures the memory of the process meanwhile.
  it('a bomb is refused', async () => {
    const bomb = await zeros(128 * MIB);
    expect(bomb.length).toBeLessThan(MIB);
    expect((await named(bomb, 'gzip')).status).toBe(413);
  });
});

/** That many zero bytes, as gzip. */
async function zeros(bytes: number): Promise<Buffer> {
  const gzip = createGzip({ level: 9 });
  const packed: Buffer[] = [];
  gzip.on('data', (chunk: Buffer) => packed.push(chunk));
  const block = Buffer.alloc(16 * MIB);
  for (let done = 0; done < bytes; done += block.length)
    if (!gzip.write(block)) await new Promise((resolve) => gzip.once('drain', resolve));
  gzip.end();
  await new Promise((resolve) => gzip.once('end', resolve));
  return Buffer.concat(packed);
}
