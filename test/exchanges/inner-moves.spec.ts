import { fileBooks, HEADERS } from './told-books';

const bought = '2023-01-01T00:00:00Z,trade,ETH,2,USD,2000,a,,';

describe('units that leave and come back at once', () => {
  it.each([
    [
      'under another label, as a send and a receipt of Coinbase',
      'coinbase',
      [
        HEADERS.coinbase,
        'a,2022-03-01 10:00:00 UTC,Buy,ETH,1,USD,$2000,$2000,$2000,$0,Bought 1 ETH for 2000 USD',
        'b,2025-01-07 19:26:56 UTC,Send,ETH2,-1,USD,$3300,-$3300,-$3300,$0,Sent 1 ETH2',
        'c,2025-01-07 19:26:56 UTC,Receive,ETH,1,USD,$3300,$3300,$3300,$0,Received 1 ETH',
      ],
      ['1 ETH for 2000.00'],
    ],
    [
      'as rows of Kraken Earn without a subtype',
      'kraken',
      [
        HEADERS.kraken,
        'L1,R1,2024-01-01 00:00:00,trade,,currency,SOL,spot / main,10,0,10',
        'L2,R1,2024-01-01 00:00:00,trade,,currency,ZUSD,spot / main,-1000,0,0',
        'L3,R2,2024-02-01 00:00:00,earn,,currency,SOL,spot / main,-10,0,0',
        'L4,R3,2024-02-01 00:00:02,earn,,currency,SOL.F,earn / flexible,10,0,10',
      ],
      ['10 SOL for 1000.00'],
    ],
    [
      'to the label of staked units at Kraken, hours apart',
      'kraken',
      [
        HEADERS.kraken,
        'L1,R1,2021-01-01 00:00:00,trade,,currency,DOT,spot / main,10,0,10',
        'L2,R1,2021-01-01 00:00:00,trade,,currency,ZUSD,spot / main,-50,0,0',
        'L3,R2,2021-02-01 00:00:00,transfer,spottostaking,currency,DOT,spot / main,-10,0,0',
        'L4,R3,2021-02-01 09:00:00,deposit,,currency,DOT.S,spot / main,10,0,10',
        'L5,R4,2021-03-01 00:00:00,withdrawal,,currency,DOT.S,spot / main,-10,0,0',
        'L6,R5,2021-03-01 07:00:00,transfer,spotfromstaking,currency,DOT,spot / main,10,0,10',
      ],
      ['10 DOT for 50.00'],
    ],
    [
      'as an operation of Binance that nobody knows, between two of its accounts',
      'binance',
      [
        HEADERS.binance,
        '1,2024-01-01 00:00:00,Spot,Buy,SOL,10,',
        '1,2024-01-01 00:00:00,Spot,Transaction Related,USDT,-1000,',
        '1,2024-02-01 00:00:00,Spot,Comet Vault Entry,SOL,-10,',
        '1,2024-02-01 00:00:01,Earn,Comet Vault Entry,LDSOL,10,',
      ],
      ['10 SOL for 0.00'],
    ],
    [
      'as a deposit and a withdrawal of a generic file',
      'other',
      [
        HEADERS.other,
        bought,
        '2023-02-01T00:00:00Z,withdrawal,ETH,1,,,b,,',
        '2023-02-01T00:00:05Z,deposit,ETH,1,,,c,,',
      ],
      ['2 ETH for 2000.00'],
    ],
  ] as const)('did nothing: %s', (_, exchange, lines, held) => {
    const books = fileBooks(exchange, lines);
    expect(books.held).toEqual(held);
    expect(books.transactions.filter(({ type }) => !/buy|swap/.test(type))).toEqual([]);
    expect([books.unknown, books.income]).toEqual([[], []]);
  });

  it.each([
    ['a minute apart', ['00:00:00Z,withdrawal,ETH,1,,,b,,', '00:01:00Z,deposit,ETH,1,,,c,,']],
    [
      'of which one went to an address',
      [
        '00:00:00Z,withdrawal,ETH,1,,,b,0x00000000000000000000000000000000000000b2,',
        '00:00:01Z,deposit,ETH,1,,,c,,',
      ],
    ],
    ['of another amount', ['00:00:00Z,withdrawal,ETH,1,,,b,,', '00:00:01Z,deposit,ETH,0.999,,,c,,']],
    ['in one direction', ['00:00:00Z,withdrawal,ETH,1,,,b,,', '00:00:01Z,withdrawal,ETH,1,,,c,,']],
    ['of which one is a reward', ['00:00:00Z,withdrawal,ETH,1,,,b,,', '00:00:01Z,reward,ETH,1,,,c,,10']],
  ])('is what its rows say: two rows %s', (_, lines) => {
    const { transactions } = fileBooks('other', [
      HEADERS.other,
      bought,
      ...lines.map((line) => `2023-02-01T${line}`),
    ]);
    expect(transactions).toHaveLength(3);
  });

  it('leaves a reward that is staked at once', () => {
    const { income } = fileBooks('kraken', [
      HEADERS.kraken,
      'L1,R1,2024-02-01 00:00:00,earn,reward,currency,SOL,spot / main,0.1,0,0.1',
      'L2,R2,2024-02-01 00:00:00,earn,autoallocation,currency,SOL,spot / main,-0.1,0,0',
      'L3,R2,2024-02-01 00:00:00,earn,autoallocation,currency,SOL.F,earn / flexible,0.1,0,0.1',
    ]);
    expect(income).toEqual(['2024-02-01 staking_reward 0.1 SOL missing ']);
  });
});
