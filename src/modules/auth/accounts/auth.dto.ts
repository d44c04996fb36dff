import { isEmail } from 'class-validator';
import { field, Rejected, type FieldOptions, type FieldParser } from '../../../http/validation/field';
import { BooleanField, TextField } from '../../../http/validation/fields';

const MAX_EMAIL_CHARS = 254;
/** What people are asked for as a password. */
const PASSWORD = { min: 8, max: 128 } as const;

/** Lower case: nobody has two mailboxes that differ by case alone. */
const email: FieldParser<string> = (raw) => {
  if (typeof raw !== 'string') return new Rejected('string_type', 'Input should be a valid string');
  const address = raw.trim().toLowerCase();
  return address.length <= MAX_EMAIL_CHARS && isEmail(address, { require_tld: false })
    ? address
    : new Rejected('value_error', 'Input should be a valid email address');
};

const EmailField = (options: FieldOptions = {}) =>
  field(
    email,
    { required: true, example: 'ada@example.com', ...options },
    { type: 'string', format: 'email', maxLength: MAX_EMAIL_CHARS },
  );

const TokenField = () =>
  TextField({ required: true, min: 1, max: 200, description: 'the token of the mailed link' });

export class SignupRequest {
  @EmailField()
  email!: string;

  @TextField({ required: true, ...PASSWORD, description: 'not one of the common ones' })
  password!: string;

  @TextField({ max: 255, example: 'Ada Lovelace' })
  full_name: string = '';

  @BooleanField({ required: true, description: 'must be true' })
  accepted_terms!: boolean;
}

export class LoginRequest {
  @EmailField()
  email!: string;

  @TextField({ required: true, max: 1024 })
  password!: string;
}

export class EmailResponse {
  @EmailField()
  email!: string;
}

export class TokenResponse {
  @TokenField()
  token!: string;
}

export class ResetPasswordResponse {
  @TokenField()
  token!: string;

  @TextField({ required: true, ...PASSWORD, description: 'not one of the common ones' })
  password!: string;
}

export class MagicLinkRequest {
  @EmailField()
  email!: string;

  @TextField({ max: 255, description: 'of the account a partner makes' })
  full_name: string = '';

  @TextField({ max: 2048, description: 'where to go after signing in; on an origin of ours' })
  redirect_url?: string;
}
