import { esploraPage } from './bitcoin/bitcoin.schema';
import { rowSchema } from './evm/evm.schema';
import { rpcTransaction } from './solana/solana.schema';

const HASH = 'a'.repeat(64);
const ADDRESS = `0x${'b'.repeat(40)}`;

const evm = (time: number, blockNumber = '1') =>
  rowSchema('txlist').safeParse({ blockNumber, timeStamp: String(time), hash: `0x${HASH}`, from: ADDRESS });

const bitcoin = (time: number) =>
  esploraPage.safeParse([
    { txid: HASH, vin: [], vout: [], status: { confirmed: true, block_height: 1, block_time: time } },
  ]);

const solana = (time: number) =>
  rpcTransaction.safeParse({
    slot: 1,
    blockTime: time,
    meta: { err: null, fee: 1, preBalances: [], postBalances: [] },
    transaction: { signatures: ['s'], message: { accountKeys: ['k'], instructions: [] } },
  });

describe.each([
  ['an explorer', evm],
  ['Esplora', bitcoin],
  ['a node of Solana', solana],
])('the time of a block from %s', (_name, read) => {
  it.each([
    [0, true],
    [1_699_999_999, true],
    [4_099_999_999, true],
    [4_100_000_000, false],
    [1_699_999_999_000, false],
  ])('%s', (time, isRead) => expect(read(time).success).toBe(isRead));
});

it('a block number is one that can be stored', () => {
  expect(['1', '9'.repeat(15), '1'.repeat(20)].map((block) => evm(1, block).success)).toEqual([
    true,
    true,
    false,
  ]);
});
