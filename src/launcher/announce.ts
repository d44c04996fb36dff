import { join } from 'node:path';

export interface Announcement {
  url: string;
  hasConsole: boolean;
  dataDir: string;
  /** True when the database is in the data directory. */
  isEmbedded: boolean;
  /** Mail server URL, which can contain a password. Null: mails are files in the data directory. */
  mailUrl: string | null;
  /** E-mail addresses of operator accounts. */
  operators: readonly string[];
  /** True when the first account that verifies its address becomes the operator. */
  isFirstOperator: boolean;
  demo: { address: string; partnerKey: string } | null;
}

/** Formats the start message: URLs, paths and commands to copy. */
export function announcement(facts: Announcement): string {
  const { url, hasConsole, dataDir, isEmbedded, demo } = facts;
  const lines = [
    '',
    ...(hasConsole ? [`  Console   ${url}/   (open it in a browser)`] : []),
    `  API       ${url}`,
    `  Docs      ${url}/api/docs   (JSON: ${url}/api/docs-json)`,
    `  Mail      ${mailOf(facts)}`,
    `  Data      ${dataDir}   (${isEmbedded ? 'embedded PostgreSQL, secrets' : 'secrets; DATABASE_URL sets the database'})`,
    `  Operator  ${operatorOf(facts)}`,
    '',
    '  Try it:',
    ...(demo === null
      ? [`    curl ${url}/api/v1/health`]
      : [
          `    curl ${url}/api/wallets/${demo.address}/positions`,
          `    curl -H 'X-Partner-Key: ${demo.partnerKey}' ${url}/api/v1/wallets/${demo.address}/dashboard`,
        ]),
    '',
    '  Ctrl-C stops everything.',
    '',
  ];
  return `${lines.join('\n')}\n`;
}

function mailOf({ mailUrl, dataDir }: Announcement): string {
  if (mailUrl === null)
    return `${join(dataDir, 'mail')}   (one file per mail; set MAIL_URL to use a mail server)`;
  const { protocol, host } = new URL(mailUrl);
  return `${protocol}//${host}`;
}

function operatorOf({ operators, isFirstOperator }: Announcement): string {
  if (operators.length > 0) return operators.join(', ');
  return isFirstOperator
    ? 'none yet   (the first account that verifies its address, on the highest plan)'
    : 'none yet   (sign up, then npm run -s cli -- user make-operator <email>)';
}
