import type { Link } from '../../domain/audit/chain';
import { FINDINGS, type ChainCheck, type Finding } from '../../domain/audit/chain-check';
import { prunableBefore } from '../../domain/audit/retention';

interface Checkpoint extends Link {
  before: number;
  createdAt: number;
}

interface FoundBody {
  kind: Finding['kind'];
  /** `12`, or `12-15`. */
  entries: string;
  id: string | null;
  says: string;
}

export interface Verdict {
  valid: boolean;
  entries: number;
  /** Requests that entries report as left out, because the database was away too long. */
  missed: number;
  erased: number;
  /** Erased entries without separately hashed personal fields: their place is verified, their content is not. */
  place_only: number;
  /** `<count>:<hash>` of the end: note it elsewhere, and compare the chain with it later. */
  head: string | null;
  checkpoint: { at: string; before: string; created_at: string } | null;
  total_findings: number;
  findings: FoundBody[];
}

export interface Pruning {
  /** False: the entries to drop do not verify, and all of them are still there. */
  valid: boolean;
  before: string;
  dropped: number;
  checkpoint: Verdict['checkpoint'];
  findings: FoundBody[];
}

export function toVerdict(
  { check, head, checkpoint }: { check: ChainCheck; head: Link | null; checkpoint: Checkpoint | null },
  now: number,
): Verdict {
  // Months that must still be kept: `audit prune` did not drop them.
  if (checkpoint && checkpoint.before > prunableBefore(now)) check.find('early', 1, checkpoint.count);
  return {
    valid: check.found === 0,
    entries: check.rows,
    missed: check.missed,
    erased: check.erased,
    place_only: check.placeOnly,
    head: head && toText(head),
    checkpoint: toCheckpoint(checkpoint),
    total_findings: check.found,
    findings: check.findings.map(toFound),
  };
}

export const toPruning = (
  before: number,
  { check, dropped, checkpoint }: { check: ChainCheck; dropped: number; checkpoint: Checkpoint | null },
): Pruning => ({
  valid: check.found === 0,
  before: new Date(before).toISOString(),
  dropped,
  checkpoint: toCheckpoint(checkpoint),
  findings: check.findings.map(toFound),
});

const toText = ({ count, hash }: Link): string => `${count}:${hash}`;

const toCheckpoint = (checkpoint: Checkpoint | null): Verdict['checkpoint'] =>
  checkpoint && {
    at: toText(checkpoint),
    before: new Date(checkpoint.before).toISOString(),
    created_at: new Date(checkpoint.createdAt).toISOString(),
  };

const toFound = ({ kind, from, to, id }: Finding): FoundBody => ({
  kind,
  entries: from === to ? String(from) : `${from}-${to}`,
  id,
  says: FINDINGS[kind],
});
