import { innerCalls, isWrapper, MAX_WRAPPER_INPUT, selectorOfInput } from './evm.calls';
import { rowSchema } from './evm.schema';

const word = (value: number | string): string =>
  (typeof value === 'number' ? value.toString(16) : value.replace('0x', '')).padStart(64, '0');
const bytes = (hex: string): string => {
  const body = hex.replace('0x', '');
  return word(body.length / 2) + body.padEnd(Math.ceil(body.length / 64) * 64, '0');
};
const TARGET = '0x1111111111111111111111111111111111111111';
const DEPOSIT = `0xb6b55f25${word(5)}`;
const CLAIM = '0x4e71d92d';

/** execTransaction(address,uint256,bytes,...): the call data starts after ten words. */
const executed = (data: string) =>
  `0x6a761202${word(TARGET)}${word(0)}${word(320)}${word(0).repeat(7)}${bytes(data)}`;
/** multicall(bytes[]): the offsets count from the word after the length. */
function batched(...calls: string[]): string {
  let at = calls.length * 32;
  const offsets = calls.map((call) => {
    const offset = at;
    at += bytes(call).length / 2;
    return word(offset);
  });
  return `0xac9650d8${word(32)}${word(calls.length)}${offsets.join('')}${calls.map(bytes).join('')}`;
}

describe('selectorOfInput', () => {
  it.each([
    ['0x095EA7B3' + word(1), '0x095ea7b3'],
    ['0x', null],
    ['', null],
    ['deprecated', null],
    ['0x0000', null],
  ])('%s', (input, selector) => expect(selectorOfInput(input)).toBe(selector));
});

/** modifyLiquidities(bytes,uint256): one byte per action, and parameters that begin with a position. */
function modified(...changes: [action: string, tokenId: number, liquidity: number][]): string {
  const actions = bytes(`0x${changes.map(([action]) => action).join('')}`);
  const parameters = changes.map(([, tokenId, liquidity]) => `0x${word(tokenId)}${word(liquidity)}`);
  const list = batched(...parameters).slice(10 + 64);
  const data = `0x${word(64)}${word(64 + actions.length / 2)}${actions}${list}`;
  return `0xdd46508f${word(64)}${word(9)}${bytes(data)}`;
}

describe('innerCalls', () => {
  it('of a list of actions are changes of positions', () => {
    const settle: [string, number, number] = ['11', 5, 5];
    expect(innerCalls({ input: modified(['00', 7, 3], settle) })).toEqual([
      { to: null, id: '0x219f5d17', tokenId: '7' },
    ]);
    expect(innerCalls({ input: modified(['01', 7, 3], ['01', 8, 0], ['03', 9, 1], settle) })).toEqual([
      { to: null, id: '0x0c49ccbe', tokenId: '7', liquidity: 3n },
      // Collects only fees.
      { to: null, id: '0xfc6f7865', tokenId: '8' },
      { to: null, id: '0x42966c68', tokenId: '9' },
    ]);
    expect(innerCalls({ input: batched(modified(['01', 7, 3])) })).toMatchObject([{ tokenId: '7' }]);
    expect(innerCalls({ input: modified(['01', 7, 3]).slice(0, 300) })).toEqual([]);
  });

  it('of a plain call are none', () => expect(innerCalls({ input: DEPOSIT })).toEqual([]));

  it('of a smart account have their target', () =>
    expect(innerCalls({ input: executed(DEPOSIT) })).toEqual([{ to: TARGET, id: '0xb6b55f25' }]));

  it('of a smart account may be a plain payment', () =>
    expect(innerCalls({ input: executed('0x') })).toEqual([{ to: TARGET, id: null }]));

  it('of a position have its token and its liquidity', () => {
    const decrease = `0x0c49ccbe${word(77)}${word(500)}${word(0).repeat(3)}`;
    expect(innerCalls({ input: decrease })).toEqual([
      { to: null, id: '0x0c49ccbe', tokenId: '77', liquidity: 500n },
    ]);
    expect(innerCalls({ input: batched(decrease, `0xfc6f7865${word(77)}${word(0).repeat(3)}`) })).toEqual([
      { to: null, id: '0x0c49ccbe', tokenId: '77', liquidity: 500n },
      { to: null, id: '0xfc6f7865', tokenId: '77' },
    ]);
  });

  it.each([
    ['createOrder', `0x322bba21${word(TARGET)}${word(9)}${word(24)}${word(40)}${word(1).repeat(5)}`],
    ['offer', `0x1b33d412${word(24)}${word(9)}${word(40)}${word(TARGET)}${word(0)}`],
    ['make', `0x093f5198${word(9)}${word(TARGET)}${word(24)}${word(40)}`],
  ])('that place an order have its terms: %s', (_, input) =>
    expect(innerCalls({ input })).toEqual([
      { to: null, id: input.slice(0, 10), order: { buys: TARGET, sell: 24n, buy: 40n } },
    ]),
  );

  it('of a batch keep their order', () =>
    expect(innerCalls({ input: batched(DEPOSIT, CLAIM) })).toEqual([
      { to: null, id: '0xb6b55f25' },
      { to: null, id: CLAIM },
    ]));

  it('of a batch that a smart account runs have the target of the batch', () =>
    expect(innerCalls({ input: executed(batched(DEPOSIT, CLAIM)) })).toEqual([
      { to: TARGET, id: '0xb6b55f25' },
      { to: TARGET, id: CLAIM },
    ]));

  it('of a batch of a Safe have their targets', () => {
    const packed = [DEPOSIT, CLAIM].map(
      (data) => `01${TARGET.slice(2)}${word(0)}${word(data.length / 2 - 1)}${data.slice(2)}`,
    );
    const sent = `0x8d80ff0a${word(32)}${bytes(packed.join(''))}`;
    const calls = [DEPOSIT.slice(0, 10), CLAIM].map((id) => ({ to: TARGET, id }));
    expect(innerCalls({ input: executed(sent) })).toEqual(calls);
    for (let length = 0; length < sent.length; length += 7)
      expect(calls).toEqual(
        expect.arrayContaining(innerCalls({ input: sent.slice(0, length) }).slice(0, -1)),
      );
  });

  it('of two arrays have their targets', () => {
    const array = (...words: (number | string)[]) => [words.length, ...words].map(word).join('');
    const data = `${word(1)}${word(32)}${bytes(CLAIM)}`;
    expect(innerCalls({ input: `0x18dfb3c7${word(64)}${word(128)}${array(TARGET)}${data}` })).toEqual([
      { to: TARGET, id: CLAIM },
    ]);
  });

  it.each([
    ['0x2e1a7d4d', []],
    ['0x2e17de78', []],
    ['0x441a3e70', [7]],
    ['0x0ad58d2f', [7]],
  ])('that withdraw zero units are marked: %s', (id, before) => {
    const input = (units: number) => id + [...before, units].map(word).join('');
    expect(innerCalls({ input: input(0) })).toEqual([{ to: null, id, isOfNothing: true }]);
    expect(innerCalls({ input: input(7) })).toEqual([]);
  });

  it('of validators have the stake that they ask for', () => {
    const requests = '0x00000961ef480eb55e80d19ad83579a64c007002';
    const input = `0x${'8b'.repeat(48)}${(10n ** 10n).toString(16).padStart(16, '0')}`;
    const call = { to: requests, id: null, withdraws: 10n ** 19n };
    expect(innerCalls({ input, to: requests })).toEqual([call]);
    expect(innerCalls({ input, to: TARGET })).toEqual([]);
    expect(innerCalls({ input: `0xb61d27f6${word(requests)}${word(1)}${word(96)}${bytes(input)}` })).toEqual([
      call,
    ]);
  });

  it.each([3, 40, 75, 200, 321, 500])('survive call data that is cut after %i characters', (length) => {
    const input = executed(batched(DEPOSIT, CLAIM)).slice(0, length);
    expect(innerCalls({ input }).length).toBeLessThanOrEqual(2);
  });

  it.each([`0xac9650d8${'f'.repeat(640)}`, `0xac9650d8${word(32)}${word(4e9)}`, `0xac9650d8zz${word(32)}`])(
    'survive hostile call data',
    (input) => expect(innerCalls({ input })).toEqual([]),
  );
});

describe('stored call data', () => {
  const row = (input: string) =>
    rowSchema('txlist').parse({
      ...{ blockNumber: '1', timeStamp: '1', hash: `0x${word(1)}`, from: TARGET, to: TARGET },
      ...{ value: '0', gasPrice: '1', gasUsed: '1', isError: '0', txreceipt_status: '1', input },
    }).input;

  it('is long for a wrapper and short for every other call', () => {
    expect(isWrapper('0xAC9650D8')).toBe(true);
    expect(row(`0xac9650d8${word(1).repeat(100)}`)).toHaveLength(MAX_WRAPPER_INPUT);
    expect(row(`0xb6b55f25${word(1).repeat(100)}`)).toHaveLength(138);
    expect(innerCalls({ input: row(`0x322bba21${word(1).repeat(9)}`) })).toHaveLength(1);
  });
});
