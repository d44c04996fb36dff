import type { z } from 'zod';
import type { Permission } from '../../domain/access/permissions';

export interface ApiCall {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Parts are encoded. */
  path: string;
  query?: Readonly<Record<string, string | number | boolean | undefined>>;
  body?: Readonly<Record<string, unknown>>;
}

export interface Tool<Input extends z.ZodObject = z.ZodObject> {
  title: string;
  description: string;
  input: Input;
  /** Null: any key. A tool that writes needs `write:portfolios` too. */
  needs: Permission | null;
  /** `pages`: the route has pages or cursors, so the tool takes `cursor` and `limit`. */
  list?: 'pages';
  /**
   * `confirmed`: the first call returns a preview and a confirmation; the same call with it writes. `stated`: the same,
   * where the route has no preview: the call itself is shown.
   */
  writes?: 'once' | 'confirmed' | 'stated';
  call(input: z.output<Input>): ApiCall;
  /** Changes the data before it is cut. */
  show?(data: unknown): unknown;
  /** Further routes, whose answers stand in `data` by these names; null where the key may not read them. */
  also?: Readonly<
    Record<
      string,
      { call(this: void, input: z.output<Input>): ApiCall; show(this: void, body: unknown): unknown }
    >
  >;
}

export const tool = <Input extends z.ZodObject>(row: Tool<Input>): Tool => row;

/** Needed besides the permission of the route: a key that only reads changes nothing. */
export const WRITE_PERMISSION: Permission = 'write:portfolios';
