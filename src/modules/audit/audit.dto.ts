import { CursorPageQuery } from '../../http/queries/cursor';
import { IsInteger, IsMoment, IsText, isUuid } from '../../http/validation/fields';
import { Property, Rejected, type PropertyOptions, type Read } from '../../http/validation/property';
import { NotBefore } from '../../http/validation/validators';

const MAX_PATH_CHARS = 512;

const NOT_UUID = new Rejected('uuid_parsing', 'Input should be a valid UUID');

const uuid: Read = (raw) => (typeof raw === 'string' && isUuid(raw) ? raw.toLowerCase() : NOT_UUID);

const IsUuid = (options: PropertyOptions) => Property(uuid, options, { type: 'string', format: 'uuid' });

const FROM = { description: 'from this moment on; a date is its first instant, UTC' };
const TO = { description: 'up to this moment; a date is the whole day, UTC' };

export class AuditLogsQuery extends CursorPageQuery {
  @IsMoment('start', FROM)
  start_date?: number;

  @IsMoment('end', TO)
  @NotBefore('start_date')
  end_date?: number;

  @IsInteger({ min: 100, max: 599, description: 'exactly this status' })
  status_code?: number;

  @IsText({
    min: 1,
    max: MAX_PATH_CHARS,
    description: 'prefix of the path, or the template of its route',
    example: '/api/v1/wallets',
  })
  path?: string;

  @IsUuid({ description: 'requests of one API key' })
  key_id?: string;
}

/** Default: the 30 days before the end, which by default is now. */
export class PeriodQuery {
  @IsMoment('start', { description: `${FROM.description}; default 30 days before the end` })
  start_date?: number;

  @IsMoment('end', { description: `${TO.description}; default now` })
  @NotBefore('start_date')
  end_date?: number;
}

export class ErrorAnalysisQuery extends PeriodQuery {
  @IsInteger({ min: 1, max: 100, description: 'entries under `recent`; default 20' })
  limit: number = 20;
}

export class AccessReviewQuery {
  @IsInteger({ min: 1, max: 365, description: 'a key unused for so long is inactive; default 90' })
  inactive_days: number = 90;
}
