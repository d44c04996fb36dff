import { z } from 'zod';
import { CHAINS, type ChainName } from '../../../domain/kernel/chain';

const chains = Object.keys(CHAINS) as [ChainName, ...ChainName[]];

const amount = z.string().regex(/^\d+(\.\d+)?$/);
const party = z.string().nullable();

/** One stored transaction. Amounts are whole units as decimal text. */
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
  /** In the native coin, paid by `from`. */
  fee: amount.nullable(),
  moves: z.array(
    z.object({
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
