import type { ServerResponse } from 'node:http';
import { sendJson } from './local-upstream';

type Place = readonly [address: string, satoshi: number];

/** A confirmed transaction. `block` also gives its time: one block each ten minutes since 2020. */
export interface Payment {
  block: number;
  inputs: readonly Place[];
  outputs: readonly Place[];
  isCoinbase?: boolean;
}

const GENESIS_SECONDS = Date.UTC(2020, 0, 1) / 1000;
export const txidOf = (index: number): string => (index + 1).toString(16).padStart(64, '0');

/** Answers as Esplora does over a list of payments, oldest first: totals of an address, and pages of 25. */
export class Esplora {
  payments: Payment[] = [];
  tip = 1_000_000;
  readonly asked: string[] = [];

  answer(url: URL, response: ServerResponse): void {
    this.asked.push(url.pathname);
    if (url.pathname === '/blocks/tip/height') return sendJson(response, this.tip);
    const [, , address = '', list, , last] = url.pathname.split('/');
    const own = this.payments.flatMap((payment, i) =>
      touches(payment, address) ? [toWire(payment, i)] : [],
    );
    own.reverse();
    if (list === undefined) return sendJson(response, { chain_stats: this.statsOf(address, own.length) });
    const start = last === undefined ? 0 : own.findIndex(({ txid }) => txid === last) + 1;
    sendJson(response, own.slice(start, start + 25));
  }

  private statsOf(address: string, count: number) {
    const sum = (side: 'inputs' | 'outputs') =>
      this.payments
        .flatMap((payment) => payment[side])
        .reduce((total, [to, satoshi]) => (to === address ? total + satoshi : total), 0);
    return { funded_txo_sum: sum('outputs'), spent_txo_sum: sum('inputs'), tx_count: count };
  }
}

const touches = ({ inputs, outputs }: Payment, address: string): boolean =>
  [...inputs, ...outputs].some(([place]) => place === address);

const toWire = ({ block, inputs, outputs, isCoinbase = false }: Payment, index: number) => ({
  txid: txidOf(index),
  vin: isCoinbase
    ? [{ txid: '0'.repeat(64), is_coinbase: true, prevout: null }]
    : inputs.map(([address, value], i) => ({
        txid: txidOf(1_000_000 + index * 100 + i),
        is_coinbase: false,
        prevout: { scriptpubkey_address: address, value },
      })),
  vout: outputs.map(([address, value]) => ({ scriptpubkey_address: address, value })),
  status: { confirmed: true, block_height: block, block_time: GENESIS_SECONDS + block * 600 },
});
