import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** Includes processes of other users. */
export function isAlive(pid: number): boolean {
  if (!Number.isInteger(pid) || pid <= 0) return false;
  try {
    process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
  return stateOf(pid) !== 'Z';
}

/** Differs between two processes with the same id: containers reuse ids quickly. Null without such a process. */
export function birthOf(pid: number): string | null {
  if (process.platform === 'linux') return statFields(pid)?.[19] ?? null;
  return ps(pid, 'lstart=');
}

export function commandOf(pid: number): string | null {
  if (process.platform !== 'linux') return ps(pid, 'args=');
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim();
  } catch {
    return null;
  }
}

/** @returns false when the process still runs after `timeoutMs` */
export async function waitUntilGone(pid: number, timeoutMs: number): Promise<boolean> {
  for (let waited = 0; isAlive(pid); waited += 20) {
    if (waited >= timeoutMs) return false;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  return true;
}

function stateOf(pid: number): string | null {
  return process.platform === 'linux' ? (statFields(pid)?.[0] ?? null) : null;
}

/** Fields of /proc/<pid>/stat after the command name, which can contain spaces and brackets. */
function statFields(pid: number): string[] | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  } catch {
    return null;
  }
}

function ps(pid: number, column: string): string | null {
  try {
    return execFileSync('ps', ['-o', column, '-p', String(pid)], { encoding: 'utf8' }).trim() || null;
  } catch {
    return null;
  }
}
