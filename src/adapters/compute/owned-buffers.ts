/** Byte arrays stand at most this deep in the input or output of a task. */
const MAX_DEPTH = 4;

/**
 * The memory of the byte arrays in lists and plain objects, where an array owns all of its memory. Small
 * Buffers share their memory with others, and are copied instead.
 */
export const ownedBuffers = (value: unknown): ArrayBuffer[] => [...new Set(buffersIn(value, 0))];

function buffersIn(value: unknown, depth: number): ArrayBuffer[] {
  if (ArrayBuffer.isView(value)) {
    const { buffer, byteLength } = value;
    return buffer.byteLength === byteLength && !(buffer instanceof SharedArrayBuffer) ? [buffer] : [];
  }
  if (typeof value !== 'object' || value === null || depth === MAX_DEPTH) return [];
  return Object.values(value).flatMap((part) => buffersIn(part, depth + 1));
}
