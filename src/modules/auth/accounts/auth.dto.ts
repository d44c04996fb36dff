import { IsOptionalCode } from '../second-factor/second-factor.dto';
import { IsBool, IsText } from '../../../http/validation/fields';
import { IsMailAddress, IsMailedToken } from '../../../http/validation/mail-fields';

/** What people are asked for as a password. */
const PASSWORD = { min: 8, max: 128 } as const;

export class SignupRequest {
  @IsMailAddress()
  email!: string;

  @IsText({ required: true, ...PASSWORD, description: 'not one of the common ones' })
  password!: string;

  @IsText({ max: 255, example: 'Ada Lovelace' })
  full_name: string = '';

  @IsBool({ required: true, description: 'must be true' })
  accepted_terms!: boolean;
}

export class LoginRequest {
  @IsMailAddress()
  email!: string;

  @IsText({ required: true, max: 1024 })
  password!: string;

  @IsOptionalCode()
  otp?: string;
}

export class RedeemLinkRequest {
  @IsMailedToken()
  token!: string;

  @IsOptionalCode()
  otp?: string;
}

export class EmailResponse {
  @IsMailAddress()
  email!: string;
}

export class VerifyRequest {
  @IsMailedToken()
  token!: string;

  @IsText({
    ...PASSWORD,
    description:
      'the password of the account, in place of the one of the sign-up; browsers must send it, programs may leave it out',
  })
  password?: string;
}

export class ResetPasswordResponse {
  @IsMailedToken()
  token!: string;

  @IsText({ required: true, ...PASSWORD, description: 'not one of the common ones' })
  password!: string;
}

export class ChangePasswordRequest {
  @IsText({ required: true, max: 1024 })
  current_password!: string;

  @IsText({ required: true, ...PASSWORD, description: 'not one of the common ones' })
  new_password!: string;
}

export class MagicLinkRequest {
  @IsMailAddress()
  email!: string;

  @IsText({ max: 255, description: 'of the account a partner makes' })
  full_name: string = '';

  @IsText({ max: 2048, description: 'destination after signing in; on PUBLIC_BASE_URL or an allowed origin' })
  redirect_url?: string;
}
