import { spawn, spawnSync } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { flagsOf, freePort, ONE_THREAD } from './run';
import { temporaryFolder } from '../support/temporary-folder';

const ROOT = resolve(__dirname, '../..');

/** Logs as the product does: a line, a request, credentials, and something hostile. */
const LOGS = `
const { createLogger } = require(${JSON.stringify(join(ROOT, 'dist/src/bootstrap/logger.js'))});
const logger = createLogger('info');
logger.info({ host: '127.0.0.1', port: 3000 }, 'listening');
logger.info({ req: { method: 'GET', path: '/health' }, res: { status: 200 }, responseTime: 7 }, 'request completed');
logger.warn({ url: '/x?token=CANARY', headers: { authorization: 'Bearer CANARY' } }, 'key cbk_CANARY0123456789 refused');
logger.warn('moves \\u001b[2Jthe cursor\\u009b1A');
process.exit(0);
`;

/** Python's standard library has a pseudo-terminal: what it reads is typed, what it prints is what the child prints. */
const ON_TERMINAL = ['-c', 'import pty, sys; sys.exit(pty.spawn(sys.argv[1:]) >> 8)', process.execPath];
import { until } from '../support/until';
const hasPython = spawnSync('python3', ['--version']).status === 0;
if (!hasPython && process.env['CI'] === 'true') throw new Error('python3 is not installed');
const withTerminal = hasPython ? it : it.skip;

describe('the log', () => {
  let folder: string;
  let script: string;
  const env = { PATH: process.env['PATH'], HOME: tmpdir(), NO_COLOR: '1' };

  beforeAll(() => {
    const build = `require(${JSON.stringify(join(ROOT, 'scripts/build-if-stale.cjs'))})()`;
    expect(spawnSync(process.execPath, ['-e', build]).status).toBe(0);
    folder = temporaryFolder('terminal-');
    script = join(folder, 'logs.cjs');
    writeFileSync(script, LOGS);
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  withTerminal('is text for people on a terminal, up to the last line before the end', () => {
    const { stdout, status } = spawnSync('python3', [...ON_TERMINAL, script], { encoding: 'utf8', env });
    expect(status).toBe(0);
    expect(stdout.split('\r\n').filter(Boolean)).toEqual([
      expect.stringMatching(/^\[\d\d:\d\d:\d\dZ\] INFO: listening \{"host":"127.0.0.1","port":3000\}$/),
      expect.stringMatching(/^\[\d\d:\d\d:\d\dZ\] INFO: GET \/health 200 7 ms$/),
      expect.stringMatching(/ WARN: key cbk_\[hidden\] refused .*token=\[hidden\]/),
      expect.stringMatching(/ WARN: moves \[2Jthe cursor1A$/),
    ]);
    expect(stdout).not.toContain('CANARY');
  });

  it('is JSON for everything else', () => {
    const { stdout } = spawnSync(process.execPath, [script], { encoding: 'utf8', env });
    const lines = stdout.trim().split('\n');
    const messages = lines.map((line) => (JSON.parse(line) as { msg: string }).msg);
    expect(messages).toHaveLength(4);
    expect(messages[0]).toBe('listening');
    expect(stdout).not.toContain('CANARY');
  });

  withTerminal('of npm start on a terminal: lines about requests, until Ctrl-C is typed', async () => {
    const PORT = await freePort();
    const line = [...flagsOf('launcher/start'), join(ROOT, 'scripts/run.cjs'), 'launcher/start'];
    const child = spawn('python3', [...ON_TERMINAL, ...line], {
      cwd: folder,
      env: { ...env, PORT, DATA_DIR: join(folder, 'data'), ...ONE_THREAD },
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    let shown = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => (shown += text));
    const ended = new Promise((wake) => child.once('close', wake));
    try {
      await until(
        () => shown,
        () => shown.includes('Ctrl-C stops everything.') || child.exitCode !== null,
      );
      const headers = { Authorization: 'Bearer CANARY' };
      const answer = await fetch(`http://127.0.0.1:${PORT}/api/v1/health?token=CANARY`, { headers });
      expect(answer.status).toBe(400);
    } finally {
      child.stdin.write('\x03');
      await ended;
    }
    expect(shown).toMatch(/^\[\d\d:\d\d:\d\dZ\] INFO: listening /m);
    expect(shown).toMatch(/(?:INFO|WARN): GET \/api\/v1\/health 400 \d+ ms /);
    expect(shown).toMatch(/INFO: stopped\r\n$/);
    expect(shown).not.toContain('CANARY');
    expect(shown).not.toContain('"level"');
  });
});
