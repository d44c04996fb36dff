import { ValidateBy } from 'class-validator';
import { headerFlaw, MAX_HEADERS } from '../../../domain/webhooks/custom-headers';

/** Headers that can be sent with a delivery, each once. */
export const HasHeaders = (): PropertyDecorator =>
  ValidateBy({
    name: 'customHeaders',
    validator: {
      validate: (headers: object) => flawOf(headers) === null,
      defaultMessage: (args) => flawOf(args?.value as object) ?? '',
    },
  });

function flawOf(headers: object): string | null {
  const entries = Object.entries(headers);
  if (entries.length > MAX_HEADERS) return `Object should have at most ${MAX_HEADERS} headers`;
  for (const [name, value] of entries) {
    const flaw = headerFlaw(name, value);
    if (flaw !== null) return `The header ${JSON.stringify(name)} ${flaw}`;
  }
  const names = new Set(entries.map(([name]) => name.toLowerCase()));
  return names.size < entries.length ? 'A header is given twice' : null;
}
