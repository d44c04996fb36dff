import { LedgerSession, type LedgerEvent } from '../src/domain/engine';
import type { Address } from '../src/domain/kernel/address';
import { nativeAsset, type Asset } from '../src/domain/kernel/asset';
import type { WalletTransaction } from '../src/domain/chain/facts/wallet-transaction';
import { syncStatusOf } from '../src/pipeline/history/covered-wallets';
import { LedgerViews } from '../src/pipeline/ledger/ledger-views.service';
import { Snapshots } from '../src/pipeline/ledger/snapshots.service';
import { WalletLedgerService } from '../src/pipeline/ledger/wallet-ledger.service';
import { ledgerEvents } from '../test/support/ledgers/events';
import { ledgerLines, type LedgerShape } from '../test/support/ledgers/generate';
import { startService } from './service';

const ETH = nativeAsset('ethereum');
const USDC: Asset = {
  ...ETH,
  id: 'ethereum:0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48',
  contract: '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48',
  symbol: 'USDC',
  name: 'USD Coin',
  decimals: 6,
};

/**
 * Stores the snapshot of a wallet with a long history, as a process does that had to compute its ledger. Only the
 * ledger is not read and classified but generated: half of its assets are ether, the others a dollar coin.
 * @param subject a wallet with stored chain states and without a snapshot
 * @param shape `deep`: four in five lots stay open; `shallow`: few do
 * @returns the number of open lots
 */
export async function storeLongSnapshot(
  subject: Address,
  transactions: number,
  shape: LedgerShape,
  env: Record<string, string>,
  database: string,
): Promise<number> {
  const service = await startService({ EVM_CHAINS: 'ethereum', ...env }, { database, runsJobs: false });
  const session = new LedgerSession({ method: 'fifo', timezone: 'UTC', washSales: false });
  const events = ledgerEvents([...ledgerLines(transactions, shape)]).map((event, i) =>
    walletEvent(event, i, subject),
  );
  const ledger = session.append(events);
  const valued = { transactions: events.map(transactionOf), open: [], entries: [] };
  const tokenKeys = service.part(LedgerViews).tokenKeys(valued, ledger);
  service.part(WalletLedgerService).completeStored = (covered) =>
    Promise.resolve({
      subject,
      history: {
        subject,
        wallets: [subject.value],
        valued,
        syncStatus: syncStatusOf(covered.covered, valued),
      },
      ledger,
      tokenKeys,
      transactions: valued.transactions,
    });
  const asked = { signal: new AbortController().signal };
  const isStored = async (): Promise<boolean> => {
    const found = await service.part(Snapshots).stored(subject, [], asked, ['transactionCount']);
    return found.snapshot?.transactionCount === transactions;
  };
  while (!(await isStored())) await new Promise((wake) => setTimeout(wake, 200));
  await service.stop();
  return ledger.lots.filter(({ remaining }) => remaining > 0n).length;
}

/** Amounts with as many digits as those of a chain. What is bought is rounded up, so that no sale exceeds it. */
function walletEvent(event: LedgerEvent, i: number, { value: wallet }: Address): LedgerEvent {
  if (event.kind !== 'acquire' && event.kind !== 'dispose') throw new Error(`an event ${event.kind}`);
  const isEther = Number(event.asset.symbol.slice(1)) % 2 === 0;
  const isBought = event.kind === 'acquire';
  const units = isEther
    ? event.quantity * 10n ** 10n + (isBought ? BigInt((i * 7_919) % 10 ** 9) : 0n)
    : (event.quantity + (isBought ? 99n : 0n)) / 100n;
  return { ...event, wallet, asset: isEther ? ETH : USDC, quantity: units === 0n ? 1n : units };
}

const transactionOf = ({ transactionId, at, block, wallet }: LedgerEvent): WalletTransaction => ({
  id: transactionId,
  hash: transactionId,
  wallet,
  chain: 'ethereum',
  at,
  block,
  txIndex: 0,
  type: 'transfer_in',
  incomeType: null,
  succeeded: true,
  from: null,
  to: null,
  method: null,
  protocol: null,
  legs: [],
  fee: null,
  isSpam: false,
  flags: [],
  rule: 'generated',
});
