import type { FilingResponse } from '../../presenters/filing/filing.shapes.dto';

export interface FiledYear {
  id: string;
  taxYear: number;
  address: string;
  given: string;
  ownedWallets: readonly string[];
  reportId: string;
  inputHash: string;
  /** In wire form. */
  filing: FilingResponse;
  frozenAt: Date;
  unfrozenAt: Date | null;
}
