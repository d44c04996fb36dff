export interface Announcement {
  url: string;
  /** Where the embedded database is, or null with a database of the operator's own. */
  dataDir: string | null;
  demo: { address: string; partnerKey: string } | null;
}

/** What is said on the terminal once everything answers: where it is, and lines that work when pasted. */
export function announcement({ url, dataDir, demo }: Announcement): string {
  const lines = [
    '',
    `  API    ${url}`,
    `  Docs   ${url}/api/docs   (JSON: ${url}/api/docs-json)`,
    ...(dataDir === null ? [] : [`  Data   ${dataDir}   (a PostgreSQL of its own, no set-up)`]),
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
