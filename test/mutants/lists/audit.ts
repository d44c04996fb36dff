import type { Mutant } from '../mutant';

const CHECK = { file: 'src/domain/audit/chain-check.ts', tests: 'audit' } as const;
const CHAIN = { file: 'src/domain/audit/chain.ts', tests: 'audit' } as const;
const BATCHES = { file: 'src/modules/audit/batched-request-log.ts', tests: 'audit' } as const;

/** @source ADR 14 */
export const AUDIT: readonly Mutant[] = [
  {
    ...CHECK,
    name: 'audit-tail-cut-off',
    mistake: 'A chain that ends early is taken for whole',
    find: "else if (count < head.count) this.find('truncated', count + 1, head.count);",
    replace: '',
  },
  {
    ...CHECK,
    name: 'audit-link-unchecked',
    mistake: 'Each entry is held against its own hash alone, not against the one before',
    find: "else if (entry.prevHash !== this.last.hash) this.find('unlinked', seq, seq, id);",
    replace: '',
  },
  {
    ...CHECK,
    name: 'audit-gap-unchecked',
    mistake: 'Numbers that are skipped are not missed',
    find: "if (seq > this.last.count + 1) this.find('missing', this.last.count + 1, seq - 1);\n    else if",
    replace: 'if',
  },
  {
    ...CHECK,
    name: 'audit-content-unchecked',
    mistake: 'Only links are followed; content may change',
    find: 'if (this.digest(canonicalRow(entry.seq, entry.prevHash, entry)) !== entry.hash) return false;',
    replace: 'if (entry.hash.length !== 64) return false;',
  },
  {
    ...CHECK,
    name: 'audit-personal-part-unchecked',
    mistake: 'Personal fields may be changed: their hash is never compared',
    find: 'this.digest(personalText(entry.personalSalt, entry)) === entry.personalHash',
    replace: 'entry.personalHash !== null',
  },
  {
    ...CHECK,
    name: 'audit-erased-not-empty',
    mistake: 'An entry that is marked as erased may hold other fields',
    find: 'if (entry.isErased && !isEmptied(entry)) return false;',
    replace: '',
  },
  {
    ...CHECK,
    name: 'audit-head-unchecked',
    mistake: 'The head is compared by its number alone',
    find: "else if (hash !== head.hash) this.find('head', count, count);",
    replace: '',
  },
  {
    ...CHAIN,
    name: 'audit-status-not-hashed',
    mistake: 'A column is left out of the canonical row',
    find: '    entry.status,\n',
    replace: '',
  },
  {
    ...CHAIN,
    name: 'audit-missed-not-hashed',
    mistake: 'How many requests were left out may be changed afterwards',
    find: '    entry.missed,\n',
    replace: '',
  },
  {
    ...BATCHES,
    name: 'audit-retry-writes-twice',
    mistake: 'A batch whose outcome is unknown is written again as if it were new',
    find: 'await this.chain.append(entries, this.isRetry)',
    replace: 'await this.chain.append(entries, false)',
  },
  {
    ...BATCHES,
    name: 'audit-unbounded',
    mistake: 'Records pile up without end while the database is away',
    find: 'if (this.waiting.length >= MAX_WAITING) return this.miss();',
    replace: '',
  },
  {
    ...BATCHES,
    name: 'audit-missed-forgotten',
    mistake: 'What was left out is not written down',
    find: 'this.waiting.push({ ...record, missed: this.missed });',
    replace: 'this.waiting.push({ ...record, missed: 0 });',
  },
  {
    ...BATCHES,
    name: 'audit-gives-up-on-refusal',
    mistake: 'A database that refuses us for the moment costs records',
    find: 'if (!isBadData(error)) return;',
    replace: '',
  },
  {
    name: 'audit-keeps-part-of-a-month',
    mistake: 'Months are cut where 400 days end',
    file: 'src/domain/audit/retention.ts',
    find: 'return Date.UTC(oldest.getUTCFullYear(), oldest.getUTCMonth(), 1);',
    replace: 'return oldest.getTime();',
    tests: 'audit',
  },
];
