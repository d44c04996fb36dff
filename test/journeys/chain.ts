import { type ExplorerRow, payment, startExplorer, tokenTransfer } from '../support/explorer';
import { sendJson, startLocalUpstream } from '../support/local-upstream';
import { OFFLINE } from '../support/offline';

/** One token of the stand-in chain. Amounts are whole base units. */
export interface Token {
  contract: string;
  symbol: string;
  decimals: number;
}

export const USDC: Token = {
  contract: '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48',
  symbol: 'USDC',
  decimals: 6,
};
export const UNI: Token = {
  contract: '0x1f9840a85d5af5bf1d1762f925bdaddc4201f984',
  symbol: 'UNI',
  decimals: 18,
};

/** An amount of a token in decimal digits without a fraction. */
export type Amount = [whole: number, token: Token];

/** The upstreams of the service: an explorer of one chain, and a market. Transactions may be added while it runs. */
export interface Chain {
  /** Points the service at the stand-ins. */
  env: Record<string, string>;
  /** @returns the hash */
  receive(wallet: string, at: number, amount: Amount): string;
  /** `paid` leaves the wallet and `got` comes in, in one transaction without a fee. @returns the hash */
  swap(wallet: string, at: number, paid: Amount, got: Amount): string;
  /** From now on answers wait until the returned function is called. */
  hold(): () => void;
  /** Questions that wait at this moment. */
  waiting(): number;
  close(): Promise<void>;
}

/** USD price of a coin, `ethereum:<contract>` or `coingecko:<id>`, at a moment in ms; null: unknown. */
export type Market = (coin: string, at: number) => number | null;

const STRANGER = '0x00000000000000000000000000000000000000b1';
const ROUTER = '0x00000000000000000000000000000000000000b2';

export async function startChain(market: Market): Promise<Chain> {
  const explorer = await startExplorer();
  const prices = await startLocalUpstream((url, response) => sendJson(response, priced(url, market)));
  const held: (() => void)[] = [];
  let isHeld = false;
  let count = 0;
  const base = (hash: number, at: number) => ({
    blockNumber: `${20_000_000 + hash}`,
    timeStamp: `${at / 1000}`,
  });
  const list = (name: string, row: ExplorerRow): void => void (explorer.rows[name] ??= []).push(row);
  const transfer = (hash: number, at: number, from: string, to: string, [whole, token]: Amount): void =>
    list('tokentx', {
      ...tokenTransfer(hash, 0),
      ...base(hash, at),
      from,
      to,
      value: `${whole}${'0'.repeat(token.decimals)}`,
      contractAddress: token.contract,
      tokenName: token.symbol,
      tokenSymbol: token.symbol,
      tokenDecimal: String(token.decimals),
    });
  explorer.intercept = (params, response) => {
    const answer = () => {
      const amount = balance(explorer.rows['tokentx'] ?? [], params);
      if (amount !== null) sendJson(response, { status: '1', message: 'OK', result: String(amount) });
      else explorer.answer(params, response);
    };
    if (isHeld) held.push(answer);
    else answer();
    return true;
  };
  return {
    env: {
      ...OFFLINE,
      ETHERSCAN_BASE_URL: explorer.url,
      ETHERSCAN_API_KEY: 'any',
      DEFILLAMA_COINS_BASE_URL: prices.url,
      EVM_CHAINS: 'ethereum',
    },
    receive: (wallet, at, amount) => {
      transfer(++count, at, STRANGER, wallet, amount);
      return hashOf(count);
    },
    swap: (wallet, at, paid, got) => {
      const hash = ++count;
      list('txlist', {
        ...payment(hash, 0),
        ...base(hash, at),
        from: wallet,
        to: ROUTER,
        value: '0',
        gasPrice: '0',
      });
      transfer(hash, at, wallet, ROUTER, paid);
      transfer(hash, at, ROUTER, wallet, got);
      return hashOf(hash);
    },
    hold: () => {
      isHeld = true;
      return () => {
        isHeld = false;
        for (const answer of held.splice(0)) answer();
      };
    },
    waiting: () => held.length,
    close: async () => {
      await explorer.close();
      await prices.close();
    },
  };
}

const hashOf = (n: number): string => `0x${n.toString(16).padStart(64, '0')}`;

/** Base units a wallet holds of what is asked about; null when the question is another one. */
function balance(transfers: readonly ExplorerRow[], params: URLSearchParams): bigint | null {
  const [action, address, contract] = ['action', 'address', 'contractaddress'].map((name) =>
    params.get(name),
  );
  if (action === 'balance') return 0n;
  if (action !== 'tokenbalance') return null;
  let sum = 0n;
  for (const { from, to, value, contractAddress } of transfers) {
    if (contractAddress !== contract) continue;
    if (to === address) sum += BigInt(value ?? 0);
    if (from === address) sum -= BigInt(value ?? 0);
  }
  return sum;
}

/** The two questions of DefiLlama the service asks. */
export function priced(url: URL, market: Market): unknown {
  const current = /^\/prices\/current\/(.+)$/.exec(url.pathname);
  const points = (coin: string, seconds: readonly number[]) =>
    seconds.flatMap((timestamp) => {
      const price = market(coin.toLowerCase(), timestamp * 1000);
      return price === null ? [] : [{ timestamp, price, confidence: 0.99 }];
    });
  if (current) {
    const coins = decodeURIComponent(current[1] ?? '').split(',');
    const now = Math.floor(Date.now() / 1000);
    const found = coins.flatMap((coin) => points(coin, [now]).map((point) => [coin, point] as const));
    return { coins: Object.fromEntries(found) };
  }
  const asked = JSON.parse(url.searchParams.get('coins') ?? '{}') as Record<string, number[]>;
  const series = Object.entries(asked).map(([coin, times]) => [
    coin,
    { symbol: coin, prices: points(coin, times) },
  ]);
  return { coins: Object.fromEntries(series) };
}
