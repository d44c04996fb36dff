import { z } from 'zod';
import { isSwapMemo } from '../../../domain/chain';
import { LAST_BLOCK_SECONDS } from '../../upstream/block-time';

/**
 * Transactions of Esplora and Blockbook in one shape: inputs and outputs in chain order, amounts in satoshi as text.
 * Scripts and witnesses are dropped, except a memo for a cross-chain network.
 * @source providers.md 1.2
 */
const txid = z.string().regex(/^[0-9a-f]{64}$/);
const units = z.string().regex(/^\d{1,16}$/);

interface Place {
  /** Null: a script without address form (OP_RETURN, bare public key). */
  address: string | null;
  value: string;
}

export interface BitcoinRow {
  txid: string;
  /** Null while unconfirmed. */
  block: number | null;
  /** Block time, seconds UTC. */
  time: number;
  isCoinbase: boolean;
  inputs: (Place & { txid: string })[];
  outputs: Place[];
  /** Instruction of an output without an address to a cross-chain network. */
  memo?: string;
}

/** OP_RETURN output: one push of at most 75 bytes, or one with a byte for its length. */
const RETURNED = /^6a(?:4c[0-9a-f]{2}|[0-4][0-9a-f])((?:[0-9a-f]{2})+)$/i;

function memoIn(scripts: readonly (string | null | undefined)[]): { memo?: string } {
  const texts = scripts.map((script) =>
    Buffer.from(RETURNED.exec(script ?? '')?.[1] ?? '', 'hex').toString('latin1'),
  );
  const memo = texts.find((text) => isSwapMemo(text) && /^[\x20-\x7e]+$/.test(text));
  return memo === undefined ? {} : { memo };
}

const satoshi = z.number().int().nonnegative().max(2_100_000_000_000_000);
const status = z.object({
  confirmed: z.boolean(),
  block_height: z.number().int().nonnegative().nullish(),
  block_time: z.number().int().nonnegative().max(LAST_BLOCK_SECONDS).nullish(),
});
const prevout = z.object({ scriptpubkey_address: z.string().nullish(), value: satoshi });

const esploraTransaction = z
  .object({
    txid,
    vin: z.array(
      z.object({ txid, is_coinbase: z.boolean().default(false), prevout: prevout.nullish() }).refine(
        // Fee and sender need the spent output.
        ({ is_coinbase, prevout: spent }) => is_coinbase || spent,
        'an input without its prevout',
      ),
    ),
    vout: z.array(prevout.extend({ scriptpubkey: z.string().nullish() })),
    status,
  })
  .transform((tx): BitcoinRow => ({
    txid: tx.txid,
    block: tx.status.confirmed ? (tx.status.block_height ?? null) : null,
    time: tx.status.block_time ?? 0,
    isCoinbase: tx.vin.some((input) => input.is_coinbase),
    inputs: tx.vin.flatMap(({ txid: spent, prevout: output }) =>
      output ? [{ txid: spent, ...placeOf(output) }] : [],
    ),
    outputs: tx.vout.map(placeOf),
    ...memoIn(tx.vout.map(({ scriptpubkey }) => scriptpubkey)),
  }));

const placeOf = ({ scriptpubkey_address, value }: z.infer<typeof prevout>) => ({
  address: scriptpubkey_address || null,
  value: String(value),
});

export const esploraPage = z.array(esploraTransaction);
const height = z.number().int().nonnegative();
export const esploraTip = height;
export const blockbookStatus = z.object({ blockbook: z.object({ bestHeight: height }) });
export const esploraAddress = z.object({
  chain_stats: z.object({ funded_txo_sum: satoshi, spent_txo_sum: satoshi, tx_count: z.number().int() }),
});

const blockbookPlace = z.object({
  addresses: z.array(z.string()).nullish(),
  isAddress: z.boolean().default(false),
  value: units.default('0'),
});
type BlockbookPlace = z.infer<typeof blockbookPlace>;
const blockbookInput = blockbookPlace.extend({ txid: txid.optional(), coinbase: z.string().optional() });

const blockbookTransaction = z
  .object({
    txid,
    vin: z.array(blockbookInput),
    vout: z.array(blockbookPlace.extend({ hex: z.string().nullish() })),
    /** -1 while unconfirmed. */
    blockHeight: z.number().int().default(-1),
    blockTime: z.number().int().nonnegative().max(LAST_BLOCK_SECONDS).default(0),
  })
  .transform((tx): BitcoinRow => {
    const isMinted = ({ txid: spent, coinbase }: z.infer<typeof blockbookInput>) =>
      spent === undefined || coinbase !== undefined;
    return {
      txid: tx.txid,
      block: tx.blockHeight > 0 ? tx.blockHeight : null,
      time: tx.blockTime,
      isCoinbase: tx.vin.some(isMinted),
      inputs: tx.vin.flatMap((input) =>
        input.txid !== undefined && !isMinted(input)
          ? [{ txid: input.txid, ...blockbookPlaceOf(input) }]
          : [],
      ),
      outputs: tx.vout.map(blockbookPlaceOf),
      ...memoIn(tx.vout.map(({ hex }) => hex)),
    };
  });

const blockbookPlaceOf = ({ addresses, isAddress, value }: BlockbookPlace) => ({
  address: (isAddress && addresses?.[0]) || null,
  value,
});

export const blockbookPage = z.object({
  page: z.number().int().positive().default(1),
  totalPages: z.number().int().nonnegative().default(1),
  balance: units.default('0'),
  /** Confirmed transactions. Omitted when zero. */
  txs: z.number().int().nonnegative().default(0),
  transactions: z.array(blockbookTransaction).nullish(),
});
