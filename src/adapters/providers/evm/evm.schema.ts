import { z } from 'zod';
import { isGenesis } from '../../../domain/kernel/transaction-hash';
import { BLOCK_SECONDS } from '../../upstream/block-time';
import { readLength } from './evm.calls';

/**
 * Rows of account lists of three upstreams: Etherscan V2, Blockscout (`transactionHash`, `index`, `callType`, bare
 * `methodId`) and Routescan. Parsing gives one shape: Etherscan's names, string values, lower-case addresses and
 * hashes (except genesis names), texts that the database can store.
 * @source providers.md 1.1, 5
 */
export const EVM_LISTS = [
  'txlist',
  'txlistinternal',
  'tokentx',
  'tokennfttx',
  'token1155tx',
  'txsBeaconWithdrawal',
] as const;
export type EvmList = (typeof EVM_LISTS)[number];

/** Hostile names have thousands of characters. The limits lose no useful information. */
const MAX_NAME = 256;
const MAX_SYMBOL = 96;

/** Postgres cannot store NUL and lone surrogates as JSON. */
const PLAIN = /^[\x20-\x7e]*$/;
const storable = (value: string, max: number): string =>
  value.length <= max && PLAIN.test(value) ? value : cleaned(value, max);
const cleaned = (value: string, max: number): string =>
  Array.from(value.slice(0, 2 * max))
    .slice(0, max)
    .join('')
    .replaceAll('\u0000', '')
    .replace(/\p{Surrogate}/gu, '\uFFFD');

/** Null and absent become empty, numbers become text. One step per field, because a long history has millions. */
const field = (pattern: RegExp | null, finish: (value: string) => string = (value) => value) =>
  z.transform((value: unknown, context): string => {
    const read =
      value === undefined || value === null
        ? ''
        : typeof value === 'number' || typeof value === 'bigint'
          ? String(value)
          : value;
    if (typeof read === 'string' && (pattern === null || pattern.test(read))) return finish(read);
    context.issues.push({ code: 'custom', input: value, message: `Expected text like ${String(pattern)}` });
    return '';
  });
const lower = (value: string): string => value.toLowerCase();

const text = field(null);
/** Call data is cut, except for batches and smart accounts: the rules read the calls inside. */
const callData = field(null, (value) => storable(value, readLength(value)));
const bounded = (max: number) => field(null, (value) => storable(value, max));

/** Genesis balances are listed as transactions without a sender: `GENESIS_<address>`. */
const hash = field(/^(0x[0-9a-fA-F]{64}|GENESIS_[0-9a-zA-Z]{1,64})$/, (value) =>
  isGenesis(value) ? value : value.toLowerCase(),
);
/** Empty when absent: the target of a creation, the contract of a plain transfer. */
const address = field(/^(0x[0-9a-fA-F]{40}|GENESIS)?$/, (value) =>
  value === 'GENESIS' ? '' : value.toLowerCase(),
);
const contract = field(/^0x[0-9a-fA-F]{40}$/, lower);
const integer = field(/^\d{1,78}$/);
const block = field(/^\d{1,15}$/);
const seconds = field(BLOCK_SECONDS);
const integerOrNone = field(/^\d{0,78}$/);
const zeroIfNone = field(/^\d{0,78}$/, (value) => value || '0');
/** L1 data fee of OP-stack chains, decimal or hex. */
const quantityOrNone = field(/^(\d{0,78}|0x[0-9a-fA-F]{1,64})$/, (value) =>
  value.startsWith('0x') ? BigInt(value).toString() : value,
);
/** Empty for a value that is not a selector, for example of a plain payment. */
const methodId = field(null, (value) => {
  const [, bare] = /^(?:0x)?([0-9a-fA-F]{8})$/.exec(value) ?? [];
  return bare ? `0x${bare.toLowerCase()}` : '';
});

const base = {
  blockNumber: block,
  timeStamp: seconds,
  from: address,
  to: address,
};

const transaction = z.object({
  ...base,
  hash,
  transactionIndex: integerOrNone,
  value: zeroIfNone,
  gasPrice: integerOrNone,
  gasUsed: integerOrNone,
  l1Fee: quantityOrNone,
  isError: text,
  txreceipt_status: text,
  input: callData,
  contractAddress: address,
  methodId,
  functionName: bounded(MAX_NAME),
});

const internal = z.object({
  ...base,
  hash,
  value: zeroIfNone,
  contractAddress: address,
  type: bounded(MAX_SYMBOL),
  isError: text,
});

const token = z.object({
  ...base,
  hash,
  transactionIndex: integerOrNone,
  value: zeroIfNone,
  contractAddress: contract,
  tokenName: bounded(MAX_NAME),
  tokenSymbol: bounded(MAX_SYMBOL),
  tokenDecimal: bounded(MAX_SYMBOL),
  /** Some instances list NFTs among fungible tokens. The token id identifies them. */
  tokenID: integerOrNone,
  tokenValue: integerOrNone,
  methodId,
  functionName: bounded(MAX_NAME),
});

const nft = token.extend({ tokenID: integer });
const multiToken = token.extend({ tokenID: integer, tokenValue: zeroIfNone });

const withdrawal = z.object({
  withdrawalIndex: integer,
  validatorIndex: integerOrNone,
  address,
  /** Gwei. */
  amount: zeroIfNone,
  blockNumber: block,
  timeStamp: seconds,
});

/** Used when Etherscan's name is absent. */
const ALIASES = {
  transactionHash: 'hash',
  timestamp: 'timeStamp',
  tokenId: 'tokenID',
  L1FeesPaid: 'l1Fee',
  l1FeesPaid: 'l1Fee',
  l1_fee: 'l1Fee',
} as const;

const NAMES = Object.entries(ALIASES);

/** Blockscout's `type` is `call` also for a delegatecall. These fields decide whether the value moved. */
const CALL_TYPES = ['callType', 'call_type'];

function renamed(row: unknown): unknown {
  if (typeof row !== 'object' || row === null) return row;
  const given = row as Record<string, unknown>;
  let unified: Record<string, unknown> | null = null;
  for (const [alias, name] of NAMES) {
    if (given[alias] === undefined || (given[name] !== undefined && given[name] !== '')) continue;
    unified ??= { ...given };
    unified[name] = given[alias];
  }
  for (const alias of CALL_TYPES) if (given[alias]) (unified ??= { ...given }).type = given[alias];
  return unified ?? row;
}

const SCHEMAS = {
  txlist: transaction,
  txlistinternal: internal,
  tokentx: token,
  tokennfttx: nft,
  token1155tx: multiToken,
  txsBeaconWithdrawal: withdrawal,
} as const satisfies Record<EvmList, z.ZodType>;

export type EvmRows = { [L in EvmList]: z.infer<(typeof SCHEMAS)[L]> };
export type EvmRow = EvmRows[EvmList];

/** Internal rows fetched by transaction hash have no hash: add it before parsing. */
export const rowSchema = <L extends EvmList>(list: L): z.ZodType<EvmRows[L]> =>
  z.preprocess(renamed, SCHEMAS[list]) as unknown as z.ZodType<EvmRows[L]>;

export const pageSchema = <L extends EvmList>(list: L): z.ZodType<EvmRows[L][]> => z.array(rowSchema(list));
