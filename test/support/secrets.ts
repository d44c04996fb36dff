import { createHash } from 'node:crypto';
import { base58 } from '@scure/base';

/** A credential or an address of a person in a text. */
export interface Finding {
  kind: string;
  text: string;
}

/** Forms of credentials. Keys without a prefix of their own are known by the name or the host beside them. */
const FORMS: Readonly<Record<string, RegExp>> = {
  'Etherscan key': /(?<![0-9A-Za-z])(?=[0-9A-Z]*[A-Z])(?=[0-9A-Z]*[0-9])[0-9A-Z]{34}(?![0-9A-Za-z])/g,
  'CoinGecko key': /\bCG-[0-9A-Za-z]{20,}/g,
  'Alchemy key': /\balcht_[0-9A-Za-z]{20,}|(?:alchemy\.com|alchemyapi\.io)(?:\/[\w-]+)*\/v[23]\/[\w-]{20,}/g,
  'Infura key': /infura\.io(?:\/ws)?\/v3\/[0-9a-f]{32}/g,
  'Stripe key': /\b(?:(?:sk|rk|pk)_(?:live|test)_[0-9A-Za-z]{16,}|whsec_[0-9A-Za-z+/=]{24,})/g,
  'JSON web token': /\beyJ[\w-]{8,}\.eyJ[\w-]{8,}\.[\w-]{8,}/g,
  'bearer token': /\bbearer\s+[\w.~+/-]{20,}=*/gi,
  'key in a query':
    /[?&](?:api[-_]?key|x_cg_(?:demo|pro)_api_key|access_token|token)=(?!REDACTED\b)[\w.-]{8,}/gi,
  // In JSON inside JSON the quotes are escaped.
  'key in a field':
    /(?:x-)?(?:api[-_]?key|access[-_]?token|secret[-_]?key|client[-_]?secret|private[-_]?key|mnemonic)\\?["']?\s*[:=]\s*\\?["'](?:0x)?[\w+/=-]{16,}\\?["']/gi,
  'PEM private key': /-----BEGIN [A-Z ]*PRIVATE KEY-----/g,
  'extended private key': /\b[xyzt]prv[1-9A-HJ-NP-Za-km-z]{100,112}\b/g,
};

/** Bitcoin's import form of a private key; the checksum distinguishes it from any other base58 text. */
const WIF = /(?<![0-9A-Za-z])(?:5[1-9A-HJ-NP-Za-km-z]{50}|[KL][1-9A-HJ-NP-Za-km-z]{51})(?![0-9A-Za-z])/g;

const EMAIL = /(?<![\w.%+-])[\w.%+-]{1,64}@[\w-]+(?:\.[\w-]+)*\.([A-Za-z]{2,})(?![\w-])/g;
/** Domains that RFC 2606 and RFC 6761 keep for examples. */
const RESERVED =
  /@(?:[\w-]+\.)*(?:example\.(?:com|net|org)|[\w-]+\.(?:example|test|invalid|localhost)|example|test)$/i;

const sha256 = (bytes: Uint8Array): Buffer => createHash('sha256').update(bytes).digest();

function isWif(text: string): boolean {
  const bytes = base58.decode(text);
  return sha256(sha256(bytes.subarray(0, -4)))
    .subarray(0, 4)
    .equals(bytes.subarray(-4));
}

const matchesOf = (text: string, pattern: RegExp): string[] =>
  [...text.matchAll(pattern)].map(([all]) => all);

export function secretsIn(text: string): Finding[] {
  const keys = Object.entries(FORMS).flatMap(([kind, pattern]) =>
    matchesOf(text, pattern).map((found) => ({ kind, text: found })),
  );
  const wallets = matchesOf(text, WIF).filter(isWif);
  return [...keys, ...wallets.map((found) => ({ kind: 'Bitcoin private key', text: found }))];
}

export const emailsIn = (text: string): Finding[] =>
  matchesOf(text, EMAIL)
    .filter((found) => !RESERVED.test(found))
    .map((found) => ({ kind: 'e-mail address', text: found }));
