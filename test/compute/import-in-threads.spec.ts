import { EvmHistoryFiles } from '../../src/adapters/providers/evm/exports/evm.files';
import { parseAddress } from '../../src/domain/kernel/address';
import { UnreadableFile } from '../../src/ports/upstream/history-files';
import { InlineCompute } from '../fakes/inline-compute';
import { explorerExport } from '../recorded/data';
import { newPool } from './pool';

const WALLET = parseAddress('0x003dc32fe920a4aaeed12dc87e145f030aa753f3');
const NOW = Date.UTC(2026, 0, 1);
const caller = { caller: { kind: 'paid', id: 'a' } as const };
const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);

describe('files in a thread', () => {
  const pool = newPool();
  const run = pool.run.bind(pool);
  // Small files are read on the calling thread.
  pool.run = (task, input, order) => run(task, input, { ...order, size: Infinity });
  const [inThread, inline] = [new EvmHistoryFiles(pool), new EvmHistoryFiles(new InlineCompute())];
  afterAll(() => pool.onModuleDestroy());

  it('give the same rows as without one', async () => {
    const text = explorerExport(WALLET.value, 'erc20');
    const read = (files: EvmHistoryFiles) => files.read('ethereum', WALLET, bytesOf(text), NOW, caller);
    const expected = await read(inline);
    expect(expected?.rows.length).toBeGreaterThan(0);
    expect(await read(inThread)).toEqual(expected);
  });

  it('are refused with the same words', async () => {
    const columns = bytesOf(','.repeat(1_000));
    await expect(inThread.read('ethereum', WALLET, columns, NOW, caller)).rejects.toThrow(
      new UnreadableFile('Line 1 has more than 200 columns'),
    );
    const binary = Uint8Array.from([0x01, 0x00, 0x02]);
    await expect(inThread.read('ethereum', WALLET, binary, NOW, caller)).rejects.toThrow('is no text');
    expect(await inThread.read('ethereum', WALLET, bytesOf('a,b\n1,2\n'), NOW, caller)).toBeNull();
  });
});
