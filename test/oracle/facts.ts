import type { LedgerEvent } from '../../src/domain/engine';
import type { Asset } from '../../src/domain/kernel/asset';
import { ledgerEvents, type WalletTransaction } from '../../src/domain/chain';

/** What happened: an event of the engine, or something about a loan, which the service turns into such events. */
export type Fact = LedgerEvent | LoanFact;

/** Units that are borrowed or paid back, or collateral that the lender takes. */
export interface LoanFact {
  kind: 'borrow' | 'repay' | 'liquidation';
  transactionId: string;
  wallet: string;
  asset: Asset;
  quantity: bigint;
  /** Milliseconds UTC. */
  at: number;
  lender: string;
  /** Fair value of all units. Null when it is not known. */
  value: bigint | null;
  /** The debt that ends when collateral is taken. */
  debt?: { asset: Asset; quantity: bigint };
}

export const isLoan = (fact: Fact): fact is LoanFact =>
  fact.kind === 'borrow' || fact.kind === 'repay' || fact.kind === 'liquidation';

/** The events as the service makes them. */
export function eventsOf(facts: readonly Fact[]): LedgerEvent[] {
  const loans = facts.filter(isLoan);
  const events = facts.filter((fact): fact is LedgerEvent => !isLoan(fact));
  if (loans.length === 0) return events;
  const made = ledgerEvents(loans.map(transactionOf), {
    gasPolicy: 'dispose',
    wrapPolicy: 'carry',
    depositPolicy: 'mixed',
    owned: new Set(loans.map(({ wallet }) => wallet)),
  });
  return [...events, ...made].sort((a, b) => a.at - b.at);
}

function transactionOf(fact: LoanFact): WalletTransaction {
  const { kind, transactionId, wallet, at, lender, asset, quantity, value, debt } = fact;
  const direction: 'in' | 'out' = kind === 'borrow' ? 'in' : 'out';
  const plain = { counterparty: lender, isInternal: false, price: null } as const;
  return {
    id: transactionId,
    hash: transactionId,
    chain: 'ethereum',
    wallet,
    at,
    block: 0,
    txIndex: 0,
    type: kind === 'liquidation' ? 'spend' : kind,
    incomeType: null,
    succeeded: true,
    from: wallet,
    to: lender,
    method: null,
    protocol: lender,
    legs: [
      { ...plain, index: 0, direction, asset, quantity, valueUsd: value },
      ...(debt === undefined
        ? []
        : [
            {
              ...plain,
              index: 1,
              direction,
              asset: debtOf(debt.asset),
              quantity: debt.quantity,
              valueUsd: null,
            },
          ]),
    ],
    fee: null,
    isSpam: false,
    flags: [],
    rule: kind,
  };
}

/** The token that a market gives for a debt. */
const debtOf = (asset: Asset): Asset => {
  const symbol = `variableDebt${asset.symbol}`;
  return { ...asset, id: `x:${symbol}`, symbol, name: symbol };
};
