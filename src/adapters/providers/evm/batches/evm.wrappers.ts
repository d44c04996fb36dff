import { selectorOf } from '../../../../domain/kernel/hash';

/**
 * Call data of functions that run other calls. Positions count words (32 bytes) after the selector.
 * - `data` points to the inner call data, and `to` is its target.
 * - `list` points to an array of call data, `targets` to an array of its targets.
 * - `tuples` points to an array of calls with their target at word `to` and their call data at word `at`. `inside`
 *   points to a tuple that contains the array.
 * - `packed` points to calls without padding.
 * - `mode` states whether the call data is one call or a batch, `modes` for each of a list.
 * - `account` is the account that makes the calls, `ofAccount` an account that is not named.
 */
export interface Wrapper {
  data?: number;
  to?: number;
  list?: number;
  targets?: number;
  tuples?: number;
  inside?: number;
  at?: number;
  packed?: number;
  mode?: number;
  modes?: number;
  account?: number;
  ofAccount?: true;
}

const CALL = { to: 0, data: 2 } as const;
const OF_MODULE = { ...CALL, ofAccount: true } as const;

/** WRAPPERS: by signature. @source contracts as published by each account, bundler and market */
const WRAPPERS: Readonly<Record<string, Wrapper>> = {
  // Safe and its modules
  'execTransaction(address,uint256,bytes,uint8,uint256,uint256,uint256,address,address,bytes)': CALL,
  'execTransactionFromModule(address,uint256,bytes,uint8)': CALL,
  'execTransactionFromModuleReturnData(address,uint256,bytes,uint8)': CALL,
  'execTransactionWithRole(address,uint256,bytes,uint8,bytes32,bool)': OF_MODULE,
  'execTransactionWithRole(address,uint256,bytes,uint8,uint16,bool)': OF_MODULE,
  'executeNextTx(address,uint256,bytes,uint8)': OF_MODULE,
  'executeUserOp(address,uint256,bytes,uint8)': CALL,
  'executeUserOpWithErrorString(address,uint256,bytes,uint8)': CALL,
  'multiSend(bytes)': { packed: 0 },
  // Accounts of ERC-4337, ERC-6551, ERC-7579, ERC-7821 and EIP-7702
  'execute(address,uint256,bytes)': CALL,
  'execute(address,uint256,bytes,uint8)': CALL,
  'executeAndRevert(address,uint256,bytes,uint8)': CALL,
  'executeCall(address,uint256,bytes)': CALL,
  'execute_ncC(address,uint256,bytes)': CALL,
  'executeBatch_y6U(address[],uint256[],bytes[])': { targets: 0, list: 2 },
  'executeBatchCall(address[],uint256[],bytes[])': { targets: 0, list: 2 },
  'execute(bytes32,bytes)': { mode: 0, data: 1 },
  'executeFromExecutor(bytes32,bytes)': { mode: 0, data: 1 },
  'executeBatch(address[],bytes[])': { targets: 0, list: 1 },
  'executeBatch(address[],uint256[],bytes[])': { targets: 0, list: 2 },
  'executeBatch((address,uint256,bytes)[])': { tuples: 0, at: 2 },
  'execute((address,uint256,bytes)[])': { tuples: 0, at: 2 },
  'execute((bytes,address,uint256)[])': { tuples: 0, to: 1, at: 0 },
  'execute(((address,uint256,bytes)[],bool))': { tuples: 0, inside: 0, at: 2 },
  'executeWithoutChainIdValidation(bytes[])': { list: 0 },
  'redeemDelegations(bytes[],bytes32[],bytes[])': { modes: 1, list: 2, ofAccount: true },
  // Ambire, Argent, Sequence
  'execute((address,uint256,bytes)[],bytes)': { tuples: 0, at: 2 },
  'executeBySender((address,uint256,bytes)[])': { tuples: 0, at: 2 },
  'multiCall(address,(address,uint256,bytes)[])': { tuples: 1, at: 2, account: 0 },
  'execute(address,bytes,uint256,bytes,uint256,uint256,address,address)': { data: 1, account: 0 },
  'execute((bool,bool,uint256,address,uint256,bytes)[],uint256,bytes)': { tuples: 0, to: 3, at: 5 },
  'selfExecute((bool,bool,uint256,address,uint256,bytes)[])': { tuples: 0, to: 3, at: 5 },
  // Proxies of Maker, Summer.fi and Instadapp
  'execute(address,bytes)': { to: 0, data: 1 },
  'cast(string[],bytes[],address)': { list: 1 },
  'cast(address[],bytes[],address)': { targets: 0, list: 1 },
  'executeMetaTransaction(address,bytes,bytes32,bytes32,uint8)': { data: 1 },
  // Contracts that run several calls for whoever calls them
  'multicall(bytes[])': { list: 0 },
  'multicall(uint256,bytes[])': { list: 1 },
  'multicall(bytes32,bytes[])': { list: 1 },
  'multicall((address,bytes,uint256,bool,bytes32)[])': { tuples: 0 },
  'multicall((address,bytes)[])': { tuples: 0 },
  'multicall(address,(address,bytes)[])': { tuples: 1 },
  'openCreditAccount(address,(address,bytes)[],uint256)': { tuples: 1 },
  'closeCreditAccount(address,(address,bytes)[])': { tuples: 1 },
  'batch((address,address,uint256,bytes)[])': { tuples: 0, at: 3 },
  'call(address,address,uint256,bytes)': { to: 0, data: 3 },
  'aggregate((address,bytes)[])': { tuples: 0 },
  'tryAggregate(bool,(address,bytes)[])': { tuples: 1 },
  'aggregate3((address,bool,bytes)[])': { tuples: 0, at: 2 },
  'aggregate3Value((address,bool,uint256,bytes)[])': { tuples: 0, at: 3 },
};

const BY_SELECTOR: ReadonlyMap<string, Wrapper> = new Map(
  Object.entries(WRAPPERS).map(([signature, wrapper]) => [selectorOf(signature), wrapper]),
);

export const wrapperOf = (input: string): Wrapper | undefined =>
  BY_SELECTOR.get(input.slice(0, 10).toLowerCase());
