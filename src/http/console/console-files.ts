import { existsSync } from 'node:fs';
import { basename, join } from 'node:path';
import express, { type RequestHandler } from 'express';

const SERVICE_PATH = /^\/(api|health|metrics)(\/|$)/i;
const YEAR_SECONDS = 31_536_000;

const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ');

/**
 * Serves `index.html` at `/`, and files whose names contain the hash of their contents. Other paths continue to the
 * routes.
 * @returns null when the console is not built
 */
export function consoleFiles(folder = builtConsole()): RequestHandler | null {
  if (!existsSync(join(folder, 'index.html'))) return null;
  const files = express.static(folder, {
    redirect: false,
    dotfiles: 'ignore',
    cacheControl: false,
    setHeaders: (response, path) => {
      const isPage = path.endsWith('.html');
      response.setHeader('Cache-Control', isPage ? 'no-cache' : `public, max-age=${YEAR_SECONDS}, immutable`);
      response.setHeader('Content-Security-Policy', POLICY);
    },
  });
  return (request, response, next) => {
    if (!['GET', 'HEAD'].includes(request.method) || SERVICE_PATH.test(request.path)) next();
    else files(request, response, next);
  };
}

function builtConsole(): string {
  const root = join(__dirname, '..', '..', '..');
  return basename(root) === 'dist' ? join(root, 'console') : join(root, 'dist', 'console');
}
