import { existsSync, mkdirSync, rmdirSync, writeFileSync } from 'node:fs';

/**
 * Gives each process a fixed share of a processor, as a smaller machine of its own would. Linux, as root: control groups of
 * version 1 or 2.
 */
const PERIOD_US = 10_000;
const VERSION_1 = '/sys/fs/cgroup/cpu';
const VERSION_2 = '/sys/fs/cgroup';

/** @returns a function that ends the limit. Call it when the processes have ended */
export function limitProcessor(pids: readonly number[], share: number): () => void {
  const isVersion1 = existsSync(`${VERSION_1}/cpu.shares`);
  const quota = String(Math.round(PERIOD_US * share));
  const groups = pids.map((pid) => `${isVersion1 ? VERSION_1 : VERSION_2}/cost-basis-bench-${pid}`);
  if (!isVersion1) writeFileSync(`${VERSION_2}/cgroup.subtree_control`, '+cpu');
  for (const [i, group] of groups.entries()) {
    mkdirSync(group);
    if (isVersion1) {
      writeFileSync(`${group}/cpu.cfs_period_us`, String(PERIOD_US));
      writeFileSync(`${group}/cpu.cfs_quota_us`, quota);
    } else writeFileSync(`${group}/cpu.max`, `${quota} ${PERIOD_US}`);
    writeFileSync(`${group}/cgroup.procs`, String(pids[i]));
  }
  return () => groups.forEach((group) => rmdirSync(group));
}
