import { fifo } from './fifo';
import { hifo } from './hifo';
import { lifo } from './lifo';
import type { Method } from './method';
import { specificId } from './specific-id';

/** Enums, request schemas and property tests are derived from this table. */
export const METHODS = {
  fifo,
  lifo,
  hifo,
  specific_id: specificId,
} as const satisfies Record<string, Method>;

export type MethodName = keyof typeof METHODS;
export const METHOD_NAMES = Object.keys(METHODS) as MethodName[];
