import type { RawRow } from '../../../ports/upstream/history-source';
import { classifyHistory } from '../../../domain/chain';
import { interpretEvm } from './evm.mapper';
import { callsOf, operationsOf } from './evm.operations';
import { rowSchema } from './evm.schema';

const ACCOUNT = '0x1111111111111111111111111111111111111111';
const STRANGER = '0x2222222222222222222222222222222222222222';
const BUNDLER = '0x3333333333333333333333333333333333333333';
const PAYMASTER = '0x4444444444444444444444444444444444444444';
const POOL = '0x5555555555555555555555555555555555555555';
const ENTRY_POINT = '0x5ff137d4b0fdcd49dca30c7cf57e578a026d2789';
const TOKEN = '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48';

const word = (value: number | string): string =>
  (typeof value === 'number' ? value.toString(16) : value.replace('0x', '')).padStart(64, '0');
const bytes = (hex: string): string => {
  const body = hex.replace('0x', '');
  return word(body.length / 2) + body.padEnd(Math.ceil(body.length / 64) * 64, '0');
};
const DEPOSIT = `0xb6b55f25${word(5)}`;
const execute = (to: string, data: string): string =>
  `0xb61d27f6${word(to)}${word(0)}${word(96)}${bytes(data)}`;

interface Op {
  account: string;
  data: string;
  paymaster?: string;
}
function tuple(words: number, account: string, pointers: Readonly<Record<number, string>>): string {
  let tail = '';
  const head = Array.from({ length: words }, (_, at) => {
    const data = pointers[at];
    if (at === 0) return word(account);
    if (data === undefined) return word(7);
    const offset = word(32 * words + tail.length / 2);
    tail += bytes(data);
    return offset;
  });
  return head.join('') + tail;
}
function bundle(selector: string, tuples: readonly string[]): string {
  let at = 32 * tuples.length;
  const offsets = tuples.map((text) => {
    const offset = word(at);
    at += text.length / 2;
    return offset;
  });
  return `${selector}${word(64)}${word(BUNDLER)}${word(tuples.length)}${offsets.join('')}${tuples.join('')}`;
}
const signature = `0x${'ab'.repeat(65)}`;
const v06 = (...ops: Op[]): string =>
  bundle(
    '0x1fad948c',
    ops.map(({ account, data, paymaster = '0x' }) =>
      tuple(11, account, { 2: '0x', 3: data, 9: paymaster, 10: signature }),
    ),
  );
const v07 = (...ops: Op[]): string =>
  bundle(
    '0x765e827f',
    ops.map(({ account, data, paymaster = '0x' }) =>
      tuple(9, account, { 2: '0x', 3: data, 7: paymaster, 8: signature }),
    ),
  );

const other = { account: STRANGER, data: execute(POOL, '0xc5ebeaec') };

describe('operations of smart accounts', () => {
  it.each([
    ['0.6', v06],
    ['0.7', v07],
  ])('of a bundle of EntryPoint %s are those of the account', (_, made) => {
    const own = { account: ACCOUNT, data: execute(POOL, DEPOSIT), paymaster: `${PAYMASTER}00ff` };
    const input = made(other, own);
    expect(operationsOf({ input }, ACCOUNT)).toEqual({
      calls: [{ to: POOL, id: '0xb6b55f25' }],
      paymasters: new Set([PAYMASTER]),
    });
    expect(operationsOf({ input }, BUNDLER)).toBeNull();
    expect(callsOf({ input }, BUNDLER)).toEqual([]);
    expect(callsOf({ input: made(own) }, BUNDLER)).toEqual([{ to: POOL, id: '0xb6b55f25' }]);
  });

  it('are read behind the selector that an account passes on', () => {
    const data = `0x8dd7712f${execute(POOL, DEPOSIT).slice(2)}`;
    expect(operationsOf({ input: v07({ account: ACCOUNT, data }) }, ACCOUNT)?.calls).toEqual([
      { to: POOL, id: '0xb6b55f25' },
    ]);
  });

  it('run one call or a batch by their mode', () => {
    const one = `${POOL}${word(0)}${DEPOSIT.slice(2)}`;
    const inner = `${word(POOL)}${word(0)}${word(96)}${bytes(DEPOSIT)}`;
    const batch = `0x${word(32)}${word(1)}${word(32)}${inner}`;
    for (const [mode, data] of [
      ['00', one],
      ['01', batch],
    ] as const) {
      const call = `0xe9ae5c53${mode.padEnd(64, '0')}${word(64)}${bytes(data)}`;
      expect(callsOf({ input: v07({ account: ACCOUNT, data: call }) }, ACCOUNT)).toEqual([
        { to: POOL, id: '0xb6b55f25' },
      ]);
    }
  });

  it('of cut call data are fewer, never an error', () => {
    const input = v06(other, { account: ACCOUNT, data: execute(POOL, DEPOSIT) });
    for (let length = 0; length < input.length; length += 7)
      expect(callsOf({ input: input.slice(0, length) }, ACCOUNT).length).toBeLessThanOrEqual(1);
  });
});

describe('a bundle in the history of the account', () => {
  const HASH = `0x${'9'.repeat(64)}`;
  const place = { blockNumber: '19000000', timeStamp: '1704067200', hash: HASH };
  const rowOf = (list: 'txlist' | 'txlistinternal' | 'tokentx', body: object): RawRow => ({
    list,
    key: JSON.stringify(body),
    block: 19_000_000,
    body: rowSchema(list).parse({ ...place, ...body }),
  });
  const parent = (input: string): RawRow =>
    rowOf('txlist', {
      ...{ from: BUNDLER, to: ENTRY_POINT, value: '0', gas: '900000', gasPrice: '10', gasUsed: '800000' },
      ...{ isError: '0', txreceipt_status: '1', transactionIndex: '1', input, contractAddress: '' },
      ...{ methodId: input.slice(0, 10), functionName: '' },
    });
  const native = (from: string, to: string, value: string): RawRow =>
    rowOf('txlistinternal', { from, to, value, contractAddress: '', type: 'call', isError: '0' });
  const token = (from: string, to: string, value: string): RawRow =>
    rowOf('tokentx', {
      ...{ from, to, value, contractAddress: TOKEN, tokenName: 'USD Coin', tokenSymbol: 'USDC' },
      ...{ tokenDecimal: '6', transactionIndex: '1', methodId: '0x1fad948c', functionName: '' },
    });
  const read = (...rows: RawRow[]) => {
    const txs = interpretEvm('ethereum', ACCOUNT, rows);
    const [one] = classifyHistory(txs, { wallet: ACCOUNT, owned: new Set([ACCOUNT]) });
    if (!one) throw new Error('no transaction');
    const { rule, type, legs } = one;
    const [cost, ...more] = legs.filter(({ isCost }) => isCost);
    expect([one.fee, more]).toEqual([null, []]);
    return {
      read: `${rule} ${type}`,
      fee: cost ? `${cost.quantity} ${cost.asset.symbol}` : null,
      legs: legs
        .filter(({ isCost }) => !isCost)
        .map(({ direction, quantity, asset }) => `${direction} ${quantity} ${asset.symbol}`),
    };
  };
  const deposit = (paymaster?: string): string =>
    v06(other, { account: ACCOUNT, data: execute(POOL, DEPOSIT), paymaster });

  it('is read as the call of the account, and what the account pays for it is a fee', () => {
    expect(
      read(
        parent(deposit()),
        native(ACCOUNT, ENTRY_POINT, '700'),
        native(ENTRY_POINT, BUNDLER, '600'),
        token(ACCOUNT, POOL, '5000000'),
      ),
    ).toEqual({ read: 'deposit stake', fee: '700 ETH', legs: ['out 5000000 USDC'] });
  });

  it('has the fee that its paymaster charges in a token, less what comes back', () => {
    expect(
      read(
        parent(deposit(PAYMASTER)),
        token(ACCOUNT, PAYMASTER, '90000'),
        token(ACCOUNT, POOL, '5000000'),
        token(PAYMASTER, ACCOUNT, '40000'),
      ),
    ).toEqual({ read: 'deposit stake', fee: '50000 USDC', legs: ['out 5000000 USDC'] });
  });

  it('that moves nothing else has a cost alone', () => {
    expect(read(parent(deposit()), native(ACCOUNT, ENTRY_POINT, '700'))).toEqual({
      read: 'contract-call fee_only',
      fee: '700 ETH',
      legs: [],
    });
  });

  it('costs nothing when another party pays', () => {
    expect(read(parent(deposit(PAYMASTER)), token(ACCOUNT, POOL, '5000000')).fee).toBeNull();
  });

  it('has its fee also where only its own rows are known', () => {
    expect(read(native(ACCOUNT, ENTRY_POINT, '700'), token(ACCOUNT, POOL, '5000000'))).toMatchObject({
      fee: '700 ETH',
      legs: ['out 5000000 USDC'],
    });
  });

  it('of others is no call of a receiver', () => {
    expect(read(parent(v06(other, other)), token(POOL, ACCOUNT, '5000000')).read).toBe(
      'transfer-in transfer_in',
    );
  });
});
