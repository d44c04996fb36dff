import type { Mutant } from '../mutant';

const RULES = { file: 'src/domain/comparison/bill-rules.ts', tests: 'law' } as const;

/** @source docs/filing.md, the register of law */
export const LAW_MUTANTS: readonly Mutant[] = [
  {
    name: 'bill-in-force',
    mistake: 'A bill with dates is in force',
    file: 'src/domain/law/in-force.ts',
    find: 'if (!(IN_FORCE as readonly string[]).includes(status) || effectiveFrom === null) return false;',
    replace: 'if (effectiveFrom === null) return false;',
    tests: 'law',
  },
  {
    name: 'rule-after-its-end',
    mistake: 'A notice holds on after its last day',
    file: 'src/domain/law/in-force.ts',
    find: '(effectiveTo === null || parseDay(effectiveTo) >= dayNumber(year, 1, 1))',
    replace: 'true',
    tests: 'law',
  },
  {
    ...RULES,
    name: 'fee-at-the-limit',
    mistake: 'A network fee at the limit is left out',
    find: 'value < feeLimit',
    replace: 'value <= feeLimit',
  },
  {
    ...RULES,
    name: 'transfers-at-the-maximum',
    mistake: 'As many transfers as the maximum are too many',
    find: 'own.size > maxTransfers',
    replace: 'own.size >= maxTransfers',
  },
  {
    ...RULES,
    name: 'fee-of-an-exchange',
    mistake: 'What an exchange keeps is a network fee',
    find: "type === 'fee' && accountOf(wallet) === null",
    replace: "type === 'fee'",
  },
  {
    ...RULES,
    name: 'coin-at-the-floor',
    mistake: 'A basis of exactly 99 % is below 99 %',
    find: '>= floor * quantity',
    replace: '> floor * quantity',
  },
  {
    ...RULES,
    name: 'coin-washed',
    mistake: 'A coin of one dollar replaces a loss',
    find: "event.kind === 'acquire' && isCoin(event.asset)",
    replace: "event.kind === 'acquire' && !isCoin(event.asset) && event.quantity < 0n",
  },
  {
    ...RULES,
    name: 'reward-before-the-bill',
    mistake: 'A reward of before the start of the bill has no value',
    find: '  event.at >= from;',
    replace: '  event.at >= 0;',
  },
  {
    name: 'loss-before-the-bill',
    mistake: 'A loss of before the start of the bill is deferred',
    file: 'src/domain/engine/replay/replay-state.ts',
    find: ' && event.at >= this.washFrom',
    replace: '',
    tests: 'law',
  },
];
