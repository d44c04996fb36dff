import { isEmail } from 'class-validator';
import { IsText } from './fields';
import { Property, Rejected, type Read } from './property';
import { NOT_STRING } from './readers';

const MAX_EMAIL_CHARS = 254;
const NOT_EMAIL = new Rejected('value_error', 'Input should be a valid email address');

/** Lower case: one person does not have two mailboxes that differ by case alone. */
const email: Read = (raw) => {
  if (typeof raw !== 'string') return NOT_STRING;
  const given = raw.trim().toLowerCase();
  return given.length <= MAX_EMAIL_CHARS && isEmail(given, { require_tld: false }) ? given : NOT_EMAIL;
};

export const IsMailAddress = () =>
  Property(
    email,
    { required: true, example: 'ada@example.com' },
    { type: 'string', format: 'email', maxLength: MAX_EMAIL_CHARS },
  );

export const IsMailedToken = () =>
  IsText({ required: true, min: 1, max: 200, description: 'the token of the mailed link' });
