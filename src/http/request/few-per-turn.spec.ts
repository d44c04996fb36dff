import { FewPerTurn } from './few-per-turn';

const turn = () => new Promise(setImmediate);

it('starts a few works in each turn of the event loop, in their order', async () => {
  const starts = new FewPerTurn(16);
  const started: number[] = [];
  for (let i = 0; i < 40; i++) starts.add(() => started.push(i));
  expect(started).toHaveLength(16);
  await turn();
  expect(started).toHaveLength(32);
  starts.add(() => started.push(40));
  await turn();
  await turn();
  expect(started).toEqual(Array.from({ length: 41 }, (_, i) => i));
});

it('goes on after a quiet time', async () => {
  const starts = new FewPerTurn(16);
  let started = 0;
  for (let round = 1; round <= 3; round++) {
    starts.add(() => started++);
    expect(started).toBe(round);
    await turn();
    await turn();
  }
});

it('lets connections be accepted first while one arrives in every turn', async () => {
  const starts = new FewPerTurn(16);
  let started = 0;
  let turns = 0;
  for (; started < 64; turns++) {
    starts.connected();
    if (turns < 64) starts.add(() => started++);
    await turn();
  }
  expect(turns).toBeGreaterThan(3 * 60);
});

it('starts what was held as soon as no connection arrives', async () => {
  const starts = new FewPerTurn(16);
  let started = 0;
  for (let turns = 0; turns < 10; turns++) {
    starts.connected();
    starts.add(() => started++);
    await turn();
  }
  expect(started).toBeLessThan(10);
  await turn();
  await turn();
  expect(started).toBe(10);
});
