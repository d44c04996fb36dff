import { jsonInTurns, jsonParts, Rows } from './json-parts';

const text = (parts: readonly Uint8Array[]): string => Buffer.concat(parts).toString();

describe('an answer that is written in parts', () => {
  it.each([{}, { only: undefined }, { a: 1, gone: undefined, 'b"': ['x', null], c: { d: 'ü' } }])(
    'is the JSON of the language: %j',
    (answer) => {
      expect(text(jsonParts(answer))).toBe(JSON.stringify(answer));
    },
  );

  it.each([0, 1, 499, 500, 501, 1_700])('has %d rows', (count) => {
    const items = Array.from({ length: count }, (_, i) => i);
    const toRow = (i: number) => ({ id: `ü${i}` });
    const answer = { before: 1, rows: Rows.of(items, toRow), none: Rows.of([], toRow), after: true };
    expect(text(jsonParts(answer))).toBe(
      JSON.stringify({ before: 1, rows: items.map(toRow), none: [], after: true }),
    );
  });

  it('makes a row only when the rows before are written', () => {
    const made: number[] = [];
    const toRow = (i: number) => ({ toJSON: () => made.length, made: made.push(i) });
    const written = JSON.parse(
      text(
        jsonParts({
          rows: Rows.of(
            Array.from({ length: 1_200 }, (_, i) => i),
            toRow,
          ),
        }),
      ),
    ) as {
      rows: number[];
    };
    expect(written.rows[0]).toBeLessThan(1_000);
  });
});

describe('an answer that is written in turns', () => {
  it('gives other work a turn after a batch of a long list', async () => {
    let [made, isOver] = [0, false];
    const seen = new Set<number>();
    const rows = Array.from({ length: 1_700 }, (_, id) => ({
      toJSON: () => {
        for (const end = performance.now() + (id % 500 === 0 ? 8 : 0); performance.now() < end;);
        made++;
        return { id };
      },
    }));
    const watch = (): void => {
      seen.add(made);
      if (!isOver) setImmediate(watch);
    };
    setImmediate(watch);
    const parts = await jsonInTurns({ before: 1, rows });
    isOver = true;
    expect(text(parts ?? [])).toBe(JSON.stringify({ before: 1, rows: rows.map((_, id) => ({ id })) }));
    expect([...seen].filter((count) => count > 0)).toEqual(expect.arrayContaining([500, 1_000]));
  });

  it('is left to the language without a long list', async () => {
    expect(await jsonInTurns({ rows: [1, 2] })).toBeNull();
  });
});
