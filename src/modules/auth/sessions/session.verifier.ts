import { Injectable } from '@nestjs/common';
import type { Principal } from '../../../domain/access/principal';
import { SessionVerifier } from '../../../ports/access/credentials';
import { SessionsService } from './sessions.service';

/** Access tokens whose session stands. */
@Injectable()
export class StoredSessionVerifier extends SessionVerifier {
  constructor(private readonly sessions: SessionsService) {
    super();
  }

  verify(token: string): Promise<Principal | null> {
    return this.sessions.principalOf(token);
  }
}
