import { CHANNEL_CALLS } from '../../../domain/chain';
import type { BitcoinRow } from './bitcoin.schema';

/** Addresses of scripts and of joint keys: two parties can only spend the output of a channel together. */
const JOINT = /^bc1[qp][02-9ac-hj-np-z]{58}$/;
/** Closing an unused channel costs at most one part in a hundred. */
const LEAST_BACK = 99n;

const outputKey = (txid: string, address: string | null): string => `${txid} ${address ?? ''}`;

/**
 * Payments to a channel and returns from it, by transaction. The wallet funds an output, and the transaction that
 * spends only this output pays the wallet.
 * @source BOLT 3: funding transaction output, closing transaction
 */
export function channelsOf(wallet: string, rows: readonly BitcoinRow[]): ReadonlyMap<string, string> {
  const funded = new Map<string, { txid: string; value: bigint }>();
  for (const { txid, inputs, outputs, isCoinbase, memo } of rows) {
    const [joint, ...more] = outputs.filter(({ address }) => address !== wallet);
    if (!joint || more.length > 0 || isCoinbase || memo !== undefined) continue;
    if (!JOINT.test(joint.address ?? '') || inputs.some(({ address }) => address !== wallet)) continue;
    funded.set(outputKey(txid, joint.address), { txid, value: BigInt(joint.value) });
  }
  const calls = new Map<string, string>();
  for (const { txid, inputs, outputs } of rows) {
    const [input, ...more] = inputs;
    const channel = input && more.length === 0 && funded.get(outputKey(input.txid, input.address));
    const paid = outputs
      .filter(({ address }) => address === wallet)
      .reduce((sum, { value }) => sum + BigInt(value), 0n);
    if (!channel || paid === 0n) continue;
    const isSame = paid <= channel.value && paid * 100n >= channel.value * LEAST_BACK;
    calls.set(channel.txid, CHANNEL_CALLS.open);
    calls.set(txid, isSame ? CHANNEL_CALLS.close : CHANNEL_CALLS.closeUsed);
  }
  return calls;
}
