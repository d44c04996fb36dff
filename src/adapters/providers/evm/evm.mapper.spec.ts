import type { ChainName } from '../../../domain/kernel/chain';
import { formatUnits } from '../../../domain/kernel/units';
import type { ChainTransaction } from '../../../domain/chain/facts/chain-transaction';
import { interpretEvm, toRawRows } from './evm.mapper';
import { ME, ROUTER, STRANGER as OTHER, ZERO } from '../../../../test/chain/parties';
import { pageSchema, rowSchema, type EvmList } from './evm.schema';

const TOKEN = '0x9999999999999999999999999999999999999999';
const WETH = '0xc02aaa39b223fe8d0a0e5c4f27ead9083c756cc2';
const hash = (n: number): string => `0x${n.toString(16).padStart(64, '0')}`;

type Given = Record<string, unknown>;
const at = (n: number): Given => ({
  hash: hash(n),
  blockNumber: String(100 + n),
  timeStamp: String(1_700_000_000 + n),
});
const rows =
  (usual: Given) =>
  (n: number, given: Given = {}): Given => ({ ...at(n), ...usual, ...given });
const parent = rows({
  from: ME,
  to: ROUTER,
  value: '0',
  gasUsed: '21000',
  gasPrice: '10',
  isError: '0',
  txreceipt_status: '1',
});
const inner = rows({
  from: ROUTER,
  to: ME,
  value: '5',
  isError: '0',
  type: 'call',
});
const token = rows({
  from: OTHER,
  to: ME,
  value: '7',
  contractAddress: TOKEN,
  tokenName: 'Frog',
  tokenSymbol: 'FROG',
  tokenDecimal: '18',
});

const read = (lists: Partial<Record<EvmList, Given[]>>, chain: ChainName = 'ethereum'): ChainTransaction[] =>
  interpretEvm(
    chain,
    ME,
    (Object.keys(lists) as EvmList[]).flatMap((list) => toRawRows(list, pageSchema(list).parse(lists[list]))),
  );
const moves = (tx: ChainTransaction | undefined): string[] =>
  (tx?.movements ?? []).map((m) => `${m.to === ME ? '+' : '-'}${m.quantity} ${m.asset.symbol} ${m.kind}`);

describe('one transaction out of many lists', () => {
  it('gathers the rows of a hash', () => {
    const [tx, ...rest] = read({
      txlist: [parent(1, { value: '9' })],
      txlistinternal: [inner(1)],
      tokentx: [token(1)],
    });
    expect(rest).toEqual([]);
    expect(moves(tx)).toEqual(['-9 ETH native', '+5 ETH internal', '+7 FROG token']);
    expect(tx?.movements.map((m) => m.logIndex)).toEqual([0, 1, 2]);
  });

  it('counts equal transfers of one transaction as often as they are listed', () => {
    expect(moves(read({ tokentx: [token(1), token(1)] })[0])).toEqual(['+7 FROG token', '+7 FROG token']);
  });

  it('reads a transaction of which only token or internal rows are known', () => {
    const [tx] = read({ tokentx: [token(1, { methodId: '0x729ad39e', functionName: 'airdrop()' })] });
    expect(tx).toMatchObject({
      from: null,
      to: null,
      fee: null,
      succeeded: true,
      method: { id: '0x729ad39e', name: 'airdrop()' },
    });
    expect(moves(read({ txlistinternal: [inner(1)] })[0])).toEqual(['+5 ETH internal']);
  });

  it('orders by time, block, index, then as first seen', () => {
    const same = { timeStamp: '1700000000', blockNumber: '100' };
    const txs = read({
      txlist: [
        parent(4, { ...same, timeStamp: '1700000001' }),
        parent(3, { ...same, transactionIndex: '9' }),
        parent(2, { ...same, transactionIndex: '1' }),
        parent(1, { ...same, transactionIndex: '1' }),
      ],
    });
    expect(txs.map((tx) => tx.hash)).toEqual([2, 1, 3, 4].map(hash));
  });

  it('knows the target of a creation', () => {
    const [tx] = read({ txlist: [parent(1, { to: '', contractAddress: TOKEN, value: '9' })] });
    expect(tx).toMatchObject({ to: TOKEN, movements: [{ from: ME, to: TOKEN, quantity: 9n }] });
  });

  it('reads the balances of the first block', () => {
    const [tx] = read({
      txlist: [
        parent(1, {
          hash: `GENESIS_${ME.slice(2)}`,
          from: 'GENESIS',
          to: ME,
          value: '2000',
          txreceipt_status: '',
        }),
      ],
    });
    expect(tx).toMatchObject({
      hash: `GENESIS_${ME.slice(2)}`,
      from: null,
      fee: null,
      movements: [{ from: null, to: ME, quantity: 2000n }],
    });
  });

  it('shows the name of a row stored in lower case as explorers write it', () => {
    const [row] = toRawRows('txlist', [
      rowSchema('txlist').parse(parent(1, { hash: `GENESIS_${ME.slice(2)}`, from: 'GENESIS', to: ME })),
    ]);
    const old = { ...row!, body: { ...row!.body, hash: `genesis_${ME.slice(2)}` } };
    expect(old.key).toBe(`genesis_${ME.slice(2)}`);
    expect(interpretEvm('ethereum', ME, [old]).map(({ hash }) => hash)).toEqual([`GENESIS_${ME.slice(2)}`]);
  });
});

describe('success', () => {
  it.each([
    ['the receipt says so', { isError: '1', txreceipt_status: '0' }, false],
    ['only an inner call failed', { isError: '1', txreceipt_status: '1' }, true],
    ['before Byzantium the error decides', { isError: '1', txreceipt_status: '' }, false],
    ['before Byzantium without an error', { isError: '0', txreceipt_status: '' }, true],
  ])('%s', (_, given, succeeded) => {
    const [tx] = read({ txlist: [parent(1, { ...given, value: '9' })] });
    expect(tx?.succeeded).toBe(succeeded);
    expect(tx?.movements.length).toBe(succeeded ? 1 : 0);
    expect(tx?.fee?.quantity).toBe(210_000n);
  });

  it('moves nothing of a reverted inner call', () => {
    expect(moves(read({ txlistinternal: [inner(1, { isError: '1' })] })[0])).toEqual([]);
  });

  it.each([
    ['Etherscan and Routescan', { type: 'delegatecall' }],
    ['Etherscan, of an old contract', { type: 'callcode' }],
    ['a file of Etherscan', { type: 'delegatecall_0_1_1' }],
    ['Blockscout', { type: 'call', callType: 'delegatecall' }],
    ['Blockscout, of an old contract', { type: 'call', callType: 'callcode' }],
    ['Blockscout, of a reading call', { type: 'call', callType: 'staticcall' }],
    ['an older Blockscout', { type: '', callType: 'delegatecall' }],
    ['a node', { type: 'DELEGATECALL' }],
  ])('counts the ether of a call, and not of one that only lends its code: %s', (_, lent) => {
    const lends = [inner(1, { ...lent, from: ME, to: OTHER }), inner(1, { ...lent, from: OTHER, to: ME })];
    expect(moves(read({ txlistinternal: [...lends, inner(1, { callType: 'call' })] })[0])).toEqual([
      '+5 ETH internal',
    ]);
    expect(moves(read({ txlistinternal: lends })[0])).toEqual([]);
  });
});

describe('fees', () => {
  it('are paid once, by the sender alone', () => {
    const [mine, theirs] = read({
      txlist: [parent(1), parent(2, { from: OTHER, to: ME, value: '1' })],
      tokentx: [
        token(1, { gasUsed: '13400000', gasPrice: '99' }),
        token(2, { gasUsed: '13400000', gasPrice: '99' }),
      ],
    });
    expect(mine?.fee).toMatchObject({ quantity: 210_000n, asset: { id: 'ethereum:native' } });
    expect(theirs?.fee).toBeNull();
  });

  it.each([
    ['l1Fee', '500'],
    ['L1FeesPaid', '500'],
    ['l1FeesPaid', '500'],
    ['l1_fee', '500'],
    ['l1Fee', '0x1f4'],
  ])('include the data fee of a rollup (%s %s)', (field, value) => {
    expect(read({ txlist: [parent(1, { [field]: value })] }, 'optimism')[0]?.fee?.quantity).toBe(210_500n);
  });
});

describe('wrapping', () => {
  const deposit = parent(1, { to: WETH, value: '9' });
  const withdraw = parent(2, { to: WETH, input: `0x2e1a7d4d${'9'.padStart(64, '0')}` });
  const paidOut = inner(2, { from: WETH, value: '9' });

  it('is made up where nobody logs it', () => {
    const [wrap, unwrap] = read({ txlist: [deposit, withdraw], txlistinternal: [paidOut] });
    expect(moves(wrap)).toEqual(['-9 ETH native', '+9 WETH token']);
    expect(moves(unwrap)).toEqual(['+9 ETH internal', '-9 WETH token']);
  });

  it.each([
    ['is not doubled where the upstream shows it', ZERO, ME],
    ['is not doubled where the upstream shows it', WETH, ME],
    ['follows the native leg where the row has the wrong direction', ME, ZERO],
    ['follows the native leg where the row has the wrong direction', ME, WETH],
  ])('%s (from %s to %s)', (_, from, to) => {
    const row = { contractAddress: WETH, tokenSymbol: 'WETH', value: '9' };
    const [wrap, unwrap] = read({
      txlist: [deposit, withdraw],
      txlistinternal: [paidOut],
      tokentx: [token(1, { ...row, from, to }), token(2, { ...row, from: to, to: from })],
    });
    expect(moves(wrap)).toEqual(['-9 ETH native', '+9 WETH token']);
    expect(moves(unwrap)).toEqual(['+9 ETH internal', '-9 WETH token']);
  });

  it('adds the payment where only the row of the token is listed', () => {
    const row = { contractAddress: WETH, tokenSymbol: 'WETH', value: '9', from: ME, to: ZERO };
    const [unwrap] = read({ txlist: [withdraw], tokentx: [token(2, row)] });
    expect(moves(unwrap)).toEqual(['-9 WETH token', '+9 ETH internal']);
  });

  it('adds what is missing for a direct call where the contract logs its wraps', () => {
    const contract = '0x82af49447d8a07e3bd95bd0d56f35241523fbab1';
    const [wrap, unwrap] = read(
      {
        txlist: [
          parent(1, { to: contract, value: '9', input: '0xd0e30db0' }),
          parent(2, { to: contract, input: `0x2e1a7d4d${'9'.padStart(64, '0')}` }),
        ],
      },
      'arbitrum',
    );
    expect(moves(wrap)).toEqual(['-9 ETH native', '+9 WETH token']);
    expect(moves(unwrap)).toEqual(['+9 ETH internal', '-9 WETH token']);
  });

  it('of a router for somebody is the router’s', () => {
    const [tx] = read({
      txlist: [parent(1)],
      txlistinternal: [inner(1, { value: '9' })],
      tokentx: [token(1, { from: ME, to: ROUTER })],
    });
    expect(moves(tx)).toEqual(['+9 ETH internal', '-7 FROG token']);
  });

  it('is read off the call while the payment is not listed yet', () => {
    expect(moves(read({ txlist: [withdraw] })[0])).toEqual(['+9 ETH internal', '-9 WETH token']);
  });

  it('is believed to the token list where the contract logs its wraps', () => {
    const contract = '0x82af49447d8a07e3bd95bd0d56f35241523fbab1';
    expect(moves(read({ txlistinternal: [inner(1, { from: contract })] }, 'arbitrum')[0])).toEqual([
      '+5 ETH internal',
    ]);
  });
});

describe('payments of native coin that are logged as transfers (EIP-7708)', () => {
  const LOGGED = '0xffffFFFfFFffffffffffffffFfFFFfffFFFfFFfE';
  const logged = (n: number, from: string, to: string, value: string) =>
    token(n, { from, to, value, contractAddress: LOGGED, tokenName: '', tokenSymbol: '', tokenDecimal: '' });
  const before = {
    txlist: [
      parent(1, { value: '9' }),
      parent(2, { value: '4', txreceipt_status: '0', isError: '1' }),
      parent(3, { to: ME, value: '6' }),
    ],
    txlistinternal: [inner(1), inner(1, { value: '3', isError: '1' })],
  };
  const after = [logged(1, ME, ROUTER, '9'), logged(1, ROUTER, ME, '5')];

  it('reads the same transactions before and after the fork', () => {
    expect(read({ ...before, tokentx: after })).toEqual(read(before));
  });

  it('takes the logs for the list of internal payments where that list is absent', () => {
    const { txlist } = before;
    expect(read({ txlist, tokentx: after })).toEqual(read(before));
  });

  it('counts equal payments as often as they were logged, less the payment of the transaction itself', () => {
    const tokentx = [logged(1, ME, ROUTER, '9'), logged(1, ME, ROUTER, '9')];
    expect(moves(read({ txlist: [parent(1, { value: '9' })], tokentx })[0])).toEqual([
      '-9 ETH native',
      '-9 ETH internal',
    ]);
  });

  it('keeps the receiver of a payment that a list with gaps lacks beside an equal one', () => {
    const txlistinternal = [inner(1, { from: ME, to: ROUTER })];
    const tokentx = [logged(1, ME, OTHER, '5'), logged(1, ME, ROUTER, '5')];
    const [tx] = read({ txlist: [parent(1)], txlistinternal, tokentx });
    expect(tx?.movements.map(({ to, quantity }) => [to, quantity])).toEqual([
      [ROUTER, 5n],
      [OTHER, 5n],
    ]);
  });

  it('is a token on no chain', () => {
    for (const chain of ['ethereum', 'base', 'bsc'] as const)
      expect(read({ tokentx: [logged(1, ROUTER, ME, '5')] }, chain)[0]?.movements).toMatchObject([
        { asset: { id: `${chain}:native` }, kind: 'internal', quantity: 5n },
      ]);
  });
});

describe('tokens', () => {
  /** The native coin, listed as a token. */
  const mirrorTo = (to: string) => ({
    contractAddress: '0xDeadDeAddeAddEAddeadDEaDDEAdDeaDDeAD0000',
    tokenSymbol: 'ETH',
    value: '9',
    from: ME,
    to,
  });

  it('does not count the native coin twice where it is listed as a token', () => {
    const rows = { txlist: [parent(1, { value: '9' })], tokentx: [token(1, mirrorTo(ROUTER))] };
    expect(moves(read(rows, 'optimism')[0])).toEqual(['-9 ETH native']);
  });

  it('counts a native movement that only the token list shows', () => {
    const mirror = mirrorTo('0x0000000000000000000000000000000000000000');
    const rows = { txlist: [parent(1, { value: '0' })], tokentx: [token(1, mirror), token(1, mirror)] };
    expect(moves(read(rows, 'optimism')[0])).toEqual(['-9 ETH internal', '-9 ETH internal']);
    const oneListed = { ...rows, txlist: [parent(1, { value: '9' })] };
    expect(moves(read(oneListed, 'optimism')[0])).toEqual(['-9 ETH native', '-9 ETH internal']);
  });

  it.each([
    ['18', 18, false],
    ['0', 0, false],
    ['', 0, true],
    ['abc', 0, true],
    ['255', 0, true],
    ['-1', 0, true],
  ])('reads %p as decimals', (tokenDecimal, decimals, isUnknown) => {
    const asset = read({ tokentx: [token(1, { tokenDecimal })] })[0]?.movements[0]?.asset;
    expect(asset?.decimals).toBe(decimals);
    expect(asset?.decimalsUnknown ?? false).toBe(isUnknown);
  });

  it('reads a listed token whose contract states no symbol and no decimals', () => {
    const contractAddress = '0x0000000000a39bb272e79075ade125fd351887ac';
    const [tx] = read({ tokentx: [token(1, { contractAddress, tokenSymbol: '', tokenDecimal: '' })] });
    expect(tx?.movements[0]?.asset).toMatchObject({ symbol: 'BlurPool', decimals: 18 });
    expect(tx?.movements[0]?.asset.decimalsUnknown).toBeUndefined();
  });

  it('describes a contract alike everywhere', () => {
    const txs = read({ tokentx: [token(1, { tokenDecimal: '' }), token(2, { tokenDecimal: '6' })] });
    expect(txs.map((tx) => tx.movements[0]?.asset.decimals)).toEqual([6, 6]);
  });

  it('keeps hostile texts, bounded and storable', () => {
    const asset = read({
      tokentx: [token(1, { tokenName: `a\u0000${'x'.repeat(3000)}`, tokenSymbol: '\ud800<script>' })],
    })[0]?.movements[0]?.asset;
    expect(asset?.name.length).toBeLessThanOrEqual(256);
    expect(asset?.name).not.toContain('\u0000');
    expect(asset?.symbol).toBe('\ufffd<script>');
  });

  it('names what has no name', () => {
    expect(
      read({ tokentx: [token(1, { tokenSymbol: ' ', tokenName: '' })] })[0]?.movements[0]?.asset.symbol,
    ).toBe('UNKNOWN');
  });
});

describe('NFTs', () => {
  const cat = token(1, { tokenID: '42', tokenSymbol: 'CAT', tokenDecimal: '' });

  it('are assets of their own, counted in pieces', () => {
    const [movement] = read({ tokennfttx: [cat] })[0]?.movements ?? [];
    expect(movement).toMatchObject({
      quantity: 1n,
      kind: 'nft',
      asset: { id: `ethereum:${TOKEN}#42`, symbol: 'CAT#42', decimals: 0 },
    });
    expect(movement?.asset.decimalsUnknown).toBeUndefined();
  });

  it.each(['Fork V3 Positions NFT-V1', 'Algebra Positions NFT-V2', 'Slipstream Position NFT v1'])(
    'are shares when their name is that of a concentrated position: %s',
    (tokenName) => {
      const [movement] = read({ tokennfttx: [{ ...cat, tokenName }] })[0]?.movements ?? [];
      expect(movement).toMatchObject({ quantity: 10n ** 18n, asset: { decimals: 18 } });
    },
  );

  it('come several at a time', () => {
    expect(moves(read({ token1155tx: [{ ...cat, tokenValue: '3' }] })[0])).toEqual(['+3 CAT#42 nft']);
  });

  it('are no amount among the fungible tokens, and no second piece', () => {
    expect(moves(read({ tokentx: [cat] })[0])).toEqual(['+1 CAT#42 nft']);
    expect(moves(read({ tokentx: [{ ...cat, tokenValue: '3' }] })[0])).toEqual(['+3 CAT#42 nft']);
    expect(moves(read({ tokentx: [cat], tokennfttx: [cat] })[0])).toEqual(['+1 CAT#42 nft']);
  });
});

describe('coins out of nowhere', () => {
  it('reads withdrawals of validators in gwei', () => {
    const [tx] = read({
      txsBeaconWithdrawal: [
        {
          withdrawalIndex: '34411832',
          validatorIndex: '1',
          address: ME,
          amount: '2567963',
          blockNumber: '19185700',
          timestamp: '1707422627',
        },
      ],
    });
    expect(tx).toMatchObject({
      hash: 'withdrawal-34411832',
      at: 1_707_422_627_000,
      block: 19_185_700,
      from: null,
      fee: null,
    });
    expect(formatUnits(tx?.movements[0]?.quantity ?? 0n, 18)).toBe('0.002567963');
    expect(tx?.movements[0]).toMatchObject({ kind: 'withdrawal', from: null, to: ME });
  });

  it('sees what a rollup mints for a deposit to oneself', () => {
    const self = parent(1, { to: ME, value: '9' });
    expect(read({ txlist: [{ ...self, gasPrice: '0' }] }, 'base')[0]?.movements[0]).toMatchObject({
      from: null,
      to: ME,
    });
    expect(read({ txlist: [self] }, 'base')[0]?.movements[0]).toMatchObject({ from: ME, to: ME });
  });
});

describe('row keys', () => {
  const keys = (list: EvmList, rows: Given[]): string[] =>
    toRawRows(list, pageSchema(list).parse(rows)).map((row) => row.key);

  it('are the same from every provider', () => {
    const etherscan = inner(1, { traceId: '0_1_1', type: 'call' });
    const { hash: transactionHash, ...rest } = etherscan;
    const blockscout = { ...rest, transactionHash, index: '7', callType: 'call', traceId: undefined };
    expect(keys('txlistinternal', [blockscout])).toEqual(keys('txlistinternal', [etherscan]));
    expect(keys('tokentx', [token(1, { methodId: 'a9059cbb', confirmations: '5' })])).toEqual(
      keys('tokentx', [token(1, { methodId: '0xa9059cbb', confirmations: '9' })]),
    );
  });

  it('tell equal transfers apart and forget re-read transactions', () => {
    expect(new Set(keys('tokentx', [token(1), token(1), token(2)])).size).toBe(3);
    expect(keys('txlist', [parent(1), parent(1)])).toHaveLength(1);
  });

  it('do not depend on what else was read', () => {
    expect(keys('tokentx', [token(2), token(1)]).sort()).toEqual(
      keys('tokentx', [token(1), token(2)]).sort(),
    );
  });
});

describe('the schema', () => {
  const refuses = (list: EvmList, row: Given): boolean => !pageSchema(list).safeParse([row]).success;

  it.each([
    ['a hash that is none', 'txlist', parent(1, { hash: '0x12' })],
    ['no hash at all', 'txlistinternal', { ...inner(1), hash: undefined }],
    ['an address that is none', 'txlist', parent(1, { from: 'vitalik.eth' })],
    ['a negative amount', 'tokentx', token(1, { value: '-1' })],
    ['an amount with a fraction', 'tokentx', token(1, { value: '1.5' })],
    ['a token without a contract', 'tokentx', token(1, { contractAddress: '' })],
    ['an NFT without an id', 'tokennfttx', token(1)],
    ['text for a block', 'txlist', parent(1, { blockNumber: 'pending' })],
  ] as const)('refuses %s', (_, list, row) => expect(refuses(list, row)).toBe(true));

  it('takes numbers and nulls for what they mean', () => {
    const [row] = pageSchema('txlist').parse([
      parent(1, { blockNumber: 7, to: null, value: 9, methodId: null }),
    ]);
    expect(row).toMatchObject({ blockNumber: '7', to: '', value: '9', methodId: '' });
  });
});
