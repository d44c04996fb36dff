import { tryParseAddress } from '../../src/domain/kernel/address';
import { describeWithShared, readSharedJson } from './shared';

type Vectors = Record<'evm' | 'bitcoin' | 'solana', Record<string, string[]>>;

describeWithShared('published address vectors', () => {
  it('are judged as their authors say', () => {
    const vectors = readSharedJson<Vectors>('data/vectors/addresses.json');
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
