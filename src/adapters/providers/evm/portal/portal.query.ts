export const TRANSFER = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';
export const TRANSFER_SINGLE = '0xc3d58168c5ae7397731d063d5bbf3d657854427343f4c083240f7aacaa2d0f62';
export const TRANSFER_BATCH = '0x4a39dc06d4c0dbc64b70af90fd698a233a518aa5d07e595d983b8c0526c8f7fb';

export interface PortalQuery {
  /** In lower case. */
  wallet: string;
  from: number;
  to: number;
  hasTraces: boolean;
  hasDiffs: boolean;
  /** Fields of transactions that the range does not have. */
  without: ReadonlySet<string>;
}

const picked = (...names: string[]) => Object.fromEntries(names.map((name) => [name, true]));

/** `logsBloom` and `accessList` are never asked for: old blocks of some chains refuse them. */
const TRANSACTION = [
  'transactionIndex',
  ...['hash', 'from', 'to', 'value', 'input', 'type', 'status', 'contractAddress'],
  ...['gasUsed', 'gasPrice', 'effectiveGasPrice', 'l1Fee'],
];

/** Everything of one wallet in a range of blocks. Inner calls come with their callers, which may have failed. */
export function walletQuery({ wallet, from, to, hasTraces, hasDiffs, without }: PortalQuery): unknown {
  const padded = `0x${wallet.slice(2).padStart(64, '0')}`;
  const single = [TRANSFER_SINGLE, TRANSFER_BATCH];
  const inner = { transaction: true, parents: true };
  return {
    type: 'evm',
    fromBlock: from,
    toBlock: to,
    fields: {
      block: picked('number', 'timestamp'),
      transaction: picked(...TRANSACTION.filter((name) => !without.has(name))),
      log: picked('address', 'topics', 'data', 'logIndex', 'transactionIndex', 'transactionHash'),
      ...(hasTraces && {
        trace: picked(
          ...['transactionIndex', 'traceAddress', 'type', 'error', 'callFrom', 'callTo', 'callValue'],
          ...['callCallType', 'createFrom', 'createValue', 'createResultAddress'],
          ...['suicideAddress', 'suicideRefundAddress', 'suicideBalance'],
        ),
      }),
      ...(hasDiffs && { stateDiff: picked('transactionIndex', 'address', 'key', 'kind', 'prev', 'next') }),
    },
    transactions: [{ from: [wallet] }, { to: [wallet] }],
    logs: [
      { topic0: [TRANSFER], topic1: [padded], transaction: true },
      { topic0: [TRANSFER], topic2: [padded], transaction: true },
      { topic0: single, topic2: [padded], transaction: true },
      { topic0: single, topic3: [padded], transaction: true },
    ],
    ...(hasTraces && {
      traces: [
        { type: ['call'], callTo: [wallet], ...inner },
        { type: ['call'], callFrom: [wallet], ...inner },
        { type: ['create'], createFrom: [wallet], ...inner },
        { type: ['suicide'], suicideRefundAddress: [wallet], ...inner },
      ],
    }),
    ...(hasDiffs && { stateDiffs: [{ address: [wallet], key: ['balance'], transaction: true }] }),
  };
}
