import type { Principal } from '../../domain/access/principal';

/** Credential -> caller, or null when it is not valid. The guard asks exactly one of them per request. */
export abstract class SessionVerifier {
  abstract verify(token: string): Promise<Principal | null>;
}
export abstract class ApiKeyVerifier {
  abstract verify(key: string): Promise<Principal | null>;
}
export abstract class PartnerKeyVerifier {
  abstract verify(key: string): Promise<Principal | null>;
}
