// Recorded answers by the request they answer.

// Where the recorded hosts are mounted here; any other host answers under /recorded/<host>.
const MOUNTS = [
  [/^https:\/\/api\.etherscan\.io\/v2\/api/, '/etherscan/v2/api'],
  [/^https:\/\/scrollscan\.com\/api\?/, '/etherscan/v2/api?chainid=534352&'],
  [/^https:\/\/api\.blockscout\.com\//, '/blockscout/'],
  [/^https:\/\/eth\.blockscout\.com\//, '/blockscout/1/'],
  [/^https:\/\/base\.blockscout\.com\//, '/blockscout/8453/'],
  [/^https:\/\/api\.routescan\.io\//, '/routescan/'],
  [/^https:\/\/(?:coins\.llama\.fi|pro-api\.llama\.fi\/REDACTED\/coins)\//, '/llama/coins/'],
  [/^https:\/\/(?:pro-)?api\.coingecko\.com\//, '/coingecko/'],
  [/^https:\/\/api\.mainnet-beta\.solana\.com\/?/, '/solana'],
  [/^https:\/\//, '/recorded/'],
];
const SECRET_PARAMS = new Set(['apikey', 'api_key', 'api-key', 'x_cg_demo_api_key', 'x_cg_pro_api_key']);

const canonical = (value) => {
  if (Array.isArray(value)) return `[${value.map(canonical)}]`;
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  const present = Object.keys(value).filter((name) => value[name] !== null);
  return `{${present.sort().map((name) => `${name}:${canonical(value[name])}`)}}`;
};

/** Two requests are the same when method, path, sorted query without keys, and body without its JSON-RPC id are. */
export function requestKey(method, pathname, params, body) {
  const query = [...params].filter(([name]) => !SECRET_PARAMS.has(name.toLowerCase()));
  const sorted = query
    .map(([name, value]) => `${name}=${value}`)
    .sort()
    .join('&');
  const { id, jsonrpc, ...rest } = body ?? {};
  return `${method} ${pathname.replace(/\/+$/, '')}?${sorted}`.toLowerCase() + (body ? canonical(rest) : '');
}

/** The recorded answers of all providers by the request they answer; the first of equal requests counts. */
export function recordingsOf(names, read) {
  const recordings = new Map();
  for (const name of names.filter((one) => one.startsWith('answers-'))) {
    for (const answer of read(name)) {
      const [from, to] = MOUNTS.find(([pattern]) => pattern.test(answer.url));
      const url = new URL(answer.url.replace(from, to), 'http://replay');
      const key = requestKey(answer.method, url.pathname, url.searchParams, answer.sent);
      if (!recordings.has(key)) recordings.set(key, answer);
    }
  }
  return recordings;
}
