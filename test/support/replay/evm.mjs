// Etherscan-shaped answers, each endpoint in the manner of its own provider.
import { LISTS } from './evm-data.mjs';
import { chainById } from './tokens.mjs';

const WINDOW = 10_000;
const HEADERS = {
  etherscan: {},
  blockscout: { 'x-ratelimit-limit': '600', 'x-ratelimit-remaining': '599', 'x-ratelimit-reset': '36000' },
  routescan: {
    'x-ratelimit-rpm-limit': '300',
    'x-ratelimit-rpm-remaining': '299',
    'x-ratelimit-rpm-reset': '60',
    'x-ratelimit-rpd-limit': '100000',
    'x-ratelimit-rpd-remaining': '99999',
    'x-ratelimit-rpd-reset': '86400',
  },
};
const NOTHING = { tokentx: 'No token transfers found', txlistinternal: 'No internal transactions found' }; // Blockscout words
const NO_CHAIN =
  'chainid parameter (required for v2 api), please see https://api.etherscan.io/v2/chainlist for the list of supported chainids';
const TOO_LARGE = 'Result window is too large, PageNo x Offset size must be less than or equal to 10000';

export function evmProvider(pathname) {
  const m =
    /^\/(?:(etherscan)\/v2\/api|(blockscout)\/(\d+)\/api|(routescan)\/v2\/network\/mainnet\/evm\/(\d+)\/etherscan\/api)\/?$/.exec(
      pathname,
    );
  return m && { provider: m[1] ?? m[2] ?? m[4], chain: Number(m[3] ?? m[5] ?? NaN) };
}

/** Answers one request; `weak` marks an answer that a verbatim recording may replace. */
export function answerEvm(evm, { provider, chain: pathChain }, params) {
  const p = Object.fromEntries([...params].map(([k, v]) => [k.toLowerCase(), v]));
  const reply = (status, message, result, weak = false) => ({
    body: provider === 'blockscout' ? { message, result, status } : { status, message, result },
    headers: HEADERS[provider],
    weak,
  });
  const ok = (result) => reply('1', 'OK', result);
  const error = (text) =>
    provider === 'blockscout' ? reply('0', text, null, true) : reply('0', 'NOTOK', text, true);
  const empty = (list) => {
    if (provider === 'routescan') return reply('1', 'OK', [], true);
    return reply('0', (provider === 'blockscout' && NOTHING[list]) || 'No transactions found', [], true);
  };

  if (provider === 'etherscan' && !p.chainid) return error(`Missing ${NO_CHAIN}`);
  const chain = provider === 'etherscan' ? Number(p.chainid) : pathChain;
  if (!chainById.has(chain)) {
    if (provider === 'routescan') return reply('0', 'chain not supported', null, true);
    return error(provider === 'blockscout' ? 'Chain not found' : `Missing or unsupported ${NO_CHAIN}`);
  }
  const address = p.address?.toLowerCase(),
    contract = p.contractaddress?.toLowerCase();
  const valid = (a) => /^0x[0-9a-f]{40}$/.test(a ?? '');
  const badAddress = () =>
    error(provider === 'blockscout' ? 'Invalid address hash' : 'Error! Invalid address format');

  switch (`${p.module}/${p.action}`) {
    case 'block/getblocknobytime': {
      const block = evm.blockAt(chain, Number(p.timestamp), p.closest ?? 'before');
      if (block === null) return error('Error! No closest block found');
      return ok(provider === 'blockscout' ? { blockNumber: String(block) } : String(block));
    }
    case 'account/balance':
      return valid(address) ? ok(String(evm.native(chain, address))) : badAddress();
    case 'account/balancemulti': {
      const addresses = (p.address ?? '').split(',');
      if (addresses.length > 20) return error('Error! Maximum of 20 addresses in a single request');
      if (!addresses.every((a) => valid(a.toLowerCase()))) return badAddress();
      return ok(
        addresses.map((account) => ({ account, balance: String(evm.native(chain, account.toLowerCase())) })),
      );
    }
    case 'account/tokenbalance':
      return valid(address) && valid(contract)
        ? ok(String(evm.token(chain, address, contract)))
        : badAddress();
    case 'getapilimit/getapilimit':
      return ok({
        creditsUsed: 0,
        creditsAvailable: 100000,
        creditLimit: 100000,
        limitInterval: 'daily',
        intervalExpiryTimespan: '12:00:00',
      });
  }
  if (p.module !== 'account' || !LISTS.includes(p.action))
    return error(provider === 'blockscout' ? 'Unknown action' : 'Error! Missing Or invalid Action name');
  const list = p.action;

  const listed = (found, key) => {
    if (provider === 'blockscout' && evm.incomplete.has(key))
      return reply('2', evm.incomplete.get(key), found);
    return found.length ? ok(found) : empty(list);
  };
  if (list === 'txlistinternal' && p.txhash) {
    const hash = p.txhash.toLowerCase(),
      found = page(arrayList(evm.internals(provider, chain, hash)), p, provider).map((r) =>
        shape(provider, list, r, hash),
      );
    return listed(found, `${chain}:${hash}`);
  }
  if (!valid(address)) return badAddress();
  if (pageNumber(p) * pageSize(p, provider) > WINDOW) return reply('0', TOO_LARGE, null, true);
  const { rows } = evm.rows(provider, chain, address, list);
  const source = Array.isArray(rows)
    ? arrayList(contract ? rows.filter((r) => r.contractAddress.toLowerCase() === contract) : rows)
    : rows;
  return listed(
    page(source, p, provider).map((r) => shape(provider, list, r)),
    `${chain}:${address}:${list}`,
  );
}

const pageNumber = (p) => Math.max(1, Number(p.page) || 1);
const pageSize = (p, provider) => Number(p.offset) || (provider === 'etherscan' ? 1000 : WINDOW);
const blockNumber = (text, otherwise) => (/^\d+$/.test(text ?? '') ? Number(text) : otherwise);
const arrayList = (rows) => ({
  length: rows.length,
  row: (i) => rows[i],
  blockAt: (i) => Number(rows[i].blockNumber),
});

/** One page of the rows with startblock <= block <= endblock; rows are in ascending order, equal blocks keep theirs. */
function page(list, p, provider) {
  const firstFrom = (block) => {
    let low = 0,
      high = list.length;
    while (low < high) {
      const mid = (low + high) >> 1;
      list.blockAt(mid) < block ? (low = mid + 1) : (high = mid);
    }
    return low;
  };
  const first = firstFrom(blockNumber(p.startblock, 0)),
    end = firstFrom(blockNumber(p.endblock, Infinity) + 1);
  const size = pageSize(p, provider),
    skip = (pageNumber(p) - 1) * size;
  const descending = (p.sort ?? (provider === 'blockscout' ? 'desc' : 'asc')).toLowerCase() === 'desc';
  const rows = [];
  for (let i = skip; i < Math.min(skip + size, end - first); i++)
    rows.push(list.row(descending ? end - 1 - i : first + i));
  return rows;
}

/** Renames what the providers name differently; a row already in the provider's shape passes unchanged. */
function shape(provider, list, row, byHash) {
  if (list === 'tokentx' && row.methodId) {
    const bare = row.methodId.replace(/^0x/, '');
    return { ...row, methodId: provider === 'blockscout' ? bare : `0x${bare}` };
  }
  if (list !== 'txlistinternal') return row;
  const { hash, transactionHash, traceId, index, callType, ...rest } = row;
  if (provider === 'blockscout') {
    return {
      ...rest,
      callType: callType ?? row.type,
      index: index ?? traceId ?? '0',
      transactionHash: transactionHash ?? hash ?? byHash,
    };
  }
  if (byHash) return traceId === undefined ? rest : { ...rest, traceId }; // the answer by hash has no hash field
  return { ...rest, hash: hash ?? transactionHash, traceId: traceId ?? index ?? '' };
}
