import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { voidTokens } from '../users/mail-token.repository';
import { forgetNetworks } from '../users/known-networks.repository';
import { setPassword } from '../users/user.repository';
import { orderNotice } from '../mail/mail-outbox.repository';
import { revokeSessionsOf } from '../sessions/session.repository';
import { inTransaction } from '../../../adapters/persistence/effects';

@Injectable()
export class PasswordChangeRepository {
  constructor(private readonly dataSource: DataSource) {}

  async save(userId: string, passwordHash: string, keep: string | null, at: Date): Promise<void> {
    await inTransaction(this.dataSource, async (manager) => {
      await setPassword(manager, userId, passwordHash);
      await revokeSessionsOf(manager, userId, at, keep);
      await voidTokens(manager, 'reset', userId);
      await voidTokens(manager, 'magic', userId);
      await forgetNetworks(manager, userId);
      await orderNotice(manager, 'password_changed', userId);
    });
  }
}
