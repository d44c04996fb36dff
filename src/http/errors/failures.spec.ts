import { BadRequestException, NotFoundException, PayloadTooLargeException } from '@nestjs/common';
import { AppError } from '../../domain/kernel/errors';
import { failureOf } from './failures';

const withCode = (code: string): Error => Object.assign(new Error('database'), { code });
const wrapped = (inner: Error): Error => Object.assign(new Error('query failed'), { driverError: inner });

describe('what is thrown', () => {
  it.each([
    ['a refused connection', withCode('ECONNREFUSED')],
    ['both families of an address refused', new AggregateError([withCode('ECONNREFUSED')], '')],
    ['a restart', withCode('57P01')],
    ['starting up', withCode('57P03')],
    ['a broken connection', withCode('08006')],
    ['too many clients', withCode('53300')],
    ['a full disk', withCode('53100')],
    ['a read-only standby', withCode('25006')],
    ['a lock that is not given back', withCode('55P03')],
    ['a database that is gone', withCode('3D000')],
    ['an exhausted pool', new Error('timeout exceeded when trying to connect')],
    ['a lost client', new Error('Connection terminated unexpectedly')],
    ['as the ORM wraps it', wrapped(withCode('57P01'))],
    ['a deadlock that stays', wrapped(withCode('40P01'))],
    ['as a cause', new Error('outer', { cause: withCode('ECONNRESET') })],
  ])('%s is SERVICE_UNAVAILABLE', (_name, error) => {
    expect(failureOf(error)).toMatchObject({ status: 503, code: 'SERVICE_UNAVAILABLE' });
  });

  it.each([
    ['a duplicate key', wrapped(withCode('23505'))],
    ['wrong SQL', withCode('42601')],
    ['NUL in text', withCode('22P05')],
    ['an error', new TypeError('x is undefined')],
    ['text', 'oops'],
    ['nothing', undefined],
    ['a server status somebody set', Object.assign(new Error('x'), { status: 502 })],
    ['itself as its cause', Object.assign(new Error('loop'), { cause: null })],
  ])('%s is INTERNAL_ERROR and tells nothing', (_name, error) => {
    expect(failureOf(error)).toEqual({
      status: 500,
      code: 'INTERNAL_ERROR',
      message: 'Unexpected server error',
    });
  });

  it.each([
    ['portfolios', 'portfolios_user', 401, 'UNAUTHORIZED', undefined],
    ['wallet_snapshots', 'wallet_snapshots_user_fkey', 401, 'UNAUTHORIZED', undefined],
    ['exchange_rows', 'exchange_rows_account', 404, 'RESOURCE_NOT_FOUND', { resource: 'exchange_account' }],
    ['webhook_deliveries', 'webhook_deliveries_event', 500, 'INTERNAL_ERROR', undefined],
  ])('a row of %s without its parent (%s)', (table, constraint, status, code, details) => {
    const error = wrapped(Object.assign(withCode('23503'), { table, constraint }));
    expect(failureOf(error)).toMatchObject({ status, code });
    expect(failureOf(error).details).toEqual(details);
  });

  it('an error that causes itself ends', () => {
    const loop = new Error('loop');
    loop.cause = loop;
    expect(failureOf(loop).code).toBe('INTERNAL_ERROR');
  });

  it.each([
    ['a framework 400', new BadRequestException('private words'), 400, 'INVALID_REQUEST'],
    ['a framework 404', new NotFoundException('Cannot GET /secret'), 404, 'RESOURCE_NOT_FOUND'],
    ['a framework 413', new PayloadTooLargeException(), 413, 'PAYLOAD_TOO_LARGE'],
    ['bad percent encoding', new URIError('malformed'), 400, 'INVALID_REQUEST'],
    [
      'a client status of a library',
      Object.assign(new Error('private words'), { status: 415 }),
      400,
      'INVALID_REQUEST',
    ],
    ['408', Object.assign(new Error('private words'), { statusCode: 408 }), 408, 'INVALID_REQUEST'],
  ])('%s', (_name, error, status, code) => {
    const failure = failureOf(error);
    expect(failure).toMatchObject({ status, code });
    expect(failure.message).not.toMatch(/private|secret/);
  });

  it('what the house throws keeps its words', () => {
    const error = new AppError(
      'FORBIDDEN',
      { limit: 20 },
      { message: 'Too many', field: 'x', cause: new Error('why') },
    );
    expect(failureOf(error)).toEqual({
      status: 403,
      code: 'FORBIDDEN',
      message: 'Too many',
      details: { limit: 20 },
      field: 'x',
      violations: undefined,
    });
  });
});
