import { selectorOf } from '../../../../domain/kernel/hash';
import { classifyHistory } from '../../../../domain/chain';
import { ME, STRANGER } from '../../../../../test/chain/parties';
import { interpretEvm, toRawRows } from '../evm.mapper';
import { pageSchema, type EvmList } from '../evm.schema';

const FARM = '0x4444444444444444444444444444444444444444';
const TOKEN = '0x9999999999999999999999999999999999999999';
const RELAYER = '0x7777777777777777777777777777777777777777';

type Value = string | number | boolean | readonly Value[];
const word = (value: string | number | boolean): string =>
  (typeof value === 'string' ? value.replace('0x', '') : Number(value).toString(16)).padStart(64, '0');

/** `(address,bytes)[]` -> `(address,bytes)`; `(a,b)` -> `a`, `b`. */
const itemOf = (type: string): string | null => (type.endsWith('[]') ? type.slice(0, -2) : null);
function partsOf(type: string): string[] | null {
  if (!type.startsWith('(') || type.endsWith('[]')) return null;
  const parts: string[] = [];
  let depth = 0;
  for (const letter of type.slice(1, -1)) {
    if (letter === ',' && depth === 0) parts.push('');
    else parts.push((parts.pop() ?? '') + letter);
    depth += letter === '(' ? 1 : letter === ')' ? -1 : 0;
  }
  return parts;
}
const isDynamic = (type: string): boolean =>
  type === 'bytes' || type === 'string' || itemOf(type) !== null || (partsOf(type)?.some(isDynamic) ?? false);

function encoded(type: string, value: Value): string {
  const [item, parts] = [itemOf(type), partsOf(type)];
  if (item !== null) {
    const values = value as readonly Value[];
    return (
      word(values.length) +
      tuple(
        values.map(() => item),
        values,
      )
    );
  }
  if (parts !== null) return tuple(parts, value as readonly Value[]);
  if (type === 'string') return encoded('bytes', `0x${Buffer.from(value as string).toString('hex')}`);
  if (type !== 'bytes')
    return type === 'bytes32' ? (value as string).replace('0x', '').padEnd(64, '0') : word(value as string);
  const body = (value as string).replace('0x', '');
  return word(body.length / 2) + body.padEnd(Math.ceil(body.length / 64) * 64, '0');
}
function tuple(types: readonly string[], values: readonly Value[]): string {
  const tails = types.map((type, i) => (isDynamic(type) ? encoded(type, values[i] ?? '') : ''));
  let at = 32 * types.length;
  const heads = types.map((type, i) => {
    if (!isDynamic(type)) return encoded(type, values[i] ?? '');
    const head = word(at);
    at += (tails[i] ?? '').length / 2;
    return head;
  });
  return [...heads, ...tails].join('');
}
function call(signature: string, ...values: Value[]): string {
  const types = partsOf(signature.slice(signature.indexOf('('))) ?? [];
  return selectorOf(signature) + tuple(types, values);
}

const APPROVE = call('approve(address,uint256)', FARM, 5);
const STAKE = call('stake(uint256)', 5);
const packed = (to: string, data: string): string =>
  `00${to.slice(2)}${word(0)}${word(data.length / 2 - 1)}${data.slice(2)}`;
const BATCH = `0x01${'0'.repeat(62)}`;
const batch = `0x${tuple(
  ['(address,uint256,bytes)[]'],
  [
    [
      [TOKEN, 0, APPROVE],
      [FARM, 0, STAKE],
    ],
  ],
)}`;
const multiSend = call('multiSend(bytes)', `0x${packed(TOKEN, APPROVE)}${packed(FARM, STAKE)}`);
const safe = (to: string, data: string): string =>
  call(
    'execTransaction(address,uint256,bytes,uint8,uint256,uint256,uint256,address,address,bytes)',
    ...[to, 0, data, 1, 0, 0, 0, STRANGER, STRANGER, `0x${'11'.repeat(65)}`],
  );
const three = [
  [TOKEN, 0, APPROVE],
  [FARM, 0, STAKE],
];
const sequence = [
  [false, true, 0, TOKEN, 0, APPROVE],
  [false, true, 90_000, FARM, 0, STAKE],
];
const SIGNED = `0x${'22'.repeat(65)}`;

const row = { blockNumber: '1', timeStamp: '1750000000', hash: `0x${word(1)}` };
/** 5 units go to the farm. */
function told(input: string, from = ME, to = ME): string {
  const rows: Partial<Record<EvmList, object[]>> = {
    txlist: [
      {
        ...row,
        from,
        to,
        value: '0',
        gasPrice: '1',
        gasUsed: '1',
        isError: '0',
        txreceipt_status: '1',
        input,
      },
    ],
    tokentx: [
      {
        ...{ ...row, from: ME, to: FARM, value: '5', contractAddress: TOKEN },
        ...{ tokenName: 'Frog', tokenSymbol: 'FROG', tokenDecimal: '0' },
      },
    ],
  };
  const raw = (Object.keys(rows) as EvmList[]).flatMap((list) =>
    toRawRows(list, pageSchema(list).parse(rows[list])),
  );
  const [found] = classifyHistory(interpretEvm('ethereum', ME, raw), { wallet: ME, owned: new Set([ME]) });
  return `${found?.type ?? ''} ${found?.rule ?? ''}`;
}

describe('a batch of an account', () => {
  it.each<[string, string]>([
    ['ERC-7821', call('execute(bytes32,bytes)', BATCH, batch)],
    [
      'ERC-7821 with data of its own',
      call(
        'execute(bytes32,bytes)',
        `0x0100000000007821000100${'0'.repeat(42)}`,
        `0x${tuple(['(address,uint256,bytes)[]', 'bytes'], [three, SIGNED])}`,
      ),
    ],
    [
      'a batch of batches of ERC-7821',
      call(
        'execute(bytes32,bytes)',
        `0x01000000000078210002${'0'.repeat(44)}`,
        `0x${tuple(['bytes[]'], [[batch]])}`,
      ),
    ],
    [
      'foreign code of ERC-7579',
      call('execute(bytes32,bytes)', `0xff${'0'.repeat(62)}`, `0x${STRANGER.slice(2)}${multiSend.slice(2)}`),
    ],
    ['an executor of ERC-7579', call('executeFromExecutor(bytes32,bytes)', BATCH, batch)],
    ['Safe', safe(STRANGER, multiSend)],
    [
      'Safe, by a module',
      call('execTransactionFromModule(address,uint256,bytes,uint8)', STRANGER, 0, multiSend, 1),
    ],
    ['Coinbase and Kernel', call('executeBatch((address,uint256,bytes)[])', three)],
    [
      'Biconomy',
      call('executeBatch_y6U(address[],uint256[],bytes[])', [TOKEN, FARM], [0, 0], [APPROVE, STAKE]),
    ],
    ['Alchemy', call('executeBatch(address[],bytes[])', [TOKEN, FARM], [APPROVE, STAKE])],
    ['Ambire', call('execute((address,uint256,bytes)[],bytes)', three, SIGNED)],
    [
      'Sequence',
      call('execute((bool,bool,uint256,address,uint256,bytes)[],uint256,bytes)', sequence, 7, SIGNED),
    ],
    ['Calibur', call('execute(((address,uint256,bytes)[],bool))', [three, true])],
    [
      'an account of EIP-7702 with the call data first',
      call('execute((bytes,address,uint256)[])', [
        [APPROVE, TOKEN, 0],
        [STAKE, FARM, 0],
      ]),
    ],
    [
      'an unknown function with tuples',
      call(
        'runAll(uint256,(address,bytes,uint256)[],bytes)',
        9,
        [
          [TOKEN, APPROVE, 0],
          [FARM, STAKE, 0],
        ],
        SIGNED,
      ),
    ],
    [
      'an unknown function with a tuple around them',
      call(
        'perform(((uint8,address,uint256,bytes)[],uint256),bytes)',
        [
          [
            [0, TOKEN, 0, APPROVE],
            [1, FARM, 0, STAKE],
          ],
          3,
        ],
        SIGNED,
      ),
    ],
    [
      'an unknown function with two arrays',
      call('perform(address[],bytes[],uint256)', [TOKEN, FARM], [APPROVE, STAKE], 1),
    ],
  ])('is read as if called directly: %s', (_, input) => {
    expect(told(input)).toBe('stake deposit');
    expect(told(input, RELAYER)).toBe('stake deposit');
  });

  it.each<[string, string]>([
    [
      'a contract that makes several calls',
      call('aggregate3((address,bool,bytes)[])', [[ME, false, safe(STRANGER, multiSend)]]),
    ],
    ['a contract that names the account', call('multiCall(address,(address,uint256,bytes)[])', ME, three)],
    [
      'a relayer that names the account',
      call(
        'execute(address,bytes,uint256,bytes,uint256,uint256,address,address)',
        ...[
          ME,
          call('multiCall(address,(address,uint256,bytes)[])', ME, three),
          1,
          SIGNED,
          1,
          1,
          STRANGER,
          STRANGER,
        ],
      ),
    ],
    [
      'a role of a Safe',
      call(
        'execTransactionWithRole(address,uint256,bytes,uint8,bytes32,bool)',
        STRANGER,
        0,
        multiSend,
        1,
        '0x01',
        true,
      ),
    ],
    ['a delegation', call('redeemDelegations(bytes[],bytes32[],bytes[])', ['0x11'], [BATCH], [batch])],
  ])('that another contract runs is that of the account: %s', (_, input) =>
    expect(told(input, RELAYER, STRANGER)).toBe('stake deposit'),
  );

  it('of another account is no call of the wallet', () =>
    expect(told(call('executeBatch((address,uint256,bytes)[])', three), RELAYER, STRANGER)).not.toBe(
      'stake deposit',
    ));

  it.each([
    ['a signature', call('perform(address,bytes)', FARM, SIGNED)],
    ['numbers', call('perform(uint256[],uint256[])', [1, 2, 3], [4, 5, 6])],
    ['addresses without calls', call('perform(address[],uint256[])', [TOKEN, FARM], [1, 2])],
    ['nothing but payments', call('perform((address,uint256,bytes)[])', [[FARM, 1, '0x']])],
  ])('is not seen in %s', (_, input) => expect(told(input)).not.toBe('stake deposit'));
});
