// Esplora answers for the Bitcoin addresses whose transactions are at hand.
import { span } from './evm-data.mjs';

const PAGE = 25;
const ADDRESS = /^(bc1[ac-hj-np-z02-9]{11,87}|[13][1-9A-HJ-NP-Za-km-z]{25,34})$/;
const text = (status, body) => ({ status, type: 'text/plain', body, weak: status !== 200 });

export class BitcoinData {
  #addresses = new Map(); // address -> transactions, newest first
  #txs = new Map();
  #tip = 0;

  constructor({ wallets, transactions }) {
    for (const { address, txs } of wallets) this.#addresses.set(address, txs);
    for (const tx of [...wallets.flatMap(({ txs }) => txs), ...transactions]) {
      this.#txs.set(tx.txid, tx);
      this.#tip = Math.max(this.#tip, tx.status.block_height ?? 0);
    }
  }

  wallets() {
    const describe = (txs) => ({
      chain: 'bitcoin',
      lists: { txs: { rows: txs.length } },
      ...span(txs.map((t) => t.status.block_time)),
    });
    return [...this.#addresses].map(([address, txs]) => ({ address, ...describe(txs) }));
  }

  answer(path) {
    if (path === '/blocks/tip/height') return text(200, String(this.#tip));
    const [, kind, id, rest = '', last] =
      /^\/(address|tx)\/([^/]+)(?:\/(txs\/mempool|txs\/chain|txs|utxo|status)(?:\/(\w+))?)?\/?$/.exec(path) ??
      [];
    if (kind === 'tx') {
      if (!/^[0-9a-f]{64}$/i.test(id)) return text(400, 'Invalid hex string');
      const tx = this.#txs.get(id.toLowerCase());
      return tx ? { body: rest === 'status' ? tx.status : tx } : text(404, 'Transaction not found');
    }
    if (kind !== 'address') return text(404, 'endpoint does not exist.');
    if (!ADDRESS.test(id)) return text(400, 'Invalid Bitcoin address');
    const all = this.#addresses.get(id) ?? [];
    const confirmed = all.filter((t) => t.status.confirmed),
      waiting = all.filter((t) => !t.status.confirmed);
    switch (rest) {
      case '':
        return {
          body: { address: id, chain_stats: stats(confirmed, id), mempool_stats: stats(waiting, id) },
        };
      case 'txs':
        return { body: [...waiting.slice(0, 50), ...confirmed.slice(0, PAGE)] };
      case 'txs/mempool':
        return { body: waiting.slice(0, 50) };
      case 'txs/chain': {
        const start = last ? confirmed.findIndex((t) => t.txid === last) + 1 : 0;
        return { body: last && !start ? [] : confirmed.slice(start, start + PAGE) };
      }
      case 'utxo': {
        const spent = new Set(all.flatMap((t) => t.vin.map((v) => `${v.txid}:${v.vout}`)));
        return {
          body: all
            .flatMap((t) =>
              t.vout.map((v, vout) => ({
                txid: t.txid,
                vout,
                status: t.status,
                value: v.value,
                to: v.scriptpubkey_address,
              })),
            )
            .filter((o) => o.to === id && !spent.has(`${o.txid}:${o.vout}`))
            .map(({ to, ...utxo }) => utxo),
        };
      }
    }
    return text(404, 'endpoint does not exist.');
  }
}

function stats(txs, address) {
  const funded = txs.flatMap((t) => t.vout).filter((o) => o.scriptpubkey_address === address);
  const spent = txs
    .flatMap((t) => t.vin)
    .filter((i) => i.prevout?.scriptpubkey_address === address)
    .map((i) => i.prevout);
  const sum = (outputs) => outputs.reduce((total, o) => total + o.value, 0);
  return {
    funded_txo_count: funded.length,
    funded_txo_sum: sum(funded),
    spent_txo_count: spent.length,
    spent_txo_sum: sum(spent),
    tx_count: txs.length,
  };
}
