import type { Request } from 'express';
import passport from 'passport';
import type { Principal } from '../../domain/access/principal';

/** @param principal null: the secret is unknown or revoked */
type Done = (error: unknown, principal: Principal | null) => void;

/** A passport strategy for a secret that is looked up. `PassportStrategy(SecretStrategy)` adds `validate(secret)`. */
export class SecretStrategy extends passport.Strategy {
  constructor(
    override readonly name: string,
    private readonly secretOf: (request: Request) => string | null,
    private readonly verify: (secret: string, done: Done) => void,
  ) {
    super();
  }

  /** Passport calls it on one object per request, which has `success`, `fail` and `error`. */
  override authenticate(request: Request): void {
    const secret = this.secretOf(request);
    if (secret === null) return this.fail(401);
    this.verify(secret, (error, principal) => {
      if (error) this.error(error);
      else if (principal) this.success(principal);
      else this.fail(401);
    });
  }
}
