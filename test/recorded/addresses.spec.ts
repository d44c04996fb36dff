import { tryParseAddress } from '../../src/domain/kernel/address';
import { readData } from './data';

type Vectors = Record<'evm' | 'bitcoin' | 'solana', Record<string, string[]>>;

describe('published address vectors', () => {
  it('are judged as their authors say', () => {
    const vectors = readData<Vectors>('address-vectors');
    const wrong: string[] = [];
    let judged = 0;
    for (const family of ['evm', 'bitcoin', 'solana'] as const) {
      for (const [group, addresses] of Object.entries(vectors[family])) {
        if (!Array.isArray(addresses)) continue;
        // A wrong EIP-55 checksum is accepted on purpose.
        const good = /^valid|bad_checksum/.test(group);
        for (const address of addresses) {
          judged += 1;
          if ((tryParseAddress(address)?.family === family) !== good)
            wrong.push(`${family}/${group}: ${address}`);
        }
      }
    }
    expect(wrong).toEqual([]);
    expect(judged).toBeGreaterThan(50);
  });
});
