import type { FilingResponse } from '../../presenters/filing/filing.shapes.dto';

/** A report that a user filed. */
export interface FiledYear {
  id: string;
  taxYear: number;
  /** In normal form. */
  address: string;
  /** As the user wrote it. */
  given: string;
  ownedWallets: readonly string[];
  reportId: string;
  inputHash: string;
  /** The figures of the report, in wire form. */
  filing: FilingResponse;
  frozenAt: Date;
  unfrozenAt: Date | null;
}
