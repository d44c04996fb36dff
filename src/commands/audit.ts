import { asOwner } from '../adapters/persistence/data-source';
import { SystemClock } from '../adapters/system/system-clock';
import type { Link } from '../domain/audit/chain';
import { prunableBefore } from '../domain/audit/retention';
import { AuditChainRepository } from '../modules/audit/audit-chain.repository';
import { toPruning, toVerdict, type Pruning, type Verdict } from '../modules/audit/audit-report.presenter';
import { onCurrentDatabase } from './database';

/** Works while the service writes the log. @param anchor a position noted earlier, which must still be in the chain */
export function verifyAudit(anchor: Link | null): Promise<Verdict> {
  return onCurrentDatabase((config) =>
    asOwner(config, async (owner) =>
      toVerdict(await new AuditChainRepository(owner).verify(anchor), new SystemClock().now()),
    ),
  );
}

/** Drops the months past their retention. Drops nothing when the log does not verify. */
export function pruneAudit(): Promise<Pruning> {
  return onCurrentDatabase((config) =>
    asOwner(config, async (owner) => {
      const now = new SystemClock().now();
      const before = prunableBefore(now);
      return toPruning(before, await new AuditChainRepository(owner).prune(before, now));
    }),
  );
}
