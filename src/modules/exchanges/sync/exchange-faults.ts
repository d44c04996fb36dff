import type { ExchangeName } from '../../../domain/exchanges';
import { AppError } from '../../../domain/kernel/errors';
import type { ExchangeApiError } from '../../../ports/exchanges/exchange-api';

export function toAppError(exchange: ExchangeName, { fault, message }: ExchangeApiError): AppError {
  const details = { exchange, reason: fault };
  return fault === 'auth' || fault === 'permission'
    ? new AppError('EXCHANGE_AUTH_FAILED', details, { message })
    : new AppError('DATA_PROVIDER_ERROR', { provider: exchange, error: fault });
}
