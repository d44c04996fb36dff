import { VARIABLES } from './env';

/** The text of `.env.example`: every variable with its line of documentation, commented out at its default. */
export function envExample(): string {
  const rows = Object.entries(VARIABLES).map(
    ([name, { type, doc }]) => `# ${doc}\n#${name}=${asText(type.safeParse(undefined).data)}`,
  );
  return `# Copy to .env and set what you need; what stays commented out has this default. Written by \`npm run env:example\`.\n\n${rows.join('\n\n')}\n`;
}

/** As it would be written in the file; empty where the default is "not set". */
function asText(value: unknown): string {
  if (Array.isArray(value)) return value.join(',');
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
    ? String(value)
    : '';
}
