import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { lockKeyInTransaction } from '../../adapters/persistence/advisory-locks';
import type { BrokerRow, OwnSale } from '../../domain/broker';
import { FewPerTurn } from '../../http/request/few-per-turn';
import type { Page } from '../../domain/kernel/page';
import type { BrokerForm } from './broker-form';
import { inEffect } from '../../adapters/persistence/effects';

interface FormRow {
  id: string;
  tax_year: number;
  account_id: string | null;
  portfolio_id: string | null;
  broker: string;
  format: string;
  /** JSON of `BrokerRow[]`. */
  rows: string;
  /** JSON of `StoredSale[]`. */
  own_sales: string;
  corrects: string | null;
  created_at: Date;
  superseded_at: Date | null;
  applied_at: Date | null;
}

const COLUMNS = `id, tax_year, account_id, portfolio_id, broker, format, rows::text AS rows,
  own_sales::text AS own_sales, corrects, created_at, superseded_at, applied_at`;

/** Amounts in cents as text: JSON has no integers of that size. */
type StoredSale = Omit<OwnSale, 'proceeds' | 'fees' | 'basis'> &
  Record<'proceeds' | 'fees' | 'basis', string>;

/** Queries over broker_forms. Each names the owner. */
@Injectable()
export class BrokerFormsRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** Oldest first. */
  async list(
    userId: string,
    { year, includeSuperseded }: { year?: number; includeSuperseded: boolean },
  ): Promise<BrokerForm[]> {
    const rows = await this.dataSource.query<FormRow[]>(
      `SELECT ${COLUMNS} FROM broker_forms
       WHERE user_id = $1 AND ($2::integer IS NULL OR tax_year = $2) AND ($3 OR superseded_at IS NULL)
       ORDER BY created_at, id`,
      [userId, year ?? null, includeSuperseded],
    );
    return toForms(rows);
  }

  /** One page, oldest first: only its forms are read. */
  async page(
    userId: string,
    {
      year,
      includeSuperseded,
      page,
      perPage,
    }: { year?: number; includeSuperseded: boolean; page: number; perPage: number },
  ): Promise<Page<BrokerForm>> {
    const chosen =
      'user_id = $1 AND ($2::integer IS NULL OR tax_year = $2) AND ($3 OR superseded_at IS NULL)';
    const filter = [userId, year ?? null, includeSuperseded];
    const [{ total = 0 } = {}] = await this.dataSource.query<{ total?: number }[]>(
      `SELECT count(*)::integer AS total FROM broker_forms WHERE ${chosen}`,
      filter,
    );
    const rows = await this.dataSource.query<FormRow[]>(
      `SELECT ${COLUMNS} FROM broker_forms WHERE ${chosen} ORDER BY created_at, id LIMIT $4 OFFSET $5`,
      [...filter, perPage, (page - 1) * perPage],
    );
    return { items: await toForms(rows), page, perPage, total };
  }

  /** Forms of the years whose rows were accepted, oldest first. */
  async accepted(userId: string, years: readonly number[]): Promise<BrokerForm[]> {
    const rows = await this.dataSource.query<FormRow[]>(
      `SELECT ${COLUMNS} FROM broker_forms
       WHERE user_id = $1 AND tax_year = ANY($2) AND superseded_at IS NULL AND applied_at IS NOT NULL
       ORDER BY created_at, id`,
      [userId, years],
    );
    return toForms(rows);
  }

  async find(userId: string, id: string): Promise<BrokerForm | null> {
    const [row] = await this.dataSource.query<FormRow[]>(
      `SELECT ${COLUMNS} FROM broker_forms WHERE user_id = $1 AND id = $2`,
      [userId, id],
    );
    return row ? toForm(row) : null;
  }

  async hasPortfolio(userId: string, id: string): Promise<boolean> {
    const rows = await this.dataSource.query<unknown[]>(
      'SELECT 1 FROM portfolios WHERE user_id = $1 AND id = $2',
      [userId, id],
    );
    return rows.length > 0;
  }

  async hasAccount(userId: string, id: string): Promise<boolean> {
    const rows = await this.dataSource.query<unknown[]>(
      'SELECT 1 FROM exchange_accounts WHERE user_id = $1 AND id = $2',
      [userId, id],
    );
    return rows.length > 0;
  }

  /** @returns false when the corrected form is unknown or corrected already; `full` beyond the limit */
  add(
    userId: string,
    form: BrokerForm,
    limit: { forms: number; rowsOfYear: number },
  ): Promise<boolean | 'full'> {
    return inEffect(this.dataSource, async (manager) => {
      await lockKeyInTransaction(manager, 'broker forms', userId);
      const { count, rows } = await this.stored(manager, userId, form.taxYear, null);
      const added = form.rows.length + form.ownSales.length;
      if (count >= limit.forms || rows + added > limit.rowsOfYear) return 'full';
      if (form.corrects !== null) {
        const [, corrected] = await manager.query<[unknown[], number]>(
          `UPDATE broker_forms SET superseded_at = $4, applied_at = NULL
           WHERE user_id = $1 AND id = $2 AND tax_year = $3 AND superseded_at IS NULL`,
          [userId, form.corrects, form.taxYear, form.createdAt],
        );
        if (corrected === 0) return false;
      }
      await manager.query(
        `INSERT INTO broker_forms (id, user_id, tax_year, account_id, broker, format, rows, own_sales, corrects, created_at, portfolio_id)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
        [
          form.id,
          userId,
          form.taxYear,
          form.accountId,
          form.broker,
          form.format,
          JSON.stringify(form.rows),
          salesText(form.ownSales),
          form.corrects,
          form.createdAt,
          form.portfolioId,
        ],
      );
      return true;
    });
  }

  /**
   * Rows that were accepted before are accepted no more.
   * @returns false when there is no such form; `full` beyond the limit
   */
  setOwnSales(
    userId: string,
    form: Pick<BrokerForm, 'id' | 'taxYear' | 'rows'>,
    sales: readonly OwnSale[],
    limit: { rowsOfYear: number },
  ): Promise<boolean | 'full'> {
    return inEffect(this.dataSource, async (manager) => {
      await lockKeyInTransaction(manager, 'broker forms', userId);
      const { rows } = await this.stored(manager, userId, form.taxYear, form.id);
      if (rows + form.rows.length + sales.length > limit.rowsOfYear) return 'full';
      const [, count] = await manager.query<[unknown[], number]>(
        `UPDATE broker_forms SET own_sales = $3, applied_at = NULL
         WHERE user_id = $1 AND id = $2 AND superseded_at IS NULL`,
        [userId, form.id, salesText(sales)],
      );
      return count > 0;
    });
  }

  /** Forms of the user, and the rows and own sales of one year but those of one form. */
  private async stored(manager: EntityManager, userId: string, year: number, but: string | null) {
    const [{ count = 0, rows = 0 } = {}] = await manager.query<{ count?: number; rows?: number }[]>(
      `SELECT count(*)::integer AS count,
         coalesce(sum(json_array_length(rows) + json_array_length(own_sales))
           FILTER (WHERE tax_year = $2 AND superseded_at IS NULL AND id IS DISTINCT FROM $3::uuid), 0)::integer AS rows
       FROM broker_forms WHERE user_id = $1`,
      [userId, year, but],
    );
    return { count, rows };
  }

  /** @param at null: no more accepted @returns false when there is no such form */
  setApplied(userId: string, id: string, at: Date | null): Promise<boolean> {
    return this.update('applied_at = $3', [userId, id, at]);
  }

  /**
   * The form that it corrected counts again, and has to be accepted anew. Where the deleted form was itself corrected,
   * its correction now corrects the form before it.
   * @returns false when there is no such form; `full` when the form before it is beyond the limit of its year
   */
  remove(userId: string, id: string, limit: { rowsOfYear: number }): Promise<boolean | 'full'> {
    return inEffect(this.dataSource, async (manager) => {
      await lockKeyInTransaction(manager, 'broker forms', userId);
      const form = await one(manager, userId, id);
      if (!form) return false;
      const before = form.corrects === null ? null : await one(manager, userId, form.corrects);
      if (before && form.superseded_at === null) {
        const { rows } = await this.stored(manager, userId, form.tax_year, id);
        const restored = await toForm(before);
        if (rows + restored.rows.length + restored.ownSales.length > limit.rowsOfYear) return 'full';
        await manager.query('UPDATE broker_forms SET superseded_at = NULL WHERE user_id = $1 AND id = $2', [
          userId,
          before.id,
        ]);
      } else if (before)
        await manager.query('UPDATE broker_forms SET corrects = $3 WHERE user_id = $1 AND corrects = $2', [
          userId,
          id,
          before.id,
        ]);
      await manager.query('DELETE FROM broker_forms WHERE user_id = $1 AND id = $2', [userId, id]);
      return true;
    });
  }

  private async update(assignment: string, parameters: unknown[]): Promise<boolean> {
    const [, count] = await this.dataSource.query<[unknown[], number]>(
      `UPDATE broker_forms SET ${assignment} WHERE user_id = $1 AND id = $2 AND superseded_at IS NULL`,
      parameters,
    );
    return count > 0;
  }
}

async function one(manager: EntityManager, userId: string, id: string): Promise<FormRow | undefined> {
  const [row] = await manager.query<FormRow[]>(
    `SELECT ${COLUMNS} FROM broker_forms WHERE user_id = $1 AND id = $2`,
    [userId, id],
  );
  return row;
}

const salesText = (sales: readonly OwnSale[]): string =>
  JSON.stringify(sales, (_key, value: unknown) => (typeof value === 'bigint' ? String(value) : value));

/** Long lists are parsed here, one in each turn: the driver parses all that it receives in a turn at once. */
const parsing = new FewPerTurn(1);
const LONG_CHARS = 64 * 1024;

async function parsed<T>(json: string): Promise<T> {
  if (json.length > LONG_CHARS) await new Promise<void>((resolve) => parsing.add(resolve));
  return JSON.parse(json) as T;
}

async function toForms(rows: readonly FormRow[]): Promise<BrokerForm[]> {
  const forms: BrokerForm[] = [];
  for (const row of rows) forms.push(await toForm(row));
  return forms;
}

async function toForm(row: FormRow): Promise<BrokerForm> {
  const sales = await parsed<StoredSale[]>(row.own_sales);
  return {
    id: row.id,
    taxYear: row.tax_year,
    accountId: row.account_id,
    portfolioId: row.portfolio_id,
    broker: row.broker,
    format: row.format,
    rows: await parsed<BrokerRow[]>(row.rows),
    ownSales: sales.map((sale) => ({
      ...sale,
      proceeds: BigInt(sale.proceeds),
      fees: BigInt(sale.fees),
      basis: BigInt(sale.basis),
    })),
    corrects: row.corrects,
    createdAt: row.created_at,
    supersededAt: row.superseded_at,
    appliedAt: row.applied_at,
  };
}
