import { readFileSync } from 'node:fs';

const SERVICE = /launcher\/serve\.js/;

const childrenOf = (pid: number): number[] =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').filter(Boolean).map(Number);

/** @returns the service process of a launcher, or null while there is none */
export function servicePid(launcher: number): number | null {
  const isService = (pid: number): boolean => SERVICE.test(readFileSync(`/proc/${pid}/cmdline`, 'utf8'));
  return childrenOf(launcher).find(isService) ?? null;
}
