import { Injectable } from '@nestjs/common';
import type { Dispose, Ledger } from '../../domain/engine';
import { type Asset, tokenKeyOf } from '../../domain/kernel/asset';
import { AppError } from '../../domain/kernel/errors';
import { formatUnits, money, toUnits } from '../../domain/kernel/units';
import { replaceableOutflows } from '../../domain/overlays/replaceable-disposals';
import type { DisposalEntry } from '../../domain/overlays/manual-entry';
import type { RequestContext } from '../../http/request-context';
import type { ReadyWalletLedger } from '../../pipeline/ledger/wallet-ledger';
import { Clock } from '../../ports/clock';
import { invalid } from './basis-parts';
import { comparableHash, EntryLedgers } from './entry-ledgers.service';
import { toImpact } from '../../presenters/transactions/impact.presenter';
import { lotChoices } from './selections/lot-choices';
import type { DisposalEntryInput } from './manual-entries.dto';
import { toDisposalEntry, type Shown } from './manual-entries.presenter';
import type { CreatedDisposalEntryResponse } from './manual-entries.shapes.dto';

@Injectable()
export class DisposalsService {
  constructor(
    private readonly entryLedgers: EntryLedgers,
    private readonly clock: Clock,
  ) {}

  /** @throws AppError WALLET_NOT_FOUND, RESOURCE_NOT_FOUND (token, disposal), VALIDATION_ERROR, CONFLICT */
  async create(body: DisposalEntryInput, context: RequestContext): Promise<CreatedDisposalEntryResponse> {
    const { walletLedger, asset } = await this.entryLedgers.openToken(body, context);
    const replaced = await this.replacedBy(walletLedger, asset, body);
    const entry = this.entryOf(walletLedger, asset, body, replaced);
    const chosenFor = replaced?.transactionId ?? entry.id;
    const { after, impact } = await this.entryLedgers.supposing(walletLedger, [entry], context, {
      chosenFor,
    });
    if (neverSeen(after.ledger, entry) > neverSeen(walletLedger.ledger, entry))
      throw invalid('quantity', 'The wallet did not hold so much at that time');
    const shown: Shown = {
      given: body.address.given,
      note: body.note,
      txHash: entry.txHash,
      tokenKey: tokenKeyOf(walletLedger.tokenKeys, asset),
      decimals: asset.decimals,
    };
    const stored = await this.entryLedgers.keep(entry, shown, context, { id: entry.id });
    return { ...toDisposalEntry(stored), impact: toImpact(impact) };
  }

  private entryOf(
    walletLedger: ReadyWalletLedger,
    asset: Asset,
    body: DisposalEntryInput,
    replaced: Dispose | null,
  ): DisposalEntry {
    const wallet = walletLedger.subject.value;
    const quantity = unitsOf(body, asset);
    const at = replaced?.at ?? this.momentOf(body);
    return {
      kind: 'disposal_entry',
      id: this.clock.newId(),
      wallet,
      assetId: asset.id,
      asset,
      quantity,
      at,
      type: body.disposal_type,
      ...moneyOf(body),
      ...givenOf(body),
      txHash: replaced && (replaced.txHash ?? replaced.transactionId),
      ...(body.lot_selections && {
        selections: lotChoices(body.lot_selections, { asset, disposedAt: at, now: this.clock.now() }),
      }),
    };
  }

  private momentOf({ disposed_at: at }: DisposalEntryInput): number {
    if (at === undefined) throw invalid('disposed_at', 'Field required without tx_hash');
    if (at > this.clock.now()) throw invalid('disposed_at', 'Input should not lie ahead');
    return at;
  }

  private async replacedBy(
    walletLedger: ReadyWalletLedger,
    asset: Asset,
    body: DisposalEntryInput,
  ): Promise<Dispose | null> {
    const quantity = unitsOf(body, asset);
    const { tx_hash: given } = body;
    const { id, decimals } = asset;
    if (given === undefined) return null;
    const events = await this.entryLedgers.chainEvents(walletLedger);
    const txHash = comparableHash(given);
    const candidates = replaceableOutflows(events, {
      wallet: walletLedger.subject.value,
      assetId: id,
      txHash,
    });
    const [first] = candidates;
    if (!first) throw new AppError('RESOURCE_NOT_FOUND', { resource: 'disposal' });
    const total = candidates.reduce((sum, event) => sum + event.quantity, 0n);
    if (quantity > total)
      throw invalid('quantity', `The transaction gave away ${formatUnits(total, decimals)} units`);
    return first;
  }
}

function unitsOf({ quantity }: DisposalEntryInput, { decimals }: Asset): bigint {
  const units = toUnits(quantity, decimals);
  if (units <= 0n) throw invalid('quantity', 'Input should be greater than 0');
  return units;
}

/**
 * Money of a gift or a loss would have no effect.
 * @throws AppError VALIDATION_ERROR
 * @source tax-rules 10.8, integrators.md 1
 */
function moneyOf({ disposal_type: type, proceeds_usd: proceeds, fee_usd: fee }: DisposalEntryInput) {
  if (type !== 'sale' && type !== 'spend') {
    // Answers state zeros for them, so zeros are accepted.
    if (proceeds?.isZero() === false) throw invalid('proceeds_usd', 'Only a sale or a spend has proceeds');
    if (fee?.isZero() === false) throw invalid('fee_usd', 'Only a sale or a spend has a fee');
    return { proceeds: 0n, fees: 0n };
  }
  if (proceeds === undefined) throw invalid('proceeds_usd', 'Field required for a sale or a spend');
  const fees = money(fee ?? '0');
  if (fees > money(proceeds)) throw invalid('fee_usd', 'Input should not exceed the proceeds');
  return { proceeds: money(proceeds) - fees, fees };
}

/** @throws AppError VALIDATION_ERROR for a value of a sale or spend, which have proceeds */
function givenOf({ disposal_type: type, value_usd: value, recipient }: DisposalEntryInput) {
  const isPaid = type === 'sale' || type === 'spend';
  if (isPaid && value !== undefined) throw invalid('value_usd', 'A sale or a spend has proceeds_usd');
  return { value: value === undefined ? null : money(value), recipient: recipient ?? null };
}

const neverSeen = ({ lots }: Ledger, { wallet, assetId }: DisposalEntry): bigint =>
  lots
    .filter(
      (lot) =>
        lot.acquiredAt === null && lot.parentId === null && lot.wallet === wallet && lot.asset.id === assetId,
    )
    .reduce((sum, { originalQuantity }) => sum + originalQuantity, 0n);
