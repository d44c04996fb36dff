import type { RequestContext } from '../../../http/request-context';
import { parseAddress } from '../../../domain/kernel/address';
import type { ManualEntry } from '../../../domain/overlays/manual-entry';
import type { EntryLedgers } from '../entry-ledgers.service';
import { TransactionValuesService } from '../values/transaction-values.service';
import { ClassificationService } from './classification.service';
import type { RemoveDecisionQuery } from './decisions.dto';

const WALLET = parseAddress(`0x${'ab'.repeat(20)}`);
const HASH = `0x${'5c'.repeat(32)}`;
const CONTEXT = {} as RequestContext;

const place = (chain: string, txHash = HASH) => ({
  wallet: WALLET.value,
  transactionId: `${chain}:${txHash}`,
  chain,
  txHash,
});
const value = (chain: string, txHash?: string) =>
  ({ kind: 'transaction_value', ...place(chain, txHash), value: 1n }) as ManualEntry;
const type = (chain: string) =>
  ({
    kind: 'transaction_classification',
    ...place(chain),
    type: 'transfer_in',
    incomeType: null,
  }) as ManualEntry;

class Entries {
  readonly removed: string[] = [];
  private readonly entries: { id: string; entry: ManualEntry }[];

  constructor(...entries: ManualEntry[]) {
    this.entries = entries.map((entry, index) => ({ id: `e${index}`, entry }));
  }

  open = () => Promise.resolve({});
  stored = (kind: string) => Promise.resolve(this.entries.filter(({ entry }) => entry.kind === kind));
  supposing = () => Promise.resolve({ impact: { before: 0n, after: 0n, years: [] as number[] } });
  replace = (ids: readonly string[]) => Promise.resolve(this.removed.push(...ids));
}

/** @source api.md 1.11: `chain` states which of two transactions with the same hash */
describe.each([
  [
    'a value',
    value,
    (entries: Entries) => new TransactionValuesService(entries as unknown as EntryLedgers),
  ] as const,
  [
    'a classification',
    type,
    (entries: Entries) => new ClassificationService(entries as unknown as EntryLedgers, {} as never),
  ] as const,
])('the removal of %s', (_, entry, serviceOf) => {
  const remove = (entries: Entries, name: string, chain?: string) => {
    const query = { preview: false, owned_wallets: [], chain } as RemoveDecisionQuery;
    return serviceOf(entries).remove({ address: WALLET, name, context: CONTEXT }, query);
  };

  it('by a hash of two chains is refused without the chain', async () => {
    const entries = new Entries(entry('ethereum'), entry('base'));
    await expect(remove(entries, HASH)).rejects.toMatchObject({
      code: 'VALIDATION_ERROR',
      details: { chains: ['ethereum', 'base'] },
    });
    expect(entries.removed).toEqual([]);
  });

  it('removes the one of the chain, or of the id', async () => {
    const entries = new Entries(entry('ethereum'), entry('base'));
    await expect(remove(entries, HASH, 'base')).resolves.toMatchObject({ transaction_id: `base:${HASH}` });
    await remove(entries, `ethereum:${HASH}`);
    expect(entries.removed).toEqual(['e1', 'e0']);
  });
});
