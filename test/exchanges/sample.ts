/**
 * An invented history in the layout of a supported file. `rejected`: rows with a reason. `balances`: what the rest
 * adds up to.
 */
export interface Sample {
  format: string;
  /** Of the file, where it matters. */
  name?: string;
  /** Of its dates. Default: the month first. */
  order?: 'dmy';
  text: string;
  rejected: number;
  balances: Record<string, string>;
}
