import { type ExplorerRow, payment, startExplorer } from '../explorer';
import { sendJson, startLocalUpstream } from '../local-upstream';
import { OFFLINE } from '../offline';
import { exact, sum } from './story/exact';
import { at, BITCOIN_WALLET, depositAddress, ETHEREUM_WALLET, hashOf } from './story/names';
import { type Place, walletMovements } from './story/transfers';

/** What the two wallets had before, from nowhere. */
const FUNDS = { ethereum: '5.5', bitcoin: '2.25' } as const;
const FUNDED_AT = at('2022-01-01T00:00:00');
const SATOSHI = 10n ** 10n;
const BLOCK_SECONDS = 600;
const ELSEWHERE = 'bc1qelsewhere';

const movesOf = (place: Place) =>
  walletMovements().flatMap((one) =>
    one.from === place || one.to === place
      ? [{ ...one, isOut: one.from === place, when: one.from === place ? one.left : one.arrived }]
      : [],
  );

function explorerRows(): ExplorerRow[] {
  const row = (hash: string, when: number, value: string, from: string, to: string): ExplorerRow => ({
    ...payment(1, Math.floor((when - FUNDED_AT) / 12_000) + 1),
    ...{ hash, from, to, value: String(exact(value)), timeStamp: String(when / 1_000) },
  });
  const moves = movesOf('ethereum').map(({ hash, when, units, isOut, from, to, coin }) =>
    isOut
      ? row(hash, when, units, ETHEREUM_WALLET, depositAddress(to as 'kraken', coin))
      : row(hash, when, units, depositAddress(from as 'kraken', coin), ETHEREUM_WALLET),
  );
  const funding = row(hashOf('a miner'), FUNDED_AT, FUNDS.ethereum, `0x${'ab'.repeat(20)}`, ETHEREUM_WALLET);
  return [funding, ...moves].sort((a, b) => Number(a['blockNumber']) - Number(b['blockNumber']));
}

/** As Esplora writes them, newest first. */
function bitcoinTransactions(): object[] {
  const satoshi = (units: string): number => Number(exact(units) / SATOSHI);
  const wire = (
    hash: string,
    when: number,
    from: string,
    outputs: readonly (readonly [string, string])[],
  ) => ({
    txid: hash.replace(/^0x/, ''),
    vin: [
      {
        ...{ txid: hashOf(`before ${hash}`).slice(2), is_coinbase: false },
        prevout: { scriptpubkey_address: from, value: satoshi(sum(...outputs.map(([, units]) => units))) },
      },
    ],
    vout: outputs.map(([to, units]) => ({ scriptpubkey_address: to, value: satoshi(units) })),
    status: {
      confirmed: true,
      block_height: 700_000 + Math.floor(when / 1_000 / BLOCK_SECONDS),
      block_time: when / 1_000,
    },
  });
  const moves = movesOf('bitcoin').map(({ hash, when, units, isOut, to, coin }) =>
    isOut
      ? wire(hash, when, BITCOIN_WALLET, [[depositAddress(to as 'kraken', coin), units]])
      : wire(hash, when, ELSEWHERE, [[BITCOIN_WALLET, units]]),
  );
  const funding = wire(hashOf('another miner'), FUNDED_AT, ELSEWHERE, [[BITCOIN_WALLET, FUNDS.bitcoin]]);
  return [funding, ...moves].sort((a, b) => b.status.block_time - a.status.block_time);
}

/** Upstreams with the two wallets of the story and no prices. */
export async function startStoryUpstreams(): Promise<{
  env: Record<string, string>;
  close(): Promise<void>;
}> {
  const explorer = await startExplorer();
  explorer.rows = { txlist: explorerRows() };
  const transactions = bitcoinTransactions();
  const paid = movesOf('bitcoin').reduce(
    (all, { units, isOut }) => sum(all, isOut ? `-${units}` : units),
    '0',
  );
  const held = Number(exact(sum(FUNDS.bitcoin, paid)) / SATOSHI);
  const esplora = await startLocalUpstream((url, response) => {
    if (url.pathname.endsWith('/blocks/tip/height')) return sendJson(response, 9_000_000);
    const [, list] = /\/address\/[^/]+(\/txs.*)?$/.exec(url.pathname) ?? [];
    if (list === undefined)
      return sendJson(response, {
        chain_stats: { funded_txo_sum: held, spent_txo_sum: 0, tx_count: transactions.length },
      });
    sendJson(response, list === '/txs' || list === '/txs/chain' ? transactions : []);
  });
  const markets = await startLocalUpstream((_url, response) => sendJson(response, { coins: {} }));
  return {
    env: {
      ...OFFLINE,
      ETHERSCAN_BASE_URL: explorer.url,
      ETHERSCAN_API_KEY: 'x',
      ESPLORA_BASE_URL: esplora.url,
      DEFILLAMA_COINS_BASE_URL: markets.url,
      COINGECKO_BASE_URL: markets.url,
      EVM_CHAINS: 'ethereum',
      DEMO_WALLETS: 'false',
    },
    close: async () => {
      for (const one of [explorer, esplora, markets]) await one.close();
    },
  };
}
