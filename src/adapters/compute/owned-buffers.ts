const MAX_DEPTH = 4;

/** Buffers that own all of their memory can be moved to a thread. Small Buffers share it, and are copied. */
export const ownedBuffers = (value: unknown): ArrayBuffer[] => [...new Set(buffersIn(value, 0))];

function buffersIn(value: unknown, depth: number): ArrayBuffer[] {
  if (ArrayBuffer.isView(value)) {
    const { buffer, byteLength } = value;
    return buffer.byteLength === byteLength && !(buffer instanceof SharedArrayBuffer) ? [buffer] : [];
  }
  if (typeof value !== 'object' || value === null || depth === MAX_DEPTH) return [];
  return Object.values(value).flatMap((part) => buffersIn(part, depth + 1));
}
