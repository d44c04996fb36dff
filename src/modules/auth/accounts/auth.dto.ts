import { isEmail } from 'class-validator';
import { IsOptionalCode } from '../second-factor/second-factor.dto';
import { IsBool, IsText } from '../../../http/validation/fields';
import { Property, Rejected, type Read } from '../../../http/validation/property';
import { NOT_STRING } from '../../../http/validation/readers';

const MAX_EMAIL_CHARS = 254;
/** What people are asked for as a password. */
const PASSWORD = { min: 8, max: 128 } as const;

const NOT_EMAIL = new Rejected('value_error', 'Input should be a valid email address');

/** Lower case: one person does not have two mailboxes that differ by case alone. */
const email: Read = (raw) => {
  if (typeof raw !== 'string') return NOT_STRING;
  const given = raw.trim().toLowerCase();
  return given.length <= MAX_EMAIL_CHARS && isEmail(given, { require_tld: false }) ? given : NOT_EMAIL;
};

const IsMailAddress = () =>
  Property(
    email,
    { required: true, example: 'ada@example.com' },
    { type: 'string', format: 'email', maxLength: MAX_EMAIL_CHARS },
  );

const IsMailedToken = () =>
  IsText({ required: true, min: 1, max: 200, description: 'the token of the mailed link' });

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
