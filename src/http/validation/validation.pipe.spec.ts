import type { Config } from '../../config/env';
import type { Address } from '../../domain/kernel/address';
import { Clock } from '../../ports/clock';
import { IsAddress, IsListOf, IsMoment, IsOwnedWallets, IsTaxYear, IsText } from './fields';
import { InvalidInput } from '../errors/invalid-input';
import { Property } from './property';
import { listOf, text } from './readers';
import { BodyPipe, QueryPipe } from './validation.pipe';

class YearQuery {
  @IsTaxYear()
  tax_year?: number;
}

const query = { type: 'query', metatype: YearQuery } as const;

function pipeIn(timezone: string, now: string): QueryPipe {
  const clock = { now: () => Date.parse(now) } as Clock;
  return new QueryPipe(clock, { REPORT_TIMEZONE: timezone } as Config);
}

describe('the tax year of a request', () => {
  it.each([
    ['UTC', '2025-12-31T23:59:59Z', 2025],
    ['UTC', '2026-01-01T00:00:00Z', 2026],
    ['America/New_York', '2026-01-01T04:59:59Z', 2025],
    ['Asia/Tokyo', '2025-12-31T15:00:00Z', 2026],
  ])('ends with the current year in %s at %s', async (timezone, now, year) => {
    const pipe = pipeIn(timezone, now);
    expect(await pipe.transform({ tax_year: String(year) }, query)).toEqual({ tax_year: year });
    await expect(pipe.transform({ tax_year: String(year + 1) }, query)).rejects.toThrow(InvalidInput);
  });

  it('does not make a formatter for each request', async () => {
    const real = Intl.DateTimeFormat;
    let made = 0;
    Intl.DateTimeFormat = new Proxy(real, {
      construct: (target, given: ConstructorParameters<typeof real>) => (made++, new target(...given)),
    });
    try {
      const pipe = pipeIn('Pacific/Chatham', '2026-06-01T00:00:00Z');
      for (let request = 0; request < 10; request++) await pipe.transform({ tax_year: '2025' }, query);
    } finally {
      Intl.DateTimeFormat = real;
    }
    expect(made).toBe(1);
  });
});

class Moments {
  @IsMoment('start')
  at?: number;
}

describe('a date without a time', () => {
  it.each([
    ['UTC', '2025-12-31T00:00:00.000Z'],
    ['America/New_York', '2025-12-31T05:00:00.000Z'],
    ['Asia/Tokyo', '2025-12-30T15:00:00.000Z'],
  ])('of a body is that day in %s; of a query it is that day in UTC', async (timezone, expected) => {
    const clock = { now: () => 0 } as Clock;
    const config = { REPORT_TIMEZONE: timezone } as Config;
    const given = { at: '2025-12-31' };
    const body = await new BodyPipe(clock, config).transform(given, { type: 'body', metatype: Moments });
    const query = await new QueryPipe(clock, config).transform(given, { type: 'query', metatype: Moments });
    expect(body).toEqual({ at: Date.parse(expected) });
    expect(query).toEqual({ at: Date.UTC(2025, 11, 31) });
  });
});

class RowRequest {
  @IsText({ required: true, max: 10 })
  name!: string;
}

class NamedRequest extends RowRequest {
  @IsListOf(() => RowRequest, { max: 50 })
  rows: RowRequest[] = [];
}

describe('fields that a body does not declare', () => {
  const pipe = new BodyPipe({ now: () => 0 } as Clock, { REPORT_TIMEZONE: 'UTC' } as Config);
  const read = (body: object) => pipe.transform(body, { type: 'body', metatype: NamedRequest });
  /** An object whose keys nothing may list. */
  const closed = new Proxy(
    {},
    {
      ownKeys: () => {
        throw new Error('The keys of the value were listed');
      },
    },
  );

  it.each([
    ['the body', { name: 'a', nane: closed }, ['body', 'nane']],
    ['a row', { name: 'a', rows: [{ name: 'a', nane: closed }] }, ['body', 'rows', 0, 'nane']],
  ])('are refused by their names, and the values are not walked: in %s', async (_, body, loc) => {
    await expect(read(body)).rejects.toMatchObject({
      violations: [{ loc, msg: 'Unknown field `nane`: did you mean `name`?', type: 'extra_forbidden' }],
    });
  });

  it('are reported up to a limit', async () => {
    const many = Object.fromEntries(Array.from({ length: 1_000 }, (_, i) => [`key${i}`, i]));
    const error = await read({ name: 'a', ...many }).catch((reason: unknown) => reason);
    expect((error as InvalidInput).violations).toHaveLength(20);
    const rows = Array.from({ length: 50 }, () => many);
    const wide = await read({ name: 'a', rows }).catch((reason: unknown) => reason);
    expect((wide as InvalidInput).violations).toHaveLength(100);
  });
});

class TextsRequest {
  @Property(listOf(text(1, 3), 0, 3), {}, { type: [String] })
  names: string[] = [];
}

it('an entry of a list is refused under its place, each for its own reason', async () => {
  const pipe = new BodyPipe({ now: () => 0 } as Clock, { REPORT_TIMEZONE: 'UTC' } as Config);
  const read = (names: unknown) => pipe.transform({ names }, { type: 'body', metatype: TextsRequest });
  const at = (...way: (string | number)[]) => ['body', 'names', ...way];
  await expect(read(['long', 5, 'ok'])).rejects.toMatchObject({
    violations: [
      { loc: at(0), msg: 'String should have at most 3 characters', type: 'string_too_long' },
      { loc: at(1), msg: 'Input should be a valid string', type: 'string_type' },
    ],
  });
  await expect(read(['a', 'b', 'c', 'long'])).rejects.toMatchObject({
    violations: [
      { loc: at(), msg: 'List should have at most 3 items after validation, not 4', type: 'too_long' },
    ],
  });
});

class AddressRequest {
  @IsAddress({ required: true })
  address!: Address;

  @IsOwnedWallets()
  owned_wallets: Address[] = [];

  @IsText({ max: 3 })
  note: string = '';
}

describe('a body with an address that is none', () => {
  const pipe = new BodyPipe({ now: () => 0 } as Clock, { REPORT_TIMEZONE: 'UTC' } as Config);
  const read = (body: object) => pipe.transform(body, { type: 'body', metatype: AddressRequest });

  it('is refused as before when nothing else is wrong', async () => {
    await expect(read({ address: 'x' })).rejects.toMatchObject({
      code: 'INVALID_ADDRESS',
      details: { provided: 'x' },
      field: 'address',
    });
  });

  it('is refused for it, and lists what else is wrong', async () => {
    const given = { nte: 'x', note: 'long', owned_wallets: ['y', 'z'], address: 'x' };
    await expect(read(given)).rejects.toMatchObject({
      code: 'INVALID_ADDRESS',
      field: 'address',
      details: {
        provided: 'x',
        error_count: 4,
        errors: [
          { field: 'address', message: 'address: Not a valid EVM, Bitcoin or Solana address' },
          { field: 'nte', message: 'Unknown field `nte`: did you mean `note`?' },
          { field: 'owned_wallets', message: 'owned_wallets: Not a valid EVM, Bitcoin or Solana address' },
          { field: 'note', message: 'note: String should have at most 3 characters' },
        ],
      },
    });
  });

  it('is read when it is one', async () => {
    const address = '0xd8da6bf26964af9d7eed9e03e53415d37aa96045';
    expect(await read({ address, owned_wallets: [address] })).toMatchObject({
      address: { value: address },
      owned_wallets: [{ value: address }],
    });
  });
});
