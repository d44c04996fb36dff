// Faults a caller may order: how an upstream misbehaves, in that upstream's own words.

export const MODES = [
  'timeout',
  'reset',
  '500',
  '502html',
  '429',
  '429html',
  'truncated',
  'garbage',
  'empty',
  'entitlement',
  'ratelimit200',
  'slow',
  'hold',
];
export const providerOf = (path) => path.split(/[/?]/)[1];

const RETRY = { 'retry-after': '1' };
const json = (status, body) => ({ status, body, ...(status === 429 && { headers: RETRY }) });
const text = (status, body, type = 'text/plain') => ({
  status,
  body,
  type,
  ...(status === 429 && { headers: RETRY }),
});
const html = (status, title) =>
  text(
    status,
    `<html>\r\n<head><title>${title}</title></head>\r\n<body><h1>${title}</h1></body>\r\n</html>\r\n`,
    'text/html',
  );
const notOk = (result) => ({ status: '0', message: 'NOTOK', result });
const noResult = (message) => ({ message, result: null, status: '0' });
const rpc = (code, message, data) => ({
  jsonrpc: '2.0',
  error: { code, message, ...(data && { data }) },
  id: 1,
});
const gecko = (error_code, error_message) => ({
  status: { timestamp: '2026-01-01T00:00:00.000+00:00', error_code, error_message },
});

const PLAN =
  'Free API access is not supported for this chain. Please upgrade your api plan for full chain coverage. https://etherscan.io/apis';
const RATE = 'Max calls per sec rate limit reached (3/sec)';
const GECKO_RATE = gecko(
  429,
  "You've exceeded the Rate Limit. Please visit https://www.coingecko.com/en/api/pricing to subscribe to our API plans.",
);
const GECKO_PLAN = gecko(
  10005,
  'This request is limited to PRO API subscribers. Please visit https://www.coingecko.com/en/api/pricing to subscribe.',
);
const GECKO_RANGE = gecko(
  10012,
  'Your request exceeds the allowed time range. ' +
    'Public API users are limited to querying historical data within the past 365 days. ' +
    'Upgrade to a paid plan to enjoy full historical data access: https://www.coingecko.com/en/api/pricing. ',
);

// Per provider: the plan does not allow it; a rate exceeded under HTTP 200 (where the provider knows such a thing) and under 429; a fault of its own.
const words = (entitlement, ratelimit200, tooMany, fault) => ({
  entitlement,
  ratelimit200,
  429: tooMany,
  500: fault,
});
const WORDS = {
  etherscan: words(
    json(200, notOk(PLAN)),
    json(200, notOk(RATE)),
    json(429, notOk(RATE)),
    json(500, { message: 'Internal Server Error' }),
  ),
  blockscout: words(
    json(402, noResult('Payment required: API credits are exhausted')),
    json(200, noResult('Too many requests')),
    json(429, noResult('Too many requests')),
    json(500, noResult('Something went wrong')),
  ),
  routescan: words(
    json(200, { status: '0', message: 'chain not supported', result: null }),
    json(200, notOk(RATE)),
    json(429, notOk('Max rate limit reached')),
    json(500, { jsonrpc: '2.0', error: { code: 3, message: 'RPC Request failed.' } }),
  ),
  esplora: words(
    text(403, 'Forbidden'),
    text(429, 'Too Many Requests'),
    text(429, 'Too Many Requests'),
    text(500, 'Internal Server Error'),
  ),
  solana: words(
    json(403, rpc(403, 'Access forbidden, contact your app developer.')),
    json(200, rpc(-32005, 'Node is behind by 150 slots', { numSlotsBehind: 150 })),
    json(429, rpc(429, 'Too many requests for a specific RPC call')),
    json(500, rpc(-32603, 'Internal error')),
  ),
  llama: words(
    json(402, { message: 'Payment required' }),
    json(429, { message: 'Too Many Requests' }),
    json(429, { message: 'Too Many Requests' }),
    json(500, { message: 'Internal Server Error' }),
  ),
  coingecko: words(
    json(401, GECKO_PLAN),
    json(200, GECKO_RATE),
    json(429, GECKO_RATE),
    json(500, { error: 'Internal Server Error' }),
  ),
};

/** The answer that takes the place of the real one; undefined for the modes that only touch the connection. */
export function faultReply(mode, path) {
  if (mode === '502html') return html(502, '502 Bad Gateway');
  if (mode === '429html') return html(429, '429 Too Many Requests');
  if (mode === 'garbage') return text(200, '\u0000\ufffd{"status":1,,]<<not json', 'application/json');
  if (mode === 'empty') return text(200, '', 'application/json');
  if (mode === 'entitlement' && /^\/coingecko.*(history|market_chart)/.test(path))
    return json(401, { error: GECKO_RANGE });
  return (WORDS[providerOf(path)] ?? WORDS.etherscan)[mode];
}

export class Faults {
  #rules = [];
  #held = [];

  add({ match, mode, delay_ms: delay = null, times = null }) {
    if (!MODES.includes(String(mode))) throw new TypeError(`mode must be one of ${MODES.join(', ')}`);
    if (times !== null && !(Number.isInteger(times) && times > 0))
      throw new TypeError('times must be a positive integer or null');
    this.#rules.push({ match: new RegExp(match), mode: String(mode), delay, left: times, hits: 0 });
    return this.list();
  }

  /** Clears the rules, and releases what they hold. */
  clear() {
    this.#rules = [];
    for (const release of this.#held.splice(0)) release();
  }

  /** Until the rules are cleared. */
  hold() {
    return new Promise((release) => this.#held.push(release));
  }

  list() {
    return this.#rules.map(({ match, mode, delay, left, hits }) => ({
      match: match.source,
      mode,
      delay_ms: delay,
      times: left,
      hits,
    }));
  }

  /** The first rule with turns left that fits the path and query, raw or decoded; "/solana getSlot" fits that method of JSON-RPC. */
  take(url, methods) {
    const decoded = decodeURIComponent(url.replace(/%(?![0-9a-f]{2})/gi, '%25'));
    const rule = this.#rules.find(
      (r) =>
        r.left !== 0 && [url, decoded, ...methods.map((m) => `${url} ${m}`)].some((t) => r.match.test(t)),
    );
    if (!rule) return undefined;
    rule.hits += 1;
    if (rule.left !== null) rule.left -= 1;
    return rule;
  }
}
