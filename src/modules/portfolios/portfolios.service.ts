import { Injectable } from '@nestjs/common';
import { userOf, type Principal } from '../../domain/access/principal';
import type { Address } from '../../domain/kernel/address';
import { AppError } from '../../domain/kernel/errors';
import { type AppliedPlan, CAPS } from '../../domain/plans/plans';
import type { PageQuery } from '../../http/validation/fields';
import { reply } from '../../http/reply';
import { checkAccounts } from '../../pipeline/history/covered-wallets';
import { Clock } from '../../ports/clock';
import { SpaceRecords } from '../../ports/access/spaces';
import { Overlays } from '../../ports/storage/overlays';
import { PortfolioRepository, type AddressRow, type PortfolioRow } from './portfolio.repository';
import {
  MAX_ADDRESSES,
  type CreatePortfolioRequest,
  type PortfolioAddressInput,
  type UpdatePortfolioRequest,
} from './portfolios.dto';
import { toPortfolio } from './portfolios.presenter';
import type { DeletedPortfolioResponse, PortfolioResponse } from './portfolios.shapes.dto';

/** Portfolios of one user. */
const MAX_PORTFOLIOS = 200;

/** Wallets under a name: those of one portfolio belong to one taxpayer. */
@Injectable()
export class PortfoliosService {
  constructor(
    private readonly portfolios: PortfolioRepository,
    private readonly overlays: Overlays,
    private readonly spaces: SpaceRecords,
    private readonly clock: Clock,
  ) {}

  async list(principal: Principal, { page, per_page: perPage }: PageQuery) {
    const found = await this.portfolios.page(userOf(principal).userId, page, perPage);
    return reply(
      found.items.map((row) => toPortfolio(row)),
      { pagination: found },
    );
  }

  /**
   * @throws AppError WALLET_LIMIT_EXCEEDED beyond the plan's cap, FORBIDDEN with details.limit beyond the last one,
   *   VALIDATION_ERROR for an exchange account in a new space, RESOURCE_NOT_FOUND for an unknown exchange account and for that of another user
   */
  async create(principal: Principal, body: CreatePortfolioRequest): Promise<PortfolioResponse> {
    const { userId, plan } = userOf(principal);
    const now = new Date(this.clock.now());
    const addresses = distinct(body.addresses).map((entry) => rowOf(entry, now));
    const limit = limitOf(plan);
    if (body.is_space && body.addresses.some(({ address }) => address.family === 'exchange'))
      throw OWN_ACCOUNTS;
    if (addresses.length > limit) throw full(limit, addresses.length, plan);
    await this.checkAccounts(userId, body.addresses);
    const portfolio = {
      id: this.clock.newId(),
      userId,
      name: body.name,
      description: body.description,
      metadata: JSON.stringify(body.metadata),
      isSpace: body.is_space,
      addresses,
      createdAt: now,
      updatedAt: now,
    };
    if (!(await this.portfolios.add(portfolio, MAX_PORTFOLIOS)))
      throw new AppError('FORBIDDEN', { resource: 'portfolio', limit: MAX_PORTFOLIOS });
    return toPortfolio(portfolio);
  }

  async get(principal: Principal, id: string): Promise<PortfolioResponse> {
    return toPortfolio(await this.find(principal, id), principal);
  }

  /** @throws AppError RESOURCE_NOT_FOUND */
  async find(principal: Principal, id: string): Promise<PortfolioRow> {
    return (await this.portfolios.find(ownerOf(principal), id)) ?? notFound();
  }

  /** What is not given stays; nothing given changes nothing. @throws AppError RESOURCE_NOT_FOUND */
  async update(principal: Principal, id: string, body: UpdatePortfolioRequest): Promise<PortfolioResponse> {
    const { name, description, metadata } = body;
    const changes = {
      ...(name !== undefined && { name }),
      ...(description !== undefined && { description }),
      ...(metadata !== undefined && { metadata: JSON.stringify(metadata) }),
    };
    const now = new Date(this.clock.now());
    const updated = await this.portfolios.update(ownerOf(principal), id, changes, now);
    return toPortfolio(updated ?? notFound(), principal);
  }

  /** @throws AppError RESOURCE_NOT_FOUND */
  async remove(principal: Principal, id: string): Promise<DeletedPortfolioResponse> {
    const { userId, space } = userOf(principal);
    if (space) await this.spaces.erase(id);
    else if (!(await this.portfolios.remove(userId, id))) notFound();
    return { deleted: true, portfolio_id: id };
  }

  /** @throws AppError RESOURCE_NOT_FOUND also as create, CONFLICT when it is there, WALLET_LIMIT_EXCEEDED beyond the plan's cap */
  async addAddress(
    principal: Principal,
    id: string,
    entry: PortfolioAddressInput,
  ): Promise<PortfolioResponse> {
    const { userId, plan } = userOf(principal);
    const limit = limitOf(plan);
    await this.checkAccounts(userId, [entry]);
    const row = rowOf(entry, new Date(this.clock.now()));
    const result = (await this.portfolios.addAddress(ownerOf(principal), id, row, limit)) ?? notFound();
    if (result === 'known') throw new AppError('CONFLICT', { address: entry.address.given });
    if ('full' in result) throw full(limit, result.full, plan);
    return toPortfolio(result, principal);
  }

  /** @throws AppError RESOURCE_NOT_FOUND */
  async removeAddress(
    principal: Principal,
    id: string,
    { value, family }: Address,
  ): Promise<PortfolioResponse> {
    const now = new Date(this.clock.now());
    const result = await this.portfolios.removeAddress(ownerOf(principal), id, value, now);
    if (result === 'unknown' && userOf(principal).space && family === 'exchange') throw OWN_ACCOUNTS;
    if (result === 'unknown') return notFound('portfolio_address');
    return toPortfolio(result ?? notFound(), principal);
  }

  /** Accounts of a user are watched by their portfolios: those of others must not be. */
  private async checkAccounts(userId: string, entries: readonly PortfolioAddressInput[]): Promise<void> {
    const accounts = entries.map(({ address }) => address).filter(({ family }) => family === 'exchange');
    if (accounts.length > 0) checkAccounts(accounts, await this.overlays.of(userId, []));
  }
}

/** The account that a portfolio belongs to. */
function ownerOf(principal: Principal): string {
  const { userId, space } = userOf(principal);
  return space?.ownerId ?? userId;
}

const OWN_ACCOUNTS = new AppError('VALIDATION_ERROR', undefined, {
  field: 'addresses',
  message:
    'addresses: a space has the exchange accounts that are connected in it: use /api/v1/exchange-accounts with space_id',
});

/** @source operating.md (the addresses of one portfolio are held against the plan's cap), api.md 7 */
const limitOf = (plan: AppliedPlan): number =>
  Math.min(CAPS[plan].linkedWalletCap ?? MAX_ADDRESSES, MAX_ADDRESSES);

const full = (limit: number, current: number, plan: AppliedPlan): AppError =>
  new AppError('WALLET_LIMIT_EXCEEDED', { limit, current, plan_name: plan });

function notFound(resource = 'portfolio'): never {
  throw new AppError('RESOURCE_NOT_FOUND', { resource });
}

const rowOf = ({ address, label }: PortfolioAddressInput, addedAt: Date): AddressRow => ({
  address: address.value,
  given: address.given,
  label,
  addedAt,
});

/** The first of those that repeat counts. */
const distinct = (entries: readonly PortfolioAddressInput[]): PortfolioAddressInput[] =>
  [...new Map(entries.toReversed().map((entry) => [entry.address.value, entry])).values()].reverse();
