import { tracingLot, type LedgerLot, type Lineage, type LineageDirection } from '../../../domain/engine';
import { AppError } from '../../../domain/kernel/errors';
import type { EffectPick, FoundLot, Ledgers, LedgerVersion } from '../../../ports/storage/ledgers/ledgers';
import type { TransactionEffects } from './ledger-reader';

/** Explains transactions and lots from the tables of ledgers. */
export class StoredTraces {
  /** @param noteOwn told the transactions of the wallet that lots name */
  constructor(
    private readonly ledgers: Ledgers,
    private readonly at: LedgerVersion,
    private readonly wallet: string,
    private readonly noteOwn: (transactionId: string) => void,
  ) {}

  async effects(pick: EffectPick): Promise<TransactionEffects> {
    const { lots, links, disposals, income } = await this.ledgers.effects(this.at, this.wallet, pick);
    this.note(lots);
    const ends = links.flatMap(({ fromLotId, toLotId }) => (toLotId ? [fromLotId, toLotId] : fromLotId));
    const byId = await this.lotsById(ends);
    return {
      lots,
      steps: links.flatMap((link) => {
        const from = link.relation === 'manual_basis' ? undefined : byId.get(link.fromLotId);
        return from ? [{ link, from, to: byId.get(link.toLotId ?? '') }] : [];
      }),
      disposals,
      income,
    };
  }

  /** @throws AppError LOT_NOT_FOUND */
  async lineage(lotId: string, direction: LineageDirection, depth: number): Promise<Lineage> {
    const start = (await this.lotsById([lotId])).get(lotId);
    if (!start) throw new AppError('LOT_NOT_FOUND', { lot_id: lotId });
    const walk = tracingLot(start, direction, depth);
    let step = walk.next();
    while (step.done !== true) {
      const { way, lotIds } = step.value;
      const links = await this.ledgers.linksAt(this.at, way, lotIds);
      const ends = links.flatMap(({ link }) => (way === 'up' ? link.fromLotId : (link.toLotId ?? [])));
      step = walk.next({ links, lots: await this.lotsById(ends) });
    }
    return step.value;
  }

  private async lotsById(ids: readonly string[]): Promise<ReadonlyMap<string, LedgerLot>> {
    const found = await this.ledgers.lotsById(this.at, [...new Set(ids)]);
    this.note(found);
    return new Map(found.map(({ lot }) => [lot.id, lot]));
  }

  private note(lots: readonly FoundLot[]): void {
    for (const { lot, shownIn } of lots) if (shownIn === this.wallet) this.noteOwn(lot.transactionId);
  }
}
