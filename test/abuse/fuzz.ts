import { gzipSync } from 'node:zlib';
import { MersenneTwister } from '../support/ledgers/mersenne-twister';
import { send } from './connections';
import * as hostile from './hostile-bodies';
import type { HostileBody } from './hostile-bodies';
import type { Target } from './target';

/** Random bodies from a seed: the same seed sends the same bodies. */

const PATHS = [
  '/api/calculate/cost-basis',
  '/api/calculate/unrealized-gl',
  '/api/v1/auth/login',
  '/api/v1/auth/signup',
  '/api/v1/checkout/webhook',
  '/api/v1/batch/holdings',
  '/api/v1/nothing',
  '/api/calculate/nothing',
] as const;

const KIB = 1024;
const MIB = 1024 * KIB;
/** No request is larger on the wire. */
const MAX_BYTES = 10 * MIB;

export interface Random {
  /** From 0 up to and without `below`. */
  int(below: number): number;
  pick<T>(list: readonly T[]): T;
}

function randomOf(seed: number): Random {
  const twister = new MersenneTwister(seed);
  const int = (below: number): number => Math.floor(twister.random() * below);
  return {
    int,
    pick: (list) => {
      const picked = list[int(list.length)];
      if (picked === undefined) throw new Error('an empty list');
      return picked;
    },
  };
}

/** Sizes spread over the orders of magnitude. */
const size = (random: Random, max: number): number =>
  Math.max(1, Math.floor(max ** (random.int(1_000) / 1_000)));

const KINDS: readonly ((random: Random) => HostileBody)[] = [
  (random) => hostile.ledger(size(random, 10_000)),
  (random) => hostile.ledger(size(random, 50_000)),
  (random) => hostile.swaps(size(random, 10_000)),
  (random) => hostile.wrongRows(size(random, 50_000)),
  (random) => hostile.prices(size(random, 20_000)),
  (random) => hostile.flatList(size(random, 8 * MIB) + 100),
  (random) => hostile.manyKeys(size(random, 400_000)),
  (random) => hostile.undeclared(size(random, 10_000)),
  (random) => hostile.moves(size(random, 5_000), size(random, 5_000)),
  (random) => hostile.longText(size(random, MAX_BYTES - KIB)),
  (random) => hostile.longNumber(size(random, MAX_BYTES - KIB)),
  (random) => hostile.longKey(size(random, MAX_BYTES - KIB)),
  (random) => hostile.backslashes(size(random, 4 * MIB)),
  (random) => hostile.deep(size(random, 100_000)),
  (random) => hostile.bomb(1 + random.int(32), random.pick(['gzip', 'deflate', 'br'] as const)),
  (random) => hostile.hollowBomb(1 + random.int(32)),
];

/** A body of some kind, and often damaged afterwards. */
function someBody(random: Random): HostileBody {
  const body = random.pick(KINDS)(random);
  const damaged = damage(body, random);
  return damaged.bytes.length > MAX_BYTES
    ? { ...damaged, bytes: damaged.bytes.subarray(0, MAX_BYTES) }
    : damaged;
}

function damage({ bytes, headers }: HostileBody, random: Random): HostileBody {
  switch (random.int(6)) {
    case 0:
      return { bytes: bytes.subarray(0, random.int(bytes.length) + 1), headers };
    case 1: {
      const flipped = Buffer.from(bytes);
      for (let i = 0; i < 1 + random.int(20); i++) flipped[random.int(flipped.length)] = random.int(256);
      return { bytes: flipped, headers };
    }
    case 2:
      return 'Content-Encoding' in headers
        ? { bytes, headers }
        : { bytes: gzipSync(bytes), headers: { ...headers, 'Content-Encoding': 'gzip' } };
    case 3:
      return {
        bytes,
        headers: {
          ...headers,
          'Content-Type': random.pick([
            'text/plain',
            'application/json; charset=utf-16',
            'multipart/form-data; boundary=x',
          ]),
        },
      };
    default:
      return { bytes, headers };
  }
}

export interface FuzzedBody {
  /** Its place in the sequence of the seed. */
  index: number;
  path: string;
  bytes: number;
  status: number;
  ms: number;
  /** Of the event loop of the product while it read and answered. */
  stretchMs: number;
}

/** Sends bodies one after the other, each from an address of its own. @yields what each of them cost */
export async function* fuzz(target: Target, seed: number, count: number): AsyncGenerator<FuzzedBody> {
  const random = randomOf(seed);
  await target.vitals();
  for (let index = 0; index < count; index++) {
    const body = someBody(random);
    const path = random.pick(PATHS);
    const { status, ms } = await send(target.url, path, body);
    const { stretchMs } = await target.vitals();
    yield {
      index,
      path,
      bytes: body.bytes.length,
      status,
      ms: Math.round(ms),
      stretchMs: Math.round(stretchMs),
    };
  }
}
