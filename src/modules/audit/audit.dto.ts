import { field, Rejected, type FieldOptions, type FieldParser } from '../../http/validation/field';
import { IntegerField, MomentField, NotBefore, PageQuery, TextField } from '../../http/validation/fields';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const MAX_PATH_CHARS = 512;

const uuid: FieldParser<string> = (raw) =>
  typeof raw === 'string' && UUID.test(raw)
    ? raw.toLowerCase()
    : new Rejected('uuid_parsing', 'Input should be a valid UUID');

const UuidField = (options: FieldOptions) => field(uuid, options, { type: 'string', format: 'uuid' });

const FROM = { description: 'from this moment on; a date is its first instant, UTC' };
const TO = { description: 'up to this moment; a date is the whole day, UTC' };

export class AuditLogsQuery extends PageQuery {
  @MomentField('start', FROM)
  start_date?: number;

  @MomentField('end', TO)
  @NotBefore('start_date')
  end_date?: number;

  @IntegerField({ min: 100, max: 599, description: 'exactly this status' })
  status_code?: number;

  @TextField({
    min: 1,
    max: MAX_PATH_CHARS,
    description: 'how the path begins, or the template of its route',
    example: '/api/v1/wallets',
  })
  path?: string;

  @UuidField({ description: 'requests of one API key' })
  key_id?: string;
}

/** Default: the 30 days before the end, which by default is now. */
export class PeriodQuery {
  @MomentField('start', { description: `${FROM.description}; default 30 days before the end` })
  start_date?: number;

  @MomentField('end', { description: `${TO.description}; default now` })
  @NotBefore('start_date')
  end_date?: number;
}

export class ErrorAnalysisQuery extends PeriodQuery {
  @IntegerField({ min: 1, max: 100, description: 'entries under `recent`; default 20' })
  limit: number = 20;
}

export class AccessReviewQuery {
  @IntegerField({ min: 1, max: 365, description: 'a key unused for so long is inactive; default 90' })
  inactive_days: number = 90;
}
