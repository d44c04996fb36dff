/** Responses of the routes about the whole account, as they go over the wire. */

export class AccountDeletedResponse {
  deleted!: true;
  user_id!: string;
}
