/** What stands beside every answer. */
export class Meta {
  request_id!: string;
  /** ISO 8601 UTC with milliseconds. */
  timestamp!: string;
  version!: string;
}
