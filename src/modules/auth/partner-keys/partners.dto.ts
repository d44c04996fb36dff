/** Answer of POST /api/v1/partners/validate. */
export class PartnerValidation {
  /** Always true: a key that is not answers 401. */
  valid!: true;
  partner_id!: string;
  partner_name!: string;
  is_active!: true;
  /** Partners see what the highest plan sees. */
  plan_name!: 'defi';
  unlimited!: true;
}
