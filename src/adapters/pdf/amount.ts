import { centsText, type Cents } from '../../domain/forms';

/** `1,234.50`; a loss is in parentheses. */
export function amount(cents: Cents): string {
  const [whole = '', fraction = ''] = centsText(cents < 0n ? -cents : cents).split('.');
  const grouped = `${whole.replace(/\B(?=(\d{3})+$)/g, ',')}.${fraction}`;
  return cents < 0n ? `(${grouped})` : grouped;
}
