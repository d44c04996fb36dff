import { ALIVE_MS, Restarts, SILENT_SECONDS } from './restarts';

describe('the restarts of a part', () => {
  it('wait longer after each crash, and half a minute at most', () => {
    const part = new Restarts();
    expect(Array.from({ length: 8 }, () => part.noteCrash(0))).toEqual([
      1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000, 30_000,
    ]);
    expect(part.crashes).toBe(8);
  });

  it('begin again with the first pause when the part had recovered', () => {
    const part = new Restarts();
    part.noteCrash(0);
    part.noteReady(1_000);
    expect(part.noteCrash(61_000)).toBe(2_000);
    part.noteReady(65_000);
    expect(part.noteCrash(125_001)).toBe(1_000);
  });

  it('know a part that reports nothing for a minute, once', () => {
    const part = new Restarts();
    const intervals = (SILENT_SECONDS * 1_000) / ALIVE_MS;
    const looks = Array.from({ length: intervals + 1 }, () => part.isSilent());
    expect(looks.indexOf(true)).toBe(intervals - 1);
    expect(looks.filter(Boolean)).toHaveLength(1);
    part.noteAlive();
    expect(part.isSilent()).toBe(false);
  });
});
