import { join } from 'node:path';

export interface Announcement {
  url: string;
  hasConsole: boolean;
  dataDir: string;
  isEmbedded: boolean;
  /** The URL can contain a password. Null: mails are files in the data directory. */
  mailUrl: string | null;
  plans: 'on' | 'off';
  chainsWithoutKey: readonly string[];
  hasExplorerKey: boolean;
  operators: readonly string[];
  /** The first account that verifies its address becomes the operator. */
  isFirstOperator: boolean;
  demo: { address: string; partnerKey: string } | null;
}

export function announcement(facts: Announcement): string {
  const { url, hasConsole, dataDir, isEmbedded, demo } = facts;
  const lines = [
    '',
    ...(hasConsole ? [`  Console   ${url}/   (open it in a browser)`] : []),
    `  API       ${url}`,
    `  Docs      ${url}/api/docs   (JSON: ${url}/api/docs-json)`,
    `  Mail      ${mailOf(facts)}`,
    `  Data      ${dataDir}   (${isEmbedded ? 'embedded PostgreSQL, secrets' : 'secrets; DATABASE_URL sets the database'})`,
    `  Logs      this terminal${isEmbedded ? `; database: ${join(dataDir, 'postgres.log')}` : ''}`,
    `  MCP       ${url}/mcp   (X-API-Key; over stdio: npm run -s mcp)`,
    `  Operator  ${operatorOf(facts)}`,
    `  Plans     ${facts.plans === 'off' ? 'off: no account is limited' : 'on: a free account shows 25 transactions of a wallet (PLANS=off lifts this)'}`,
    `  Explorer  ${explorerOf(facts)}`,
    ...(demo === null ? [] : [`  Demo key  ${demo.partnerKey}   (X-Partner-Key; stays over restarts)`]),
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

function explorerOf({ hasExplorerKey, chainsWithoutKey }: Announcement): string {
  if (chainsWithoutKey.length > 0)
    return `${chainsWithoutKey.join(', ')} cannot be read without a key: set ETHERSCAN_API_KEY or BLOCKSCOUT_API_KEY`;
  return hasExplorerKey
    ? 'a key is set'
    : 'no key: public explorers are used, which are slow. Set ETHERSCAN_API_KEY or BLOCKSCOUT_API_KEY';
}

function operatorOf({ operators, isFirstOperator }: Announcement): string {
  if (operators.length > 0) return operators.join(', ');
  return isFirstOperator
    ? 'none yet   (the first account that verifies its address, on the highest plan)'
    : 'none yet   (sign up, then npm run -s cli -- user make-operator <email>)';
}
