import { MAIN, MINER, STAKER, VAULT } from '../../src/adapters/providers/demo/demo.addresses';
import { toChainTransaction, touches } from '../../src/adapters/providers/demo/demo.mapper';
import { closeOf } from '../../src/adapters/providers/demo/demo.prices';
import { STORY } from '../../src/adapters/providers/demo/story';
import { replay, type Ledger, type LedgerEvent, type ReplayOptions } from '../../src/domain/engine';
import type { Asset } from '../../src/domain/kernel/asset';
import { toUnits } from '../../src/domain/kernel/units';
import { bought, eventBase, FIFO, sold } from '../support/engine-events';
import { classifyHistory, ledgerEvents, valueTransactions } from '../../src/domain/chain';
import { POLICIES } from '../chain/policies';

export const DEMO_OWNERS = { alice: [MAIN, VAULT], miner: [MINER], staker: [STAKER] } as const;

/** The ledgers of demo wallets, the way the service makes them. */
export function demoLedger(wallets: readonly string[], options: Partial<ReplayOptions> = {}): Ledger {
  const owned = new Set(wallets);
  const classified = wallets.flatMap((wallet) =>
    classifyHistory(
      STORY.filter((entry) => touches(entry, wallet)).map((entry) => toChainTransaction(entry, wallet)),
      { wallet, owned },
    ),
  );
  const policies = { ...POLICIES, owned };
  return ledgerOf(ledgerEvents(valueTransactions(classified, closeOf), policies), options);
}

export const ledgerOf = (events: readonly LedgerEvent[], options: Partial<ReplayOptions> = {}): Ledger =>
  replay(events, { ...FIFO, ...options });

export const WALLET = '0x00000000000000000000000000000000000000a1';

export const ETH: Asset = {
  id: 'ethereum:native',
  chain: 'ethereum',
  contract: null,
  symbol: 'ETH',
  name: 'Ether',
  decimals: 18,
};

let counter = 0;
function base(quantity: string, at: string, asset: Asset, wallet: string) {
  const id = `t${++counter}`;
  return {
    ...eventBase(id, Date.parse(at), toUnits(quantity, asset.decimals), asset, wallet),
    txHash: `0x${id}`,
  };
}

/** A purchase, unless its fields state otherwise. */
export const buy = (
  quantity: string,
  cost: string,
  at: string,
  more: Partial<Extract<LedgerEvent, { kind: 'acquire' }>> = {},
): LedgerEvent => ({
  ...base(quantity, at, more.asset ?? ETH, more.wallet ?? WALLET),
  ...bought(cost),
  ...more,
});

/** A sale, unless its fields state otherwise. */
export const sell = (
  quantity: string,
  proceeds: string,
  at: string,
  more: Partial<Extract<LedgerEvent, { kind: 'dispose' }>> = {},
): LedgerEvent => ({
  ...base(quantity, at, more.asset ?? ETH, more.wallet ?? WALLET),
  ...sold(proceeds),
  ...more,
});
