import { AppError } from '../../domain/kernel/errors';
import { IsMoment } from '../validation/fields';
import type { PartName } from './cursor';

/** Property type `number`: milliseconds UTC. */
export const IsUpdatedSince = () =>
  IsMoment('start', {
    description:
      'only entries that changed after this time, spam too, the oldest change first: `meta.updated_until` of the last poll. Cannot be combined with other filters, with `sort` or with `page`',
  });

/** Position of a change: time and id of the entry. */
export const CHANGE_PARTS: readonly PartName[] = ['number', 'text'];

const TAKEN: ReadonlySet<string> = new Set(['updated_since', 'owned_wallets', 'cursor', 'per_page']);

/**
 * An entry that leaves a filter would be neither listed nor deleted, so changes take no filters.
 * @param plain the query without parameters
 * @throws AppError VALIDATION_ERROR naming the parameter
 */
export function refuseFilters<Query extends object>(query: Query, plain: Query): void {
  const wanted = new Map(Object.entries(plain));
  for (const [field, value] of Object.entries(query))
    if (!TAKEN.has(field) && value !== undefined && value !== wanted.get(field))
      throw new AppError('VALIDATION_ERROR', undefined, {
        field,
        message: `${field}: cannot be combined with updated_since`,
      });
}

export const changesMeta = ({
  deleted,
  isWhole,
  until,
}: {
  deleted: readonly string[];
  isWhole: boolean;
  until: number | null;
}): Record<string, unknown> => ({
  updated_until: until === null ? null : new Date(until).toISOString(),
  deleted_ids: deleted,
  is_whole_list: isWhole,
});
