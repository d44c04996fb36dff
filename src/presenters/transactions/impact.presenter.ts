import { formatMoney } from '../../domain/kernel/units';
import type { Impact } from '../../domain/overlays/impact';
import type { ImpactResponse } from './impact.shapes.dto';

export const toImpact = ({ before, after, years }: Impact): ImpactResponse => ({
  realized_gl_before: formatMoney(before),
  realized_gl_after: formatMoney(after),
  years_affected: years,
});
