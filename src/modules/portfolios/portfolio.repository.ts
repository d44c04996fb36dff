import { Injectable } from '@nestjs/common';
import { DataSource, In, type EntityManager } from 'typeorm';
import { lockKeyInTransaction } from '../../adapters/persistence/advisory-locks';
import type { SpaceRole } from '../../domain/access/spaces';
import type { Page } from '../../domain/kernel/page';
import { WatchList } from '../../ports/storage/watch-list';
import { PortfolioAddressEntity, type AddressRow } from './portfolio-address.entity';
import { PortfolioEntity } from './portfolio.entity';
import { inEffect } from '../../adapters/persistence/effects';
import { linkInSpace, openSpace, sourcesOfSpaces, unlinkInSpace } from './space-sources.repository';

export type PortfolioRow = Readonly<PortfolioEntity> & {
  addresses: readonly AddressRow[];
  /** Of the reader of a list, in a space of somebody else. */
  role?: SpaceRole;
};

export type { AddressRow };

/** Absent: unchanged. */
export type PortfolioChanges = Partial<Pick<PortfolioEntity, 'name' | 'description' | 'metadata'>>;

/** What became of an address: the portfolio with it, or that it is there already, or how many there are already. */
export type AddResult = PortfolioRow | 'known' | { full: number };

/**
 * Tables of portfolios; every query names the owner. Changes of one user take turns, so that caps hold and what is
 * watched stays in step: a user watches the addresses of all of their portfolios, each once.
 */
@Injectable()
export class PortfolioRepository {
  constructor(
    private readonly dataSource: DataSource,
    private readonly watchList: WatchList,
  ) {}

  /** Newest first. Also spaces of which the user is a member. */
  async page(userId: string, page: number, perPage: number): Promise<Page<PortfolioRow>> {
    const { manager } = this.dataSource;
    const shared = await manager.query<{ id: string; role: SpaceRole }[]>(
      'SELECT space_id AS id, role FROM space_members WHERE user_id = $1',
      [userId],
    );
    const roles = new Map(shared.map(({ id, role }) => [id, role]));
    const [rows, total] = await manager.findAndCount(PortfolioEntity, {
      where: [{ userId }, { id: In([...roles.keys()]) }],
      order: { createdAt: 'DESC', id: 'DESC' },
      skip: (page - 1) * perPage,
      take: perPage,
    });
    const items = await withAddresses(manager, rows);
    return { items: items.map((row) => ({ ...row, role: roles.get(row.id) })), page, perPage, total };
  }

  find(userId: string, id: string): Promise<PortfolioRow | null> {
    return find(this.dataSource.manager, userId, id);
  }

  /** @returns false when the user has `limit` portfolios already */
  add(portfolio: PortfolioRow, limit: number): Promise<boolean> {
    const { addresses, ...row } = portfolio;
    return this.inTurn(row.userId, async (manager) => {
      if ((await manager.countBy(PortfolioEntity, { userId: row.userId })) >= limit) return false;
      await manager.insert(PortfolioEntity, row);
      const { id, userId: ownerId, name, createdAt: at } = row;
      if (row.isSpace) await openSpace(manager, { id, ownerId, name, at });
      for (const [place, address] of addresses.entries()) await this.put(manager, row, address, place);
      return true;
    });
  }

  /** @returns null when the user has no such portfolio */
  async update(
    userId: string,
    id: string,
    changes: PortfolioChanges,
    updatedAt: Date,
  ): Promise<PortfolioRow | null> {
    if (Object.keys(changes).length > 0)
      await this.dataSource.manager.update(PortfolioEntity, { userId, id }, { ...changes, updatedAt });
    return this.find(userId, id);
  }

  /** @returns false when the user has no such portfolio */
  remove(userId: string, id: string): Promise<boolean> {
    return this.inTurn(userId, async (manager) => {
      const portfolio = await find(manager, userId, id);
      if (!portfolio) return false;
      await manager.delete(PortfolioEntity, { userId, id });
      for (const { address } of portfolio.addresses) await this.unwatch(manager, userId, address);
      return true;
    });
  }

  /** @returns null when the user has no such portfolio */
  addAddress(
    userId: string,
    id: string,
    address: AddressRow,
    limit: number | null,
  ): Promise<AddResult | null> {
    return this.inTurn(userId, async (manager) => {
      const portfolio = await find(manager, userId, id);
      if (!portfolio) return null;
      const { addresses } = portfolio;
      if (addresses.some((known) => known.address === address.address)) return 'known';
      if (limit !== null && addresses.length >= limit) return { full: addresses.length };
      const last = await manager.maximum(PortfolioAddressEntity, 'place', { portfolioId: id });
      await this.put(manager, portfolio, address, (last ?? -1) + 1);
      return touched(manager, userId, id, address.addedAt);
    });
  }

  /** @returns null when the user has no such portfolio, 'unknown' when it has no such address */
  removeAddress(
    userId: string,
    id: string,
    address: string,
    at: Date,
  ): Promise<PortfolioRow | 'unknown' | null> {
    return this.inTurn(userId, async (manager) => {
      const portfolio = await manager.findOneBy(PortfolioEntity, { userId, id });
      if (!portfolio) return null;
      if (portfolio.isSpace)
        return (await unlinkInSpace(manager, id, address)) ? touched(manager, userId, id, at) : 'unknown';
      const { affected } = await manager.delete(PortfolioAddressEntity, { portfolioId: id, address });
      if (affected !== 1) return 'unknown';
      await this.unwatch(manager, userId, address);
      return touched(manager, userId, id, at);
    });
  }

  private inTurn<T>(userId: string, work: (manager: EntityManager) => Promise<T>): Promise<T> {
    return inEffect(this.dataSource, async (manager) => {
      await lockKeyInTransaction(manager, 'portfolios', userId);
      return work(manager);
    });
  }

  private async put(
    manager: EntityManager,
    { userId, id, isSpace }: Pick<PortfolioEntity, 'userId' | 'id' | 'isSpace'>,
    row: AddressRow,
    place: number,
  ): Promise<void> {
    if (isSpace) return linkInSpace(manager, id, row, place);
    await manager.insert(PortfolioAddressEntity, { portfolioId: id, ...row, place });
    await this.watchList.watch(userId, row.address, row.given, 'portfolio', manager);
  }

  /** An address that another portfolio of the user holds is watched on. */
  private async unwatch(manager: EntityManager, userId: string, address: string): Promise<void> {
    const others = await manager.query<unknown[]>(
      `SELECT FROM portfolio_addresses a JOIN portfolios p ON p.id = a.portfolio_id
       WHERE a.address = $2 AND p.user_id = $1 LIMIT 1`,
      [userId, address],
    );
    if (others.length === 0) await this.watchList.unwatch(userId, address, 'portfolio', manager);
  }
}

async function find(manager: EntityManager, userId: string, id: string): Promise<PortfolioRow | null> {
  const row = await manager.findOneBy(PortfolioEntity, { userId, id });
  return row && ((await withAddresses(manager, [row]))[0] ?? null);
}

async function touched(
  manager: EntityManager,
  userId: string,
  id: string,
  updatedAt: Date,
): Promise<PortfolioRow | null> {
  await manager.update(PortfolioEntity, { userId, id }, { updatedAt });
  return find(manager, userId, id);
}

async function withAddresses(
  manager: EntityManager,
  portfolios: readonly PortfolioEntity[],
): Promise<PortfolioRow[]> {
  const rows = await manager.find(PortfolioAddressEntity, {
    where: { portfolioId: In(portfolios.map(({ id }) => id)) },
    order: { place: 'ASC' },
  });
  const spaces = portfolios.filter(({ isSpace }) => isSpace).map(({ id }) => id);
  const sources = spaces.length === 0 ? [] : await sourcesOfSpaces(manager, spaces);
  return portfolios.map((portfolio) => ({
    ...portfolio,
    addresses: [...rows, ...sources].filter(({ portfolioId }) => portfolioId === portfolio.id),
  }));
}
