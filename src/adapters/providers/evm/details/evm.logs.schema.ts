import { z } from 'zod';

const WORD = 64;

/** Hex of any length, `0x` for zero. Some instances return decimal text or numbers. */
const number = z
  .union([z.number().int().nonnegative(), z.string().regex(/^(0x[0-9a-fA-F]{0,16}|\d{1,16})$/)])
  .transform((value) => (value === '0x' ? 0 : Number(value)));

/** `words` are the data that is not indexed. */
const log = z
  .object({
    topics: z.array(z.string().nullable()),
    data: z.string().regex(/^0x([0-9a-fA-F]{64})*$/),
    blockNumber: number,
    logIndex: number,
    transactionHash: z.string().regex(/^0x[0-9a-fA-F]{64}$/),
  })
  .transform(({ topics, data, blockNumber, logIndex, transactionHash }) => ({
    topics: topics.filter((topic) => topic !== null).map((topic) => topic.toLowerCase()),
    words: Array.from({ length: (data.length - 2) / WORD }, (_, i) =>
      BigInt(`0x${data.slice(2 + i * WORD, 2 + (i + 1) * WORD)}`),
    ),
    block: blockNumber,
    index: logIndex,
    hash: transactionHash.toLowerCase(),
  }));
export type EventLog = z.infer<typeof log>;

export const logsAnswer = z.object({
  result: z.preprocess((result) => (result === null || result === undefined ? [] : result), z.array(log)),
});
