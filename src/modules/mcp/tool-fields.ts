import { z } from 'zod';
import { ELECTABLE } from '../../domain/engine';
import { FIRST_TAX_YEAR } from '../../domain/kernel/calendar';
import type { ApiCall } from './tool';

/** Fields of tools, and the routes that they call. */

/** `.` and `..` would name another route. */
export const id = z
  .string()
  .trim()
  .min(1)
  .max(128)
  .refine((text) => text !== '.' && text !== '..', 'is no id');
export const address = id.describe('EVM, Bitcoin or Solana address');
export const year = z.number().int().min(FIRST_TAX_YEAR).max(2100).describe('tax year');
export const decimal = z
  .string()
  .regex(/^\d{1,30}(\.\d{1,18})?$/)
  .describe('decimal number as text');
export const chain = id.optional().describe('only this chain, for example ethereum');
export const symbol = id.optional().describe('only this asset');
export const method = z
  .enum(ELECTABLE)
  .optional()
  .describe('compares with another method than that of record; the result is not for filing');
export const day = id.optional().describe('date or time, ISO 8601');

export const ofWallet = (wallet: string, rest: string): string =>
  `/api/v1/wallets/${encodeURIComponent(wallet)}/${rest}`;
export const ofReports = (wallet: string, rest: string): string =>
  `/api/v1/tax-reports/${encodeURIComponent(wallet)}/${rest}`;
export const get = (path: string, query?: ApiCall['query']): ApiCall => ({ method: 'GET', path, query });
