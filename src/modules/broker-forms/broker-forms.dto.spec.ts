import type { Config } from '../../config/env';
import { BodyPipe } from '../../http/validation/validation.pipe';
import type { Clock } from '../../ports/clock';
import { BrokerFormRequest } from './broker-forms.dto';

it('a date that is none is refused with the form it should have', async () => {
  const pipe = new BodyPipe(
    { now: () => Date.UTC(2026, 0, 1) } as Clock,
    { REPORT_TIMEZONE: 'UTC' } as Config,
  );
  const rows = [{ box_1c: '1', box_1e: '05/01/2025', box_1f: '2' }];
  const metadata = { type: 'body', metatype: BrokerFormRequest } as const;
  await expect(pipe.transform({ tax_year: 2025, rows }, metadata)).rejects.toMatchObject({
    violations: [
      {
        loc: ['body', 'rows', 0, 'box_1e'],
        msg: 'Input should be a date (YYYY-MM-DD)',
        type: 'date_parsing',
      },
    ],
  });
});
