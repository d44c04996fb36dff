import { randomInt } from 'node:crypto';
import { Injectable, Logger } from '@nestjs/common';
import {
  BASE62,
  isKeyOfKind,
  KEY_BODY_CHARS,
  keyHash,
  keyText,
  shownPart,
} from '../../../domain/access/opaque-key';
import type { Principal } from '../../../domain/access/principal';
import { AppError } from '../../../domain/kernel/errors';
import { AccountChanges } from '../../../common/account-changes';
import { TtlCache } from '../../../common/ttl-cache';
import { Clock } from '../../../ports/clock';
import { PartnerKeyRepository, type PartnerKeyRow } from './partner-key.repository';
import { toPartnerKey, type PartnerKeyView } from './partner-key.presenter';

const MAX_NAME_CHARS = 100;
/** `last_used_at` is for people: once a minute is enough, and saves a write per request. */
const USED_EVERY_MS = 60_000;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

@Injectable()
export class PartnerKeysService {
  private readonly logger = new Logger(PartnerKeysService.name);
  private readonly live: TtlCache<PartnerKeyRow | null>;

  constructor(
    private readonly repository: PartnerKeyRepository,
    private readonly clock: Clock,
    private readonly changes: AccountChanges,
  ) {
    this.live = new TtlCache(clock);
    changes.onChange(() => this.live.clear());
  }

  /**
   * @returns the whole key, only this once
   * @throws AppError VALIDATION_ERROR for a name that is blank or longer than 100 characters
   */
  async create(name: string): Promise<{ id: string; name: string; key: string }> {
    const trimmed = name.trim();
    if (trimmed === '' || [...trimmed].length > MAX_NAME_CHARS)
      throw new AppError('VALIDATION_ERROR', undefined, {
        field: 'name',
        message: `The name should have 1 to ${MAX_NAME_CHARS} characters`,
      });
    const id = this.clock.newId();
    const key = keyText('partner', randomBody());
    await this.repository.add({
      id,
      name: trimmed,
      keyPrefix: shownPart(key),
      keyHash: keyHash(key),
      createdAt: new Date(this.clock.now()),
    });
    return { id, name: trimmed, key };
  }

  async list(): Promise<PartnerKeyView[]> {
    return (await this.repository.list()).map(toPartnerKey);
  }

  async revoke(id: string): Promise<boolean> {
    const isRevoked = UUID.test(id) && (await this.repository.revoke(id, new Date(this.clock.now())));
    this.changes.note();
    return isRevoked;
  }

  /** @returns null for a key that is malformed (without a query), unknown or revoked */
  async authenticate(key: string): Promise<Extract<Principal, { kind: 'partner' }> | null> {
    if (!isKeyOfKind('partner', key)) return null;
    const hash = keyHash(key);
    const row = await this.live.get(hash, () => this.find(hash));
    return row && { kind: 'partner', partnerId: row.id, name: row.name };
  }

  private async find(hash: string): Promise<PartnerKeyRow | null> {
    const row = await this.repository.findActive(hash);
    if (row) this.noteUse(row);
    return row;
  }

  /** A caller neither waits for it nor fails with it. */
  private noteUse({ id, lastUsedAt }: PartnerKeyRow): void {
    const now = this.clock.now();
    if (lastUsedAt && now - lastUsedAt.getTime() < USED_EVERY_MS) return;
    this.repository.markUsed(id, new Date(now)).catch((error: unknown) => {
      this.logger.warn(`last use of partner key ${id} not stored: ${String(error)}`);
    });
  }
}

const randomBody = (): string =>
  Array.from({ length: KEY_BODY_CHARS }, () => BASE62.charAt(randomInt(BASE62.length))).join('');
