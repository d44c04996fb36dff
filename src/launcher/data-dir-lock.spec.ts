import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { lockDataDir, lockHolder } from './data-dir-lock';
import { AlreadyRunningError } from '../bootstrap/launch-error';
import { birthOf } from './processes';

describe('the lock of a data directory', () => {
  let dir: string;
  const file = (): string => join(dir, 'launcher.lock');
  const leave = (holder: object): void => writeFileSync(file(), JSON.stringify(holder));

  beforeEach(() => (dir = mkdtempSync(join(tmpdir(), 'lock-'))));
  afterEach(() => rmSync(dir, { recursive: true }));

  it('is held until it is released', () => {
    const lock = lockDataDir(dir, 'server');
    expect(lockHolder(dir)).toMatchObject({ pid: process.pid, purpose: 'server', token: lock.token });
    expect(() => lockDataDir(dir, 'command')).toThrow(AlreadyRunningError);
    expect(() => lockDataDir(dir, 'command')).toThrow(`pid ${process.pid}`);
    lock.release();
    expect(lockHolder(dir)).toBeNull();
    expect(readdirSync(dir)).toEqual([]);
    lockDataDir(dir, 'command').release();
  });

  it('passes from a dead process to the next', () => {
    const { pid } = spawnSync(process.execPath, ['-e', '']);
    leave({ pid, birth: '1', token: 'of-the-dead', purpose: 'server' });
    expect(lockHolder(dir)).toBeNull();
    const lock = lockDataDir(dir, 'server');
    expect(lockHolder(dir)?.token).toBe(lock.token);
    expect(readdirSync(dir)).toEqual(['launcher.lock']);
  });

  it('is not mistaken for that of another process that was given the same id', () => {
    leave({ pid: process.pid, birth: `${birthOf(process.pid)}0`, token: 'of-the-dead', purpose: 'server' });
    expect(lockHolder(dir)).toBeNull();
    lockDataDir(dir, 'server').release();
  });

  it.each(['', 'not JSON', '{"pid":"1"}', 'null'])('is free when its file says %j', (text) => {
    writeFileSync(file(), text);
    const lock = lockDataDir(dir, 'server');
    expect(lockHolder(dir)?.token).toBe(lock.token);
  });

  it('survives a taker that died in the middle', () => {
    const { pid } = spawnSync(process.execPath, ['-e', '']);
    leave({ pid, birth: '1', token: 'a', purpose: 'server' });
    writeFileSync(`${file()}.takeover`, JSON.stringify({ pid, birth: '1', token: 'b', purpose: 'server' }));
    const lock = lockDataDir(dir, 'server');
    expect(lockHolder(dir)?.token).toBe(lock.token);
  });

  it('is left alone by the release of one who lost it', () => {
    const lock = lockDataDir(dir, 'server');
    leave({ pid: process.pid, birth: birthOf(process.pid), token: 'another', purpose: 'server' });
    lock.release();
    expect(readFileSync(file(), 'utf8')).toContain('another');
  });
});
