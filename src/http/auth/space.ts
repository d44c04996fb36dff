import type { Request } from 'express';

export const SPACE_PARAMETER = 'space_id';

/** True for a request that names a space, however badly. */
export const namesSpace = ({ query }: Request): boolean => Object.hasOwn(query, SPACE_PARAMETER);
