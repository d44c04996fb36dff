import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { VARIABLES } from './env';
import { envExample } from './env-example';

describe('.env.example', () => {
  it('is the one `npm run env:example` writes', () => {
    expect(readFileSync(resolve(__dirname, '../../.env.example'), 'utf8')).toBe(envExample());
  });

  it('names every variable once, with its default', () => {
    const names = [...envExample().matchAll(/^#([A-Z_]+)=/gm)].map((match) => match[1]);
    expect(names).toEqual(Object.keys(VARIABLES));
    expect(envExample()).toContain('\n#PORT=3000\n');
    expect(envExample()).toContain('\n#DATABASE_URL=\n');
    expect(envExample()).toContain('\n#ENABLE_WASH_SALES=false\n');
  });
});
