/** A server-sent event. */
export interface StreamEvent {
  readonly type: string;
  readonly data: string;
}

/** Reads a stream of server-sent events. Comments and empty events are skipped. */
export async function* eventsOf(
  stream: ReadableStream<Uint8Array>,
): AsyncGenerator<StreamEvent, void, undefined> {
  const decoder = new TextDecoder();
  const reader = stream.getReader();
  let text = '';
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      text += decoder.decode(value, { stream: true });
      const blocks = text.split('\n\n');
      text = blocks.pop() ?? '';
      for (const block of blocks) {
        const event = eventIn(block);
        if (event) yield event;
      }
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

function eventIn(block: string): StreamEvent | null {
  const lines = block.split('\n');
  const valuesOf = (name: string): string[] =>
    lines
      .filter((line) => line.startsWith(`${name}:`))
      .map((line) => line.slice(name.length + 1).trimStart());
  const data = valuesOf('data');
  return data.length === 0 ? null : { type: valuesOf('event').at(-1) ?? 'message', data: data.join('\n') };
}
