import { IsText } from '../../../http/validation/fields';

const MAX_CODE_CHARS = 64;
const A_CODE = 'a code of the app, or a recovery code';

/** The code of a request that needs one only where the account has a second factor. */
export const IsOptionalCode = () =>
  IsText({
    min: 1,
    max: MAX_CODE_CHARS,
    description: `${A_CODE}; needed where the account has a second factor`,
  });

export class BeginTotpRequest {
  @IsText({ required: true, max: 1024 })
  password!: string;
}

export class ConfirmTotpRequest {
  @IsText({ required: true, min: 1, max: MAX_CODE_CHARS, description: 'a code of the app' })
  otp!: string;
}

/** What a change of a second factor needs. */
export class ProvenRequest {
  @IsText({ required: true, max: 1024 })
  password!: string;

  @IsText({ min: 1, max: MAX_CODE_CHARS, description: `${A_CODE}; needed once the factor is confirmed` })
  otp?: string;
}
