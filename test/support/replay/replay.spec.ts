import { type BigWallet, type Replay, startReplay } from '.';
import { until } from '../until';

const MAIN = '0x003dc32fe920a4aaeed12dc87e145f030aa753f3';
const UNKNOWN = `0x${'ab'.repeat(20)}`;
const WETH = '0xc02aaa39b223fe8d0a0e5c4f27ead9083c756cc2';
const USDC = 'ethereum:0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48';
const BIG = '0x00000000000000000000000000000000000b1600';
const BTC = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4';
const SOL = '5Q544fKrFoe6tsEbD7S8EmxGTJYAKtTVhAW5Q5pge4j1';
const TOKEN_PROGRAM = 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA';

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- answers of many providers; the tests state their shapes
type Body = any;
type Row = Record<string, string>;

describe('the replay server', () => {
  let replay: Replay;
  beforeAll(async () => {
    replay = await startReplay();
  });
  afterAll(() => replay.close());
  afterEach(() => replay.calm());

  const json = async (path: string, init?: RequestInit): Promise<Body> =>
    (await fetch(replay.url + path, init)).json();
  const text = async (path: string): Promise<[number, string]> => {
    const response = await fetch(replay.url + path);
    return [response.status, await response.text()];
  };
  const post = (path: string, body: unknown) => json(path, { method: 'POST', body: JSON.stringify(body) });
  const rpc = (method: string, ...params: unknown[]) =>
    post('/solana', { jsonrpc: '2.0', id: 1, method, params });
  const account = (action: string, query: string, chain = 1) =>
    json(`/etherscan/v2/api?chainid=${chain}&module=account&action=${action}&${query}&apikey=replay`);
  const blockscout = (action: string, query: string) =>
    json(`/blockscout/1/api?module=account&action=${action}&${query}`);
  const routescan = (action: string, query: string, chain = 1) =>
    json(`/routescan/v2/network/mainnet/evm/${chain}/etherscan/api?module=account&action=${action}&${query}`);

  it('names every base URL of the service', async () => {
    expect(replay.env).toMatchObject({ ETHERSCAN_BASE_URL: `${replay.url}/etherscan/v2/api` });
    expect(Object.keys(replay.env)).toHaveLength(13);
    expect((await text('/esplora/blocks/tip/height'))[0]).toBe(200);
  });

  describe('explorers', () => {
    it('serve pages that join to the whole list, in both orders and inside a block range', async () => {
      const pages: Row[] = [];
      for (let page = 1; ; page += 1) {
        const { result } = await account('txlist', `address=${MAIN}&page=${page}&offset=100&sort=asc`);
        if (result.length === 0) break;
        pages.push(...result);
      }
      const blocks = pages.map(({ blockNumber }) => Number(blockNumber));
      expect(pages).toHaveLength(482);
      expect(blocks).toEqual(blocks.toSorted((a, b) => a - b));
      const whole = await account('txlist', `address=${MAIN}&page=1&offset=10000&sort=desc`);
      expect(whole.result.toReversed()).toEqual(pages);
      const [from = 0, to = 0] = [blocks[100], blocks[200]];
      const range = await account('txlist', `address=${MAIN}&startblock=${from}&endblock=${to}&offset=1000`);
      expect(range.result).toEqual(pages.filter((_, i) => blocks[i]! >= from && blocks[i]! <= to));
    });

    it('answer in their own order and words', async () => {
      expect((await routescan('tokentx', `address=${MAIN}&offset=10000&page=1`)).result).toHaveLength(428);
      const { result: newest } = await blockscout('txlistinternal', `address=${MAIN}&offset=10000`);
      expect(Number(newest[0].blockNumber)).toBeGreaterThan(Number(newest.at(-1).blockNumber));
      expect(newest[0]).toHaveProperty('transactionHash');
      expect(newest[0]).not.toHaveProperty('hash');
      const [own] = (await account('txlistinternal', `address=${MAIN}`)).result;
      expect(own).toHaveProperty('hash');
      const none = `address=${UNKNOWN}`;
      expect([
        await account('tokentx', none),
        await blockscout('tokentx', none),
        await routescan('txlist', none),
        await routescan('txlist', none, 999_999),
        await account('txlist', `address=${MAIN}&page=11&offset=1000`),
        (await account('txlist', 'address=0x12')).result,
      ]).toEqual([
        { status: '0', message: 'No transactions found', result: [] },
        { status: '0', message: 'No token transfers found', result: [] },
        { status: '1', message: 'OK', result: [] },
        { status: '0', message: 'chain not supported', result: null },
        { status: '0', message: expect.stringMatching(/^Result window is too large/), result: null },
        'Error! Invalid address format',
      ]);
    });

    it('give balances that follow from the rows', async () => {
      expect((await account('balance', `address=${MAIN}`)).result).toBe('1287591473025178');
      const { result } = await account('tokentx', `address=${MAIN}&contractaddress=${WETH}&offset=10000`);
      const sum = result.reduce(
        (total: bigint, { to, value }: Row) => total + (to === MAIN ? BigInt(value!) : -BigInt(value!)),
        0n,
      );
      // Transfers alone leave this much; the contract reports what the unwraps left.
      expect(sum).toBe(183_044300000000000000n);
      expect((await account('tokenbalance', `address=${MAIN}&contractaddress=${WETH}`)).result).toBe('0');
    });

    it('serve withdrawals, NFTs, internal rows by hash, unprocessed blocks and blocks by time', async () => {
      const staker = 'address=0x2cFc3fE6C747BFd91FF3F840C3a34F44339a0Dff&page=1&offset=1000';
      expect((await account('txsBeaconWithdrawal', staker)).result).toHaveLength(55);
      const collector = 'address=0xa109bc6f8292b52a6f89e8fc5eabf2947ec31bfa';
      expect((await account('tokennfttx', collector, 137)).result.every(({ tokenID }: Row) => tokenID)).toBe(
        true,
      );
      const hash = '0xbc99e10c1e48969f4a580229abebc97f7a358b7ba8365dca1f829f9c387bec51';
      expect((await account('txlistinternal', `txhash=${hash}`)).result[0]).not.toHaveProperty('hash');
      expect((await blockscout('txlistinternal', `txhash=${hash}`)).result[0].transactionHash).toBe(hash);
      const unprocessed = await blockscout(
        'txlistinternal',
        'address=0x3C69Bc9B9681683890ad82953Fe67d13Cd91D5EE',
      );
      expect([unprocessed.status, unprocessed.result.length]).toEqual(['2', 3]);
      const block = async (seconds: number) =>
        (
          await json(
            `/etherscan/v2/api?chainid=1&module=block&action=getblocknobytime&timestamp=${seconds}&closest=before`,
          )
        ).result;
      expect(await block(1_750_665_600)).toBe('22765797');
      expect(Math.abs(Number(await block(1_600_000_000)) - 10_853_000)).toBeLessThan(5_000);
    });
  });

  it('Bitcoin: pages of 25 reach all 61 transactions', async () => {
    let page: { txid: string }[] = await json(`/esplora/address/${BTC}/txs`);
    const seen = [...page];
    while (page.length > 0) {
      page = await json(`/esplora/address/${BTC}/txs/chain/${page.at(-1)?.txid}`);
      seen.push(...page);
    }
    expect([seen.length, new Set(seen.map(({ txid }) => txid)).size]).toEqual([61, 61]);
    expect((await json(`/esplora/address/${BTC}`)).chain_stats).toMatchObject({
      funded_txo_sum: 532_969,
      spent_txo_sum: 532_969,
      tx_count: 61,
    });
    expect(await json(`/esplora/address/${BTC}/utxo`)).toEqual([]);
    expect(await text('/esplora/address/tb1qnot')).toEqual([400, 'Invalid Bitcoin address']);
    expect(await text(`/esplora/tx/${'0'.repeat(64)}`)).toEqual([404, 'Transaction not found']);
  });

  it('Solana: signatures page newest first, their transactions resolve, and errors are the node’s', async () => {
    const { result: all } = await rpc('getSignaturesForAddress', SOL, { limit: 1000 });
    expect(all.length).toBeGreaterThanOrEqual(14);
    const paged: Row[] = [];
    for (;;) {
      const options = { limit: 4, before: paged.at(-1)?.signature };
      const { result } = await rpc('getSignaturesForAddress', SOL, options);
      if (result.length === 0) break;
      paged.push(...result);
    }
    expect(paged).toEqual(all);
    const options = { encoding: 'jsonParsed', maxSupportedTransactionVersion: 0 };
    for (const { signature, slot } of all)
      expect((await rpc('getTransaction', signature, options)).result).toMatchObject({
        slot,
        transaction: { signatures: expect.arrayContaining([signature]) },
      });
    const { value } = (await rpc('getTokenAccountsByOwner', SOL, { programId: TOKEN_PROGRAM })).result;
    expect(value.length).toBeGreaterThan(0);
    expect((await rpc('getBalance', SOL)).result.value).toBeGreaterThan(0);
    const codes = await Promise.all(
      all.map(async ({ signature }: Row) => (await rpc('getTransaction', signature)).error?.code),
    );
    expect(codes).toContain(-32015);
    expect((await rpc('getSignaturesForAddress', SOL, { limit: 1001 })).error.code).toBe(-32602);
    const batch = await post('/solana', [
      { jsonrpc: '2.0', id: 'a', method: 'getSlot' },
      { jsonrpc: '2.0', id: 'b', method: 'noSuchMethod' },
    ]);
    expect(batch.map(({ id, error }: Body) => [id, error?.code])).toEqual([
      ['a', undefined],
      ['b', -32601],
    ]);
  });

  it('prices: of the day, absent where none is known, impostors unpriced, funds at their value', async () => {
    const day = 1_600_000_000;
    const wanted = `ethereum:${WETH},${USDC},ethereum:${UNKNOWN}`;
    const { coins } = await json(`/llama/coins/prices/historical/${day}/${wanted}?searchWidth=4h`);
    expect(Object.keys(coins)).toEqual([`ethereum:${WETH}`, USDC]);
    expect(coins[USDC]).toMatchObject({ decimals: 6, timestamp: day });
    const impostor = 'ethereum:0xc1bec4618b212441e367ed363540d5d665e8e4f0';
    expect(await json(`/llama/coins/prices/historical/1640995200/${impostor}`)).toEqual({ coins: {} });
    const usdy = 'ethereum:0x96F6eF951840721AdBF46Ac996b59E0235CB985C';
    expect((await json(`/llama/coins/prices/current/${usdy}`)).coins[usdy].price).toBe(1.13);
    const range = await json(
      `/coingecko/api/v3/coins/ethereum/contract/${WETH}/market_chart/range?vs_currency=usd&from=1599955200&to=1600214400`,
    );
    expect(range.prices.map(([ms]: [number]) => ms % 86_400_000)).toEqual([0, 0, 0, 0]);
    const { data } = await json('/llama/yields/pools');
    const projects = new Set(data.map(({ project }: Row) => project));
    expect([...projects]).toEqual(
      expect.arrayContaining(['ethena-usde', 'blackrock-buidl', 'ondo-yield-assets', 'circle-usyc']),
    );
  });

  it('a request that nothing computes is answered by its recording', async () => {
    const refused = await account(
      'txlist',
      'offset=1&page=1&address=0x9d25AdBcffE28923E619f4Af88ECDe732c985b63',
      8453,
    );
    expect(refused.result).toMatch(/^Free API access is not supported for this chain/);
    const coin = 'polygon:0x3b7E1ce09aFe2bB3A23919AFb65a38E627CfbE97';
    expect((await json(`/llama/coins/prices/current/${coin}`)).coins[coin].symbol).toBe('dst');
    expect((await text('/recorded/example.org/nothing'))[0]).toBe(404);
  });

  describe('faults', () => {
    const path = `/etherscan/v2/api?chainid=1&module=account&action=txlist&address=${MAIN}&offset=10`;
    const once = async (mode: string, more = {}): Promise<Response> => {
      await replay.order({ match: 'action=txlist&', mode, times: 1, ...more });
      return fetch(replay.url + path);
    };

    it.each([
      ['500', 500, /Internal Server Error/],
      ['502html', 502, /^<html>/],
      ['429html', 429, /^<html>/],
      ['429', 429, /Max calls per sec rate limit/],
      ['ratelimit200', 200, /Max calls per sec rate limit/],
      ['entitlement', 200, /NOTOK/],
      ['empty', 200, /^$/],
    ])('%s answers %i', async (mode, status, body) => {
      const response = await once(mode);
      expect([response.status, await response.text()]).toEqual([status, expect.stringMatching(body)]);
      expect(response.headers.get('retry-after')).toBe(status === 429 ? '1' : null);
    });

    it.each(['reset', 'truncated', 'garbage'])('%s gives no answer that can be read', async (mode) => {
      await expect(once(mode).then((response) => response.json())).rejects.toThrow();
    });

    it('timeout gives no answer', async () => {
      await replay.order({ match: 'action=txlist&', mode: 'timeout', times: 1 });
      const asking = fetch(replay.url + path, { signal: AbortSignal.timeout(200) });
      await expect(asking).rejects.toThrow('timeout');
    });

    it('hold gives the right answer when the orders are cleared', async () => {
      let isAnswered = false;
      const holding = once('hold').finally(() => (isAnswered = true));
      await replay.holds('action=txlist&');
      expect((await json(path)).result).toHaveLength(10);
      expect(isAnswered).toBe(false);
      await replay.calm();
      expect(((await (await holding).json()) as Body).result).toHaveLength(10);
    });

    it('slow gives the right answer, once; then there is no fault', async () => {
      expect((await ((await once('slow', { delay_ms: 50 })).json() as Promise<Body>)).result).toHaveLength(
        10,
      );
      expect((await json(path)).result).toHaveLength(10);
    });

    it('of one method of JSON-RPC leave the others alone; an unknown one is refused', async () => {
      await replay.order({ match: '/solana getSlot', mode: '429' });
      expect([(await rpc('getSlot')).error.code, (await rpc('getHealth')).result]).toEqual([429, 'ok']);
      await replay.calm();
      expect((await rpc('getSlot')).result).toBeGreaterThan(0);
      await expect(replay.order({ match: 'x', mode: 'nonsense' })).rejects.toThrow('mode must be one of');
    });
  });

  it('logs requests with how many ran at once', async () => {
    await replay.forget();
    await replay.order({ match: 'tip/height', mode: 'hold' });
    const asking = Promise.all(Array.from({ length: 5 }, () => text('/esplora/blocks/tip/height')));
    await until(replay.requests, ({ length }) => length === 5);
    await replay.calm();
    await asking;
    const log = await replay.requests();
    expect(log).toHaveLength(5);
    expect(Math.max(...log.map(({ concurrentAtProvider }) => concurrentAtProvider))).toBe(5);
    expect(log[0]).toMatchObject({ method: 'GET', status: 200, provider: 'esplora' });
  });

  it('makes wallets of any size: the same input gives the same rows, and they add up', async () => {
    const ask: Parameters<Replay['big']>[0] = { address: BIG, transactions: 3_000 };
    const made: BigWallet = await replay.big(ask);
    expect(await replay.big(ask)).toEqual(made);
    const rows = async (list: string): Promise<Row[]> =>
      (await account(list, `address=${BIG}&page=1&offset=10000&sort=asc`)).result;
    const [txs, tokens, internals] = [
      await rows('txlist'),
      await rows('tokentx'),
      await rows('txlistinternal'),
    ];
    expect([txs.length, tokens.length, internals.length]).toEqual(
      (['txlist', 'tokentx', 'txlistinternal'] as const).map((list) => made.rows[list]),
    );
    const sum = (of: readonly Row[]) =>
      of
        .filter(({ isError }) => isError !== '1')
        .reduce((total, { to, value }) => total + (to === BIG ? BigInt(value!) : -BigInt(value!)), 0n);
    const fees = txs
      .filter(({ from }) => from === BIG)
      .reduce((total, { gasUsed, gasPrice }) => total + BigInt(gasUsed!) * BigInt(gasPrice!), 0n);
    expect(sum(txs) + sum(internals) - fees).toBe(BigInt(made.wei));
    expect(sum(tokens)).toBe(BigInt(made.usdc));
    expect((await account('balance', `address=${BIG}`)).result).toBe(made.wei);
    const early = await replay.big({ ...ask, shown: 2_990 });
    expect(early.rows.txlist).toBe(2_990);
    expect(await rows('txlist')).toEqual(txs.slice(0, 2_990));
    const crowded = await replay.big({ ...ask, transactions: 12_000, per_block: 12_000 });
    expect(crowded.rows.txlist).toBe(12_000);
    const [first, last] = await Promise.all(
      [1, 10].map((page) => account('txlist', `address=${BIG}&page=${page}&offset=1000`)),
    );
    expect(first.result[0].blockNumber).toBe(last.result.at(-1).blockNumber);
  });

  it('lists its wallets', async () => {
    const wallets: Body[] = await json('/__wallets');
    expect(wallets.find(({ address }) => address === MAIN)).toMatchObject({
      chain: 'ethereum',
      lists: { txlist: { rows: 482 }, tokentx: { rows: 428 }, txlistinternal: { rows: 48 } },
      first: '2017-10-07',
      last: '2023-02-28',
    });
    expect([...new Set(wallets.map(({ chain }) => chain))]).toEqual(
      expect.arrayContaining(['ethereum', 'polygon', 'base', 'bitcoin', 'solana']),
    );
  });
});
