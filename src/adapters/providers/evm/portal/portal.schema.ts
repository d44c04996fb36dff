import { z } from 'zod';

const number = z.number().int().nonnegative();
const hash = z.string().regex(/^0x[0-9a-fA-F]{64}$/);
const address = z
  .string()
  .regex(/^0x[0-9a-fA-F]{40}$/)
  .transform((value) => value.toLowerCase());
const bytes = z.string().regex(/^0x[0-9a-fA-F]*$/);
/** Hex in the answer. Null: not stated. */
const amount = z
  .string()
  .regex(/^0x[0-9a-fA-F]{1,64}$/)
  .nullish()
  .transform((value) => (value ? BigInt(value) : null));

const transaction = z.object({
  transactionIndex: number,
  hash,
  from: address,
  to: address.nullish(),
  value: amount,
  input: bytes.nullish(),
  type: number.nullish(),
  /** Null before Byzantium. */
  status: number.nullish(),
  contractAddress: address.nullish(),
  gasUsed: amount,
  gasPrice: amount,
  effectiveGasPrice: amount,
  l1Fee: amount,
});

const log = z.object({
  transactionIndex: number,
  logIndex: number,
  transactionHash: hash,
  address,
  topics: z.array(hash).max(4),
  data: bytes,
});

const trace = z.object({
  transactionIndex: number,
  traceAddress: z.array(number),
  type: z.string(),
  error: z.string().nullish(),
  action: z
    .object({
      from: address.nullish(),
      to: address.nullish(),
      value: amount,
      callType: z.string().nullish(),
      address: address.nullish(),
      refundAddress: address.nullish(),
      balance: amount,
    })
    .nullish(),
  result: z.object({ address: address.nullish() }).nullish(),
});

const stateDiff = z.object({
  transactionIndex: number,
  address,
  key: z.string(),
  kind: z.string().nullish(),
  prev: z.string().nullish(),
  next: z.string().nullish(),
});

/** One line of the stream: a block and what it has of the wallet. Empty lists are absent. */
const block = z.object({
  header: z.object({ number, timestamp: number }),
  transactions: z.array(transaction).default([]),
  logs: z.array(log).default([]),
  traces: z.array(trace).default([]),
  stateDiffs: z.array(stateDiff).default([]),
});

export const portalBlocks = z.array(block);
export type PortalBlock = z.infer<typeof block>;
export type PortalTransaction = z.infer<typeof transaction>;
export type PortalTrace = z.infer<typeof trace>;
export type PortalLog = z.infer<typeof log>;

export const portalHead = z.object({ number, hash: z.string() }).nullable();
