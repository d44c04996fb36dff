/** A holding whose price or basis is not known has zeros in its answer. They are no amounts. */
interface Known {
  current_price: string | null;
  current_value: string;
  cost_basis: string;
  unrealized_gl: string;
  basis_pending?: boolean;
}

export const valueOf = (row: Known): string | null => (row.current_price === null ? null : row.current_value);
export const costOf = (row: Known): string | null => (row.basis_pending ? null : row.cost_basis);
export const gainOf = (row: Known): string | null =>
  row.current_price === null || row.basis_pending ? null : row.unrealized_gl;
