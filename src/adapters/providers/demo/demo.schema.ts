import { z } from 'zod';
import { CHAINS, type ChainName } from '../../../domain/kernel/chain';

/** Names of `CHAINS`, for zod. */
const chains = Object.keys(CHAINS) as [ChainName, ...ChainName[]];

const amount = z.string().regex(/^\d+(\.\d+)?$/);
const party = z.string().nullable();

/** One stored transaction of the story. Amounts are whole units as decimal text. */
export const demoEntry = z.object({
  chain: z.enum(chains),
  hash: z.string(),
  /** Milliseconds UTC. */
  at: z.number().int(),
  block: z.number().int(),
  from: party,
  to: party,
  succeeded: z.boolean(),
  method: z.object({ id: party, name: party }),
  /** Paid in the native coin by `from`. */
  fee: amount.nullable(),
  moves: z.array(
    z.object({
      /** As `demoAsset` takes it. */
      asset: z.string(),
      amount,
      from: party,
      to: party,
      kind: z.enum(['native', 'internal', 'token', 'nft', 'withdrawal', 'coinbase', 'utxo', 'balance']),
    }),
  ),
  flags: z.array(z.string()),
});
export type DemoEntry = z.infer<typeof demoEntry>;
