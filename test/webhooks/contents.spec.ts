import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sampleEvents } from '../../src/domain/webhooks/sample-events';

const DOCUMENT = readFileSync(join(__dirname, '../../docs/webhooks.md'), 'utf8');
const [, CONTENTS = ''] = /## Contents of `data`([^]*?)\n## /.exec(DOCUMENT) ?? [];

describe('docs/webhooks.md', () => {
  it.each(Object.entries(sampleEvents('2026-01-01T00:00:00.000Z')))(
    'names every field of %s',
    (event, data) => {
      const line = CONTENTS.split('\n').find((each) => each.startsWith(`| \`${event}\` `)) ?? '';
      const named = [...line.matchAll(/`(\w+)`/g)].map(([, name]) => name);
      // The page states once that all events but one have the address.
      expect(Object.keys(data).filter((name) => name !== 'address' && !named.includes(name))).toEqual([]);
    },
  );
});
