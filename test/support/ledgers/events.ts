import type { LedgerEvent } from '../../../src/domain/engine';
import type { Asset } from '../../../src/domain/kernel/asset';

const CENTS_TO_MONEY = 10n ** 16n;

/** Generated rows as the engine takes them. @param lines the head first */
export function ledgerEvents(lines: readonly string[]): LedgerEvent[] {
  const assets = new Map<string, Asset>();
  const wallets = new Map<string, string>();
  const events: LedgerEvent[] = [];
  for (let i = 1; i < lines.length; i++) {
    const line = lines[i];
    if (!line) continue;
    const [id = '', timestamp = '', type, symbol = '', quantity = '', cents = '', owner = ''] =
      line.split(',');
    const wallet = wallets.get(owner) ?? (wallets.set(owner, owner), owner);
    let asset = assets.get(symbol);
    if (!asset) {
      asset = { id: `x:${symbol}`, chain: 'x', contract: null, symbol, name: symbol, decimals: 8 };
      assets.set(symbol, asset);
    }
    const usd = BigInt(cents) * CENTS_TO_MONEY;
    // Written out twice: events of one kind have one hidden class, as those of the service.
    events.push(
      type === 'buy'
        ? {
            kind: 'acquire',
            transactionId: id,
            txHash: null,
            stem: id,
            leg: 0,
            wallet,
            asset,
            quantity: BigInt(quantity),
            at: Number(timestamp) * 1000,
            block: 0,
            txIndex: 0,
            logIndex: 0,
            priceSource: null,
            cost: usd,
            source: 'purchase',
            basisSource: 'trade',
            incomeType: null,
          }
        : {
            kind: 'dispose',
            transactionId: id,
            txHash: null,
            stem: id,
            leg: 0,
            wallet,
            asset,
            quantity: BigInt(quantity),
            at: Number(timestamp) * 1000,
            block: 0,
            txIndex: 0,
            logIndex: 0,
            priceSource: null,
            type: 'sale',
            proceeds: usd,
            fees: 0n,
          },
    );
  }
  return events;
}
