import { Injectable } from '@nestjs/common';
import { refused, refuseLots, refuseMethod, type Order } from '../../../domain/custody';
import { rankLots } from '../../../domain/engine';
import { accountOf, parseAddress } from '../../../domain/kernel/address';
import { AppError } from '../../../domain/kernel/errors';
import {
  TAXPAYER,
  type ElectionEntry,
  type ManualEntry,
  type OrderedLot,
} from '../../../domain/overlays/manual-entry';
import { computeCaller } from '../../../http/compute-order';
import type { RequestContext } from '../../../http/request-context';
import { Download } from '../../../http/response/download';
import { FILE_KINDS } from '../../../domain/forms';
import { windowOf } from '../../../pipeline/ledger/plan-view';
import type { ReadyWalletLedger } from '../../../pipeline/ledger/wallet-ledger';
import { Clock } from '../../../ports/clock';
import { FormPrinter } from '../../../ports/form-printer';
import { toTime } from '../../../presenters/sync-status.presenter';
import { EntryLedgers } from '../entry-ledgers.service';
import type { Shown } from '../manual-entries.presenter';
import type { InstructionFormat } from './broker-instructions.dto';
import {
  instructionCsv,
  instructionLines,
  toOrderedLot,
  toOrderWords,
  type OrderedUnits,
} from './broker-instructions.presenter';
import type { BrokerInstructionsResponse } from './broker-instructions.shapes.dto';
import { brokerOf, toNotice } from './broker-notice';

const MOST_LOTS = 1_000;
const KINDS = ['method_election', 'standing_selection', 'lot_selection'] as const;

type Instructed = Extract<ManualEntry, { kind: (typeof KINDS)[number] }>;

/** Sheets that tell a broker which units leave. @source 26 CFR 1.1012-1(j)(3)(ii) */
@Injectable()
export class BrokerInstructionsService {
  constructor(
    private readonly entryLedgers: EntryLedgers,
    private readonly printer: FormPrinter,
    private readonly clock: Clock,
  ) {}

  /**
   * @throws AppError RESOURCE_NOT_FOUND; VALIDATION_ERROR with a `reason` where no such order can be given: no broker
   * holds the units, it does not offer the method, a lot has no units left
   */
  async of(entryId: string, context: RequestContext): Promise<BrokerInstructionsResponse> {
    const stored = await this.stored(entryId, context);
    const { entry } = stored;
    if (entry.wallet === TAXPAYER) throw refused('no_single_account', 'entry_id');
    const address = parseAddress(entry.wallet);
    const walletLedger = await this.entryLedgers.open(address, [], context);
    const offer = brokerOf(walletLedger);
    if (offer === null) throw refused('self_custody', 'entry_id');
    const { decimals: _, tokenKey = null } = stored.shown as Partial<Shown>;
    const symbol = tokenKey === null ? null : tokenKey.slice(tokenKey.indexOf(':') + 1);
    if (entry.kind === 'method_election') refuseMethod(entry.method, offer);
    else refuseLots(offer);
    const units =
      entry.kind === 'method_election'
        ? unitsByMethod(entry, walletLedger)
        : unitsNamed(entry, walletLedger, entry.communicated === undefined);
    const order: Order = {
      method: entry.kind === 'method_election' ? entry.method : null,
      symbol,
      appliesTo: entry.kind === 'standing_selection' ? entry.appliesTo : ['disposals'],
      validFrom: toTime(this.validFrom(entry)),
      transaction: entry.kind === 'lot_selection' ? entry.txHash : null,
    };
    const window = windowOf(walletLedger, context.principal);
    const account = walletLedger.history.valued.accounts?.find(({ id }) => id === accountOf(entry.wallet));
    return {
      id: stored.id,
      account_id: account?.id ?? '',
      account_label: account?.label ?? '',
      kind: entry.kind,
      ...toOrderWords(order, offer),
      lots: units
        .filter(({ lot }) => window.showsLot(lot))
        .slice(0, MOST_LOTS)
        .map(toOrderedLot),
      lots_total: units.length,
      ...toNotice(entry.communicated),
    };
  }

  /** An order that the broker does not have yet holds from now at the earliest. */
  private validFrom(entry: Instructed): number {
    const told = entry.communicated?.at ?? this.clock.now();
    return entry.kind === 'lot_selection' ? told : Math.max(entry.from, told);
  }

  async file(entryId: string, format: InstructionFormat, context: RequestContext): Promise<Download> {
    const sheet = await this.of(entryId, context);
    const { extension, type } = FILE_KINDS[format];
    return new Download([await this.content(sheet, format, context)], {
      name: `broker-instructions-${sheet.id}.${extension}`,
      type,
    });
  }

  private async content(
    sheet: BrokerInstructionsResponse,
    format: InstructionFormat,
    context: RequestContext,
  ): Promise<string | Uint8Array> {
    if (format === 'csv') return instructionCsv(sheet);
    if (format === 'json') return JSON.stringify(sheet, null, 2);
    const letter = { title: 'Identification of units held by a broker', lines: instructionLines(sheet) };
    return this.printer.print({ letter }, this.clock.now(), computeCaller(context));
  }

  private async stored(entryId: string, context: RequestContext) {
    for (const kind of KINDS) {
      const found = (await this.entryLedgers.stored(kind, null, context)).find(({ id }) => id === entryId);
      if (found) return found;
    }
    throw new AppError('RESOURCE_NOT_FOUND', { resource: 'manual_entry' });
  }
}

/** Open lots in the order of a method, coin by coin. */
function unitsByMethod({ wallet, method }: ElectionEntry, walletLedger: ReadyWalletLedger): OrderedUnits[] {
  const { ledger } = walletLedger;
  const open = ledger.lots.filter((lot) => lot.wallet === wallet && lot.remaining > 0n);
  const ranks = rankLots(open, method);
  const place = (id: string): number => ranks.get(id) ?? 0;
  return open
    .toSorted((a, b) =>
      a.asset.id === b.asset.id ? place(a.id) - place(b.id) : a.asset.id < b.asset.id ? -1 : 1,
    )
    .map((lot) => ({ lot, quantity: lot.remaining, brokerLotId: null }));
}

interface NamedLots {
  wallet: string;
  assetId: string;
  lots?: readonly OrderedLot[];
  selections?: readonly OrderedLot[];
}

/** @param isOpen true while the order is still to be given: its lots must have units */
function unitsNamed(
  { wallet, assetId, lots, selections }: NamedLots,
  walletLedger: ReadyWalletLedger,
  isOpen: boolean,
): OrderedUnits[] {
  const held = walletLedger.ledger.lots.filter((lot) => lot.wallet === wallet && lot.asset.id === assetId);
  return (lots ?? selections ?? []).flatMap(({ lot: name, quantity, brokerLotId = null }) => {
    const named = held.filter(({ id, transactionId }) => id === name || transactionId === name);
    if (named.length === 0) throw refused('lot_not_in_account', 'entry_id');
    if (isOpen && named.every(({ remaining }) => remaining === 0n))
      throw refused('lot_already_sold', 'entry_id');
    let need = quantity;
    return named.flatMap((lot) => {
      const most = isOpen ? lot.remaining : lot.originalQuantity;
      const units = need === null || most < need ? most : need;
      if (need !== null) need -= units;
      return units === 0n ? [] : [{ lot, quantity: units, brokerLotId }];
    });
  });
}
