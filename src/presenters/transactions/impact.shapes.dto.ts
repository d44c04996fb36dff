/** What the routes of manual entries answer, as it goes over the wire. */
export class ImpactResponse {
  /** USD, of all years and all wallets read as one. */
  realized_gl_before!: string;
  realized_gl_after!: string;
  years_affected!: number[];
}
