/** Names the rules that this release computes histories and ledgers with. */
export abstract class RulesVersion {
  /** Differs between releases whose rules can give other figures for the same stored data. */
  abstract readonly version: string;
}
