// Daily US dollar prices answered in the manner of DefiLlama and CoinGecko.
import { CHAINS, byCoingeckoId, byContract, chainName, knownSymbols } from './tokens.mjs';

const DAY = 86_400;
const UNITS = { s: 1, m: 60, h: 3600, d: DAY, w: 7 * DAY };
const now = () => Math.floor(Date.now() / 1000);
const duration = (text) => {
  const [, count = 0, unit = 's'] = /^(\d+)([smhdw]?)$/.exec(text ?? '') ?? [];
  return Number(count) * UNITS[unit || 's'];
};
const NOT_FOUND = { status: 404, body: { message: 'Not Found' }, weak: true };
const NO_COIN = { status: 404, body: { error: 'coin not found' }, weak: true };

export class Prices {
  #series = new Map(); // symbol -> { usd: Map(day -> price), first, last }
  contractSymbol = () => undefined; // (chain id, contract) -> { symbol, decimals } seen in a wallet

  constructor(daily) {
    for (const [symbol, { first: date, usd }] of Object.entries(daily)) {
      const first = Date.parse(date) / 1000 / DAY;
      const days = usd.flatMap((price, i) => (price === null ? [] : [[first + i, price]]));
      this.#series.set(symbol, { usd: new Map(days), first, last: first + usd.length - 1 });
    }
  }

  #of(token) {
    return token.series.map((symbol) => this.#series.get(symbol)).filter(Boolean);
  }

  /** The price of a day, else the nearest earlier one at most `back` days before it. */
  #lookup(token, day, back) {
    if (token.nav !== undefined) return { day: Math.min(day, Math.floor(now() / DAY)), usd: token.nav };
    let best;
    for (const { usd, first, last } of this.#of(token)) {
      for (let d = Math.min(day, last); d >= Math.max(first, day - back) && !(best?.day >= d); d--)
        if (usd.has(d)) best = { day: d, usd: usd.get(d) };
    }
    return best;
  }

  /** Price at a time: that UTC day's, else the nearest earlier within the search width or 3 days, whichever is wider. */
  at(token, time, width = 0) {
    const day = Math.floor(time / DAY),
      found = this.#lookup(token, day, Math.max(3, Math.floor(width / DAY)));
    return found && { price: found.usd, timestamp: found.day === day ? time : (found.day + 1) * DAY - 1 };
  }

  usd(symbol, time) {
    return this.at({ series: [symbol] }, time)?.price;
  }

  #latest(token) {
    const found = this.#lookup(token, Math.max(...this.#of(token).map((s) => s.last), 0), 0);
    return found && { price: found.usd, timestamp: now() };
  }

  #contract(chain, contract) {
    const name = chainName(chain.toLowerCase()),
      known = byContract.get(`${name}:${contract.toLowerCase()}`);
    if (known) return known;
    const seen = this.contractSymbol(CHAINS.find((c) => c.name === name)?.id, contract.toLowerCase());
    const token = seen && {
      symbol: seen.symbol.toUpperCase(),
      decimals: Number(seen.decimals),
      series: [seen.symbol.toUpperCase()],
    };
    return token && !knownSymbols.has(token.symbol) && this.#of(token).length ? token : undefined;
  }

  #coin(id) {
    const [, chain, name] = /^([^:]*):(.*)$/.exec(id) ?? [];
    return chain === 'coingecko' ? byCoingeckoId.get(name) : chain && this.#contract(chain, name);
  }

  /** DefiLlama coins API; a coin without a price is absent from the answer. */
  coins(path, params, blockAt) {
    const width = duration(params.get('searchWidth'));
    const [, call, rest = ''] =
      /^\/(prices\/current|prices\/historical|prices\/first|batchHistorical|chart|block)(?:\/(.+))?$/.exec(
        path,
      ) ?? [];
    const sure = (p) => p && { ...p, confidence: 0.99 };
    const answer = (ids, build) => {
      const coins = {};
      for (const id of ids) {
        const token = this.#coin(id),
          built = token && build(token, id);
        if (!built) continue;
        coins[id] = {
          ...(!id.startsWith('coingecko:') && { decimals: token.decimals }),
          symbol: token.symbol,
          ...built,
        };
      }
      return { body: { coins }, weak: !Object.keys(coins).length };
    };
    const ids = (text) => decodeURIComponent(text).split(',').filter(Boolean);
    switch (call) {
      case 'prices/current':
        return answer(ids(rest), (t) => sure(this.#latest(t)));
      case 'prices/first':
        return answer(ids(rest), (t) => {
          const [first] = this.#of(t).sort((a, b) => a.first - b.first);
          return first && { price: first.usd.get(first.first), timestamp: first.first * DAY };
        });
      case 'prices/historical': {
        const [time, list = ''] = rest.split(/\/(.*)/s);
        return answer(ids(list), (t) => sure(this.at(t, Number(time), width)));
      }
      case 'batchHistorical': {
        let wanted;
        try {
          wanted = JSON.parse(params.get('coins'));
        } catch {
          return { status: 400, body: { message: 'coins is not valid JSON' } };
        }
        return answer(Object.keys(wanted ?? {}), (t, id) => {
          const prices = wanted[id].map((time) => sure(this.at(t, Number(time), width))).filter(Boolean);
          return prices.length && { prices };
        });
      }
      case 'chart': {
        const period = duration(params.get('period')) || DAY,
          length = (Number(params.get('span') ?? 1) - 1) * period;
        const start = Number(params.get('start') ?? Number(params.get('end') ?? now()) - length),
          end = Number(params.get('end') ?? start + length);
        const times = Array.from(
          { length: Math.min(5000, Math.floor((end - start) / period) + 1) },
          (_, i) => start + i * period,
        );
        return answer(ids(rest), (t) => {
          const prices = times.map((time) => this.at(t, time, width)).filter(Boolean);
          return prices.length && { prices, confidence: 0.99 };
        });
      }
      case 'block': {
        const [name, time] = rest.split('/'),
          chain = CHAINS.find((c) => c.name === chainName(name.toLowerCase()));
        return chain
          ? { body: { height: blockAt(chain.id, Number(time)), timestamp: Number(time) } }
          : NOT_FOUND;
      }
    }
    return NOT_FOUND;
  }

  coingecko(path, params) {
    if (path === '/ping') return { body: { gecko_says: '(V3) To the Moon!' } };
    if (/^\/simple\/price\/?$/.test(path)) {
      if (!params.get('vs_currencies'))
        return { status: 422, body: { error: 'Missing parameter vs_currencies' } };
      const body = {},
        dollars = params.get('vs_currencies').split(',').includes('usd');
      for (const id of dollars ? (params.get('ids') ?? '').split(',') : []) {
        const token = byCoingeckoId.get(id),
          latest = token && this.#latest(token);
        if (latest)
          body[id] = {
            usd: latest.price,
            ...(params.get('include_last_updated_at') === 'true' && { last_updated_at: latest.timestamp }),
          };
      }
      return { body, weak: !Object.keys(body).length };
    }
    const [, platform, id, call] =
      /^\/coins\/(?:([^/]+)\/contract\/)?([^/]+)\/(history|market_chart\/range)$/.exec(path) ?? [];
    const token = platform ? this.#contract(platform, id) : byCoingeckoId.get(id);
    if (!token) return NO_COIN;
    if (call === 'history') {
      const [, day, month, year] = /^(\d\d)-(\d\d)-(\d{4})$/.exec(params.get('date') ?? '') ?? [];
      if (!year) return { status: 400, body: { error: 'invalid date' } };
      const price = this.at(token, Date.UTC(year, month - 1, day) / 1000)?.price;
      const market = price !== undefined && { market_data: { current_price: { usd: price } } };
      return { body: { id: token.id, symbol: token.symbol.toLowerCase(), name: token.symbol, ...market } };
    }
    const prices = [];
    for (
      let day = Math.ceil(Number(params.get('from')) / DAY);
      day * DAY <= Math.min(Number(params.get('to')), now());
      day++
    ) {
      const found = this.#lookup(token, day, 0);
      if (found) prices.push([day * DAY * 1000, found.usd]);
    }
    return { body: { prices, market_caps: [], total_volumes: [] } };
  }
}
