/** LAW_STATUSES: what a rule is. The first three are in force. */
export const LAW_STATUSES = ['law', 'regulation', 'notice', 'proposed', 'bill'] as const;
export type LawStatus = (typeof LAW_STATUSES)[number];

/** IN_FORCE: what a form may rest on. */
export const IN_FORCE = ['law', 'regulation', 'notice'] as const satisfies readonly LawStatus[];
export type StatusInForce = (typeof IN_FORCE)[number];

/** How far the source was read. `high`: quotes of the primary text agree; `medium`: one good secondary source. */
export type Certainty = 'high' | 'medium' | 'low';

export interface LawParameter {
  readonly value: string | number | readonly string[] | null;
  /** The primary text was not read for it. */
  readonly unverified: boolean;
}

export interface LawRecord {
  readonly status: LawStatus;
  readonly what: string;
  readonly source: string;
  /** `YYYY-MM-DD`: when the source, or a report about it, was read. */
  readonly readOn: string;
  readonly sure: Certainty;
  /** `YYYY-MM-DD`, both inclusive. Null: no start is known, no end. */
  readonly effectiveFrom: string | null;
  readonly effectiveTo: string | null;
  readonly parameters: Readonly<Record<string, LawParameter>>;
  /** Null: this service computes it. Else why it cannot. */
  readonly notComputable: string | null;
  readonly readings: readonly string[];
}
