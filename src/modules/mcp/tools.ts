import { READ_TOOLS } from './read-tools';
import type { Tool } from './tool';
import { WRITE_TOOLS } from './write-tools';

/** TOOLS: everything that a language model may call. */
export const TOOLS: Readonly<Record<string, Tool>> = { ...READ_TOOLS, ...WRITE_TOOLS };
