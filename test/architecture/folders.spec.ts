import { resolve } from 'node:path';
import { crowdedFolders, folderCycles, sourcesOf } from './folders';

const MOST_FILES = 15;
const sources = sourcesOf(resolve(__dirname, '../..'), 'src');

describe('folders of src', () => {
  it(`hold at most ${MOST_FILES} source files each`, () => {
    expect(crowdedFolders(sources, MOST_FILES)).toEqual([]);
  });

  it('have subfolders that import each other in one direction only', () => {
    expect(folderCycles(sources)).toEqual([]);
  });

  it('are found when they are too full', () => {
    const full = new Map(Array.from({ length: 16 }, (_, i) => [`src/a/f${i}.ts`, '']));
    expect(crowdedFolders(full, MOST_FILES)).toEqual(['src/a: 16']);
  });

  it('are found when they form a cycle, over a third folder too', () => {
    const cycle = new Map([
      ['src/x/a/one.ts', "import { two } from '../b/two';"],
      ['src/x/b/two.ts', "export { three } from '../c/three';"],
      ['src/x/c/three.ts', "const late = () => import('../a/one.js');"],
    ]);
    expect(folderCycles(cycle)).toEqual(['src/x: a <-> b', 'src/x: a <-> c', 'src/x: b <-> c']);
    expect(folderCycles(new Map([...cycle].slice(0, 2)))).toEqual([]);
  });
});
