import { databasesOf, logicalShardOf } from '../../src/adapters/persistence/shards/shard-map';
import { loadConfig } from '../../src/config/env';

const WALLETS = [
  '0xde300000000000000000000000000000000a11ce',
  '0xde30000000000000000000000000000000005afe',
  'bc1qjh2gnfsltj06v4e6ysgp578hgl3p5u3ph7khe4',
  '4StQ87uUY55GUcCqNcD8m6UTQhifPe7qq9sfnR88ASSH',
];

describe('DATABASE_SHARDS', () => {
  const parsed = (value: string) =>
    databasesOf(loadConfig({ DATABASE_URL: 'postgresql://one/a', DATABASE_SHARDS: value })).map(
      ({ name, shards }) => [name, shards.length],
    );

  it('names each database once', () => {
    expect(parsed('')).toEqual([['first', 256]]);
    expect(
      parsed('{"0-9":"postgresql://two/a","20":"postgresql://two/a","30":"postgresql://one/a"}'),
    ).toEqual([
      ['first', 245],
      ['0-9,20', 11],
    ]);
  });

  it.each([
    ['[', 'must be a JSON object'],
    ['{"0-256":"postgresql://two/a"}', 'within 0-255'],
    ['{"9-1":"postgresql://two/a"}', 'within 0-255'],
    ['{"a":"postgresql://two/a"}', 'within 0-255'],
    ['{"0-9":"postgresql://two/a","5":"postgresql://two/a"}', 'shard 5 is named twice'],
    ['{"0-9":"http://user:word@two/a"}', 'no database URL'],
    ['{"0-9":{"url":"postgresql://two/a","owner":"x"}}', 'Unrecognized key'],
  ])('%s is refused, without its passwords', (value, reason) => {
    expect(() => parsed(value)).toThrow(reason);
    expect(() => parsed(value)).not.toThrow('word');
  });

  it('puts a wallet where it has always been', () => {
    expect(WALLETS.map(logicalShardOf)).toEqual([29, 103, 254, 158]);
  });
});
