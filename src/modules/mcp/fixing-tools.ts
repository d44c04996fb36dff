/** TOOL_OF: operation of the API that resolves an issue -> the tool that calls it. Others have no tool. */
export const TOOL_OF: Readonly<Record<string, string>> = {
  setLotBasis: 'set_cost_basis',
  setTransactionValue: 'set_transaction_value',
  classifyTransaction: 'classify_transaction',
  trackWallet: 'track_wallet',
  generateTaxReport: 'order_report',
};

interface Issue {
  fix?: { operation: string; choices?: unknown } | null;
}

/** Issues with the tool that resolves each, in place of the route. A null tool: only a person can. */
export const withTools = (issues: unknown): unknown =>
  (issues as Issue[]).map(({ fix, ...issue }) => ({
    ...issue,
    fix: fix && { tool: TOOL_OF[fix.operation] ?? null, ...fix },
  }));
