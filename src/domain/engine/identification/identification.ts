import type { Quantity } from '../../kernel/units';
import type { BrokerCustody } from '../methods/broker-custody';
import type { Method, Pool } from '../methods/method';
import { StandingSelections, type StandingSelection } from '../methods/standing-selection';
import type { LotTable } from '../model/lot-table';
import type { Dispose, LedgerEvent, Move } from '../model/transaction';
import { brokerChoice, type BrokerChoice } from './broker-choice';
import { choiceOf, dividedAt, standingChoice, type ChosenSlice } from './selection';

export type Slices = readonly ChosenSlice[];
export const NO_CHOICE: Slices = [];

export class Identification {
  /** Null without any. The units still named are not kept for earlier events. */
  private readonly standing: StandingSelections | null;
  private readonly notIdentified = new Set<Move>();

  constructor(
    private readonly table: LotTable,
    private readonly method: Method,
    private readonly custody: BrokerCustody | null,
    standing: readonly StandingSelection[] = [],
  ) {
    this.standing = method.readsSelections && standing.length > 0 ? new StandingSelections(standing) : null;
  }

  /** False when orders name units: the units still named are not kept for earlier events. */
  get isRewindable(): boolean {
    return this.standing === null;
  }

  isAtBroker({ wallet, at }: LedgerEvent): boolean {
    return this.custody !== null && this.custody.decides(wallet, at);
  }

  atBroker(event: Dispose | Move, pool: Pool, units: Quantity): BrokerChoice {
    const { standing, table } = this;
    const { readsSelections } = this.method;
    return brokerChoice(event, { pool, table }, { standing, readsSelections }, units);
  }

  named(event: Dispose | Move, pool: Pool, units: Quantity): Slices {
    if (this.standing === null) return NO_CHOICE;
    const slices = standingChoice(this.standing.of(event), { pool, table: this.table }, units);
    return slices.length === 0 ? NO_CHOICE : slices;
  }

  ofMove(event: Move, pool: Pool, sent: Quantity): readonly [Slices, Slices] {
    const isSelected = event.selections !== undefined && this.method.readsSelections;
    if (this.isAtBroker(event)) {
      const { told, own } = this.atBroker(event, pool, isSelected ? event.quantity : sent);
      if (own === null) this.notIdentified.delete(event);
      else this.notIdentified.add(event);
      return dividedAt(sent, told);
    }
    if (isSelected) return dividedAt(sent, choiceOf(event, pool, this.table, event.quantity).slices);
    return [this.named(event, pool, sent), NO_CHOICE];
  }

  get movesNotIdentified(): readonly Move[] {
    return [...this.notIdentified];
  }
}
