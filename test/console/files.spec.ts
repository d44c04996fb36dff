import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import express from 'express';
import { consoleFiles } from '../../src/http/console/console-files';

describe('the files of the console', () => {
  const folder = mkdtempSync(join(tmpdir(), 'console-'));
  let server: Server;
  let url: string;

  beforeAll(async () => {
    mkdirSync(join(folder, 'assets'));
    mkdirSync(join(folder, 'api'));
    writeFileSync(join(folder, 'index.html'), '<p>console</p>');
    writeFileSync(join(folder, 'assets', 'main-ABC.js'), 'export {};');
    writeFileSync(join(folder, 'api', 'secret.txt'), 'never served');
    const files = consoleFiles(folder);
    const app = express();
    if (files) app.use(files);
    app.use((request, response) => {
      response.status(404).json({ detail: 'Not Found', path: request.path });
    });
    server = createServer(app);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(async () => {
    await new Promise((resolve) => server.close(resolve));
    rmSync(folder, { recursive: true });
  });

  it('has a page that is always asked for again, under a strict policy', async () => {
    const page = await fetch(`${url}/`);
    expect(await page.text()).toBe('<p>console</p>');
    expect(page.headers.get('cache-control')).toBe('no-cache');
    const policy = page.headers.get('content-security-policy') ?? '';
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("script-src 'self'");
    expect(policy).not.toContain('unsafe');
  });

  it('has scripts that are stored for a year', async () => {
    const script = await fetch(`${url}/assets/main-ABC.js`);
    expect(script.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(script.headers.get('content-type')).toContain('javascript');
  });

  it.each([
    ['GET', '/api/unknown'],
    ['GET', '/api/secret.txt'],
    ['GET', '/API/secret.txt'],
    ['GET', '/health'],
    ['GET', '/metrics'],
    ['GET', '/assets/none.js'],
    ['GET', '/..%2f..%2fpackage.json'],
    ['POST', '/'],
    ['DELETE', '/assets/main-ABC.js'],
  ])('leaves %s %s to the service', async (method, path) => {
    const answer = await fetch(url + path, { method });
    expect(answer.status).toBeGreaterThanOrEqual(400);
    expect(await answer.text()).not.toContain('never served');
  });

  it('is nothing where the console is not built', () => {
    expect(consoleFiles(join(folder, 'assets'))).toBeNull();
  });
});
