import { Injectable, Logger } from '@nestjs/common';
import { userOf, type Principal } from '../../domain/access/principal';
import type { Requester } from '../../domain/jobs/requester';
import { ownerOf } from '../../domain/jobs/user-job';
import { invalidAddress, parseAddress, type Address } from '../../domain/kernel/address';
import { AppError } from '../../domain/kernel/errors';
import { CAPS } from '../../domain/plans/plans';
import type { PageQuery } from '../../http/validation/fields';
import { reply } from '../../http/reply';
import { Clock } from '../../ports/clock';
import { indexWalletKey, Jobs } from '../../ports/work/jobs';
import { RawHistoryStore } from '../../ports/storage/raw-history-store';
import { LinkedWalletRepository, type LinkedWalletRow } from './linked-wallet.repository';
import type { LinkWalletRequest } from './linked-wallets.dto';
import { toLinkedWallet } from './linked-wallets.presenter';
import type { LinkedWalletResponse, UnlinkedWalletResponse } from './linked-wallets.shapes.dto';

/** Transfers between linked wallets are no sales. */
@Injectable()
export class LinkedWalletsService {
  private readonly log = new Logger(LinkedWalletsService.name);

  constructor(
    private readonly wallets: LinkedWalletRepository,
    private readonly store: RawHistoryStore,
    private readonly jobs: Jobs,
    private readonly clock: Clock,
  ) {}

  async list(principal: Principal, { page, per_page: perPage }: PageQuery) {
    const [rows, total] = await this.wallets.page(userOf(principal).userId, (page - 1) * perPage, perPage);
    const bodies = await Promise.all(rows.map((row) => this.shown(row)));
    return reply(bodies, { pagination: { page, perPage, total } });
  }

  /** @throws AppError CONFLICT when it is linked, WALLET_LIMIT_EXCEEDED beyond the plan's cap, VALIDATION_ERROR */
  async link(
    principal: Principal,
    { address, label, chain_type }: LinkWalletRequest,
  ): Promise<LinkedWalletResponse> {
    if (address.family === 'exchange') throw invalidAddress(address.given, 'address');
    if (chain_type !== undefined && chain_type !== address.family)
      throw new AppError('VALIDATION_ERROR', undefined, {
        field: 'chain_type',
        message: `chain_type: the address is one of ${address.family}`,
      });
    const { userId, plan } = userOf(principal);
    const wallet = {
      id: this.clock.newId(),
      userId,
      address: address.value,
      given: address.given,
      label,
      createdAt: new Date(this.clock.now()),
    };
    const limit = CAPS[plan].linkedWalletCap;
    const result = await this.wallets.link(wallet, limit);
    if (result === 'linked') throw new AppError('CONFLICT', { address: address.given });
    if ('full' in result)
      throw new AppError('WALLET_LIMIT_EXCEEDED', { limit, current: result.full, plan_name: plan });
    await this.startIndexing(address, ownerOf(principal));
    return this.shown(result.row);
  }

  /** @throws AppError RESOURCE_NOT_FOUND */
  async unlink(principal: Principal, address: Address): Promise<UnlinkedWalletResponse> {
    if (!(await this.wallets.unlink(userOf(principal).userId, address.value)))
      throw new AppError('RESOURCE_NOT_FOUND', { resource: 'linked_wallet' });
    return { deleted: true, address: address.given };
  }

  async ownedBy(principal: Principal): Promise<Address[]> {
    if (principal.kind !== 'user' && principal.kind !== 'api_key') return [];
    return (await this.wallets.list(principal.userId)).map(({ given }) => parseAddress(given));
  }

  async labels(userId: string): Promise<ReadonlyMap<string, string>> {
    return new Map((await this.wallets.list(userId)).map(({ address, label }) => [address, label]));
  }

  count(userId: string): Promise<number> {
    return this.wallets.count(userId);
  }

  /** The wallet is linked whether or not its history can be read now; a later request starts the reading as well. */
  private async startIndexing({ value, given }: Address, requester: Requester): Promise<void> {
    await this.jobs
      .enqueue('index_wallet', indexWalletKey(value), { address: value, given }, { requester })
      .catch((error: unknown) => this.log.warn(`a linked wallet is not being read yet: ${String(error)}`));
  }

  private async shown(row: LinkedWalletRow): Promise<LinkedWalletResponse> {
    return toLinkedWallet(row, await this.store.chainStates(row.address));
  }
}
