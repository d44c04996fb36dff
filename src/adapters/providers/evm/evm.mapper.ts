import { isDeepStrictEqual } from 'node:util';
import { nativeAsset, type Asset } from '../../../domain/kernel/asset';
import { CHAINS, type Chain, type ChainName, isNativeAlias } from '../../../domain/kernel/chain';
import { finished, mapSliced, type Sliced } from '../../../domain/kernel/slices';
import { isGenesis, shownHash } from '../../../domain/kernel/transaction-hash';
import type { ChainTransaction, Movement } from '../../../domain/chain/facts/chain-transaction';
import { toUnits } from '../../../domain/kernel/units';
import type { RawRow } from '../../../ports/upstream/history-source';
import { AssetLots } from './evm.assets';
import { isDelegated, memoOf, selectorOfInput } from './evm.calls';
import { callsOf, isOfModule, operationsOf, withOperationFee } from './evm.operations';
import { lacksDataFee } from './details/evm.data-fees';
import { decreasesOfRow } from './details/evm.positions';
import { EVM_LISTS, type EvmRows } from './evm.schema';
import { withWraps } from './evm.wraps';

export { toRawRows } from './evm.rows';

const facts = (chain: ChainName): Chain => CHAINS[chain];
const GWEI = 1_000_000_000n;

const ROWS_AT_ONCE = 2_000;

interface Group {
  hash: string;
  block: number;
  isInOneBlock: boolean;
  parent: EvmRows['txlist'] | null;
  internals: EvmRows['txlistinternal'][];
  tokens: EvmRows['tokentx'][];
  nfts: EvmRows['tokennfttx'][];
  multiTokens: EvmRows['token1155tx'][];
  withdrawals: EvmRows['txsBeaconWithdrawal'][];
}

/**
 * Stored rows of one wallet on one chain -> facts, one entry per hash, ordered by time, block, transaction index,
 * first seen.
 * @param wallet in lower case
 * @source providers.md 2.1 to 2.7c, 2.10
 */
export const interpretEvm = (chain: ChainName, wallet: string, rows: readonly RawRow[]): ChainTransaction[] =>
  finished(interpretingEvm(chain, wallet, rows));

export function* interpretingEvm(
  chain: ChainName,
  wallet: string,
  rows: readonly RawRow[],
): Sliced<ChainTransaction[]> {
  const listed = yield* listing(rows);
  const assets = yield* AssetLots.learning(chain, listed);
  const groups = yield* groupingByHash(listed);
  const transactions = yield* readingGroups({ chain, wallet, assets, texts: new Texts() }, groups);
  yield;
  return yield* placed(transactions, groups, assets);
}

/**
 * Continues a known result. `rows` start at a block; earlier rows are unchanged.
 * @param known result of `interpretingEvm` or of this function; unchanged transactions are reused
 * @returns null when a new row can change how an older one is read
 */
export function* interpretingEvmOn(
  chain: ChainName,
  wallet: string,
  known: readonly ChainTransaction[],
  fromBlock: number,
  rows: readonly RawRow[],
): Sliced<ChainTransaction[] | null> {
  const continuation = CONTINUATIONS.get(known);
  if (!continuation) return null;
  const listed = yield* listing(rows);
  const assets = yield* continuation.assets.continuing(listed, fromBlock);
  if (assets === null) return null;
  const groups = yield* groupingByHash(listed);
  const { hashes } = continuation;
  let end = known.length;
  const before = new Map<string, ChainTransaction>();
  // Older transactions are skipped: comparing them takes most of the time for a long history.
  for (let one = known.at(-1); one && (one.block ?? 0) >= fromBlock; one = known[end - 1]) {
    before.set(one.hash, one);
    if (--end % ROWS_AT_ONCE === 0) yield;
  }
  if (groups.some(({ hash }) => hashes.has(hash) && !before.has(hash))) return null;
  yield;
  const added = yield* readingGroups({ chain, wallet, assets, texts: new Texts() }, groups);
  yield;
  const isAsBefore = (one: ChainTransaction): boolean => isDeepStrictEqual(before.get(one.hash), one);
  const read = yield* mapSliced(added, (one) => (isAsBefore(one) ? (before.get(one.hash) ?? one) : one));
  yield;
  for (const { hash } of read) hashes.add(hash);
  return after(known.slice(0, end), read, groups, { assets, hashes });
}

interface Continuation {
  assets: AssetLots;
  /** Of all transactions, including those that a reorganisation has removed. */
  hashes: Set<string>;
}

/** Of histories whose blocks ascend, and whose transactions each have all rows in one block. */
const CONTINUATIONS = new WeakMap<readonly ChainTransaction[], Continuation>();

export const canGoOn = (known: readonly ChainTransaction[]): boolean => CONTINUATIONS.has(known);

const readingGroups = (reading: Reading, groups: readonly Group[]): Sliced<ChainTransaction[]> =>
  mapSliced(groups, (group) => toTransaction(reading, group));

const oldestFirst = (a: ChainTransaction, b: ChainTransaction): number =>
  a.at - b.at || (a.block ?? 0) - (b.block ?? 0) || a.txIndex - b.txIndex;

function after(
  kept: ChainTransaction[],
  read: ChainTransaction[],
  groups: readonly Group[],
  continuation: Continuation,
): ChainTransaction[] {
  read.sort(oldestFirst);
  const [last, first] = [kept.at(-1), read[0]];
  const all = kept.concat(read);
  const isInOrder = !last || !first || oldestFirst(last, first) <= 0;
  if (!isInOrder) all.sort(oldestFirst);
  if (areInOneBlock(groups) && doBlocksAscend(isInOrder ? read : all)) CONTINUATIONS.set(all, continuation);
  return all;
}

function* placed(
  transactions: ChainTransaction[],
  groups: readonly Group[],
  assets: AssetLots,
): Sliced<ChainTransaction[]> {
  // Array sort is stable: equal entries keep their order.
  transactions.sort(oldestFirst);
  if (!areInOneBlock(groups) || !doBlocksAscend(transactions)) return transactions;
  yield;
  const hashes = new Set<string>();
  for (const { hash } of transactions) if (hashes.add(hash).size % ROWS_AT_ONCE === 0) yield;
  CONTINUATIONS.set(transactions, { assets, hashes });
  return transactions;
}

const areInOneBlock = (groups: readonly Group[]): boolean => groups.every(({ isInOneBlock }) => isInOneBlock);

const doBlocksAscend = (transactions: readonly ChainTransaction[]): boolean =>
  transactions.every(
    ({ block }, i) => block !== null && block >= (transactions[i - 1]?.block ?? Number.NEGATIVE_INFINITY),
  );

/** The order of a read from scratch. Lists that are read in parts arrive in any order. */
function* listing(rows: readonly RawRow[]): Sliced<RawRow[]> {
  const lists = new Map<string, RawRow[]>(EVM_LISTS.map((list) => [list, []]));
  for (const [index, row] of rows.entries()) {
    if (index % ROWS_AT_ONCE === 0) yield;
    lists.get(row.list)?.push(row);
  }
  return [...lists.values()].flat();
}

interface Reading {
  chain: ChainName;
  wallet: string;
  assets: AssetLots;
  texts: Texts;
}

/** Keeps one copy of each address and name, which rows repeat. */
class Texts {
  private readonly known = new Map<string, string>();

  of(text: string | null | undefined): string | null {
    if (!text) return null;
    const known = this.known.get(text);
    if (known === undefined) this.known.set(text, text);
    return known ?? text;
  }
}

function* groupingByHash(rows: readonly RawRow[]): Sliced<Group[]> {
  const groups = new Map<string, Group>();
  for (const [index, { list, block, body }] of rows.entries()) {
    if (index % ROWS_AT_ONCE === 0) yield;
    const group = groupOf(groups, hashOf(list, body), block);
    if (group.block !== block) group.isInOneBlock = false;
    if (list === 'txlist') group.parent ??= body as EvmRows['txlist'];
    else if (list === 'txlistinternal') group.internals.push(body as EvmRows['txlistinternal']);
    else if (list === 'tokentx') group.tokens.push(body as EvmRows['tokentx']);
    else if (list === 'tokennfttx') group.nfts.push(body as EvmRows['tokennfttx']);
    else if (list === 'token1155tx') group.multiTokens.push(body as EvmRows['token1155tx']);
    else if (list === 'txsBeaconWithdrawal') group.withdrawals.push(body as EvmRows['txsBeaconWithdrawal']);
  }
  return [...groups.values()];
}

/** Beacon chain withdrawals are no transactions: their index replaces the hash. */
const hashOf = (list: string, body: RawRow['body']): string =>
  list === 'txsBeaconWithdrawal'
    ? `withdrawal-${String(body.withdrawalIndex)}`
    : shownHash(String(body.hash));

function groupOf(groups: Map<string, Group>, hash: string, block: number): Group {
  let group = groups.get(hash);
  if (!group) {
    group = {
      hash,
      block,
      isInOneBlock: true,
      parent: null,
      internals: [],
      tokens: [],
      nfts: [],
      multiTokens: [],
      withdrawals: [],
    };
    groups.set(hash, group);
  }
  return group;
}

function toTransaction(reading: Reading, group: Group): ChainTransaction {
  const { chain, wallet, texts } = reading;
  const { parent } = group;
  const named = [...group.tokens, ...group.nfts, ...group.multiTokens];
  const first = parent ?? named[0] ?? group.internals[0] ?? group.withdrawals[0];
  const methods = parent ?? named.find((row) => row.methodId || row.functionName);
  const succeeded = !parent || hasSucceeded(parent);
  const calls = parent ? callsOf(parent, wallet) : [];
  const operations = parent ? operationsOf(parent, wallet) : null;
  const decreases = parent ? decreasesOfRow(parent) : [];
  const transaction: ChainTransaction = {
    chain,
    hash: group.hash,
    wallet,
    at: Number(first?.timeStamp ?? 0) * 1000,
    block: first ? blockOf(group.hash, first) : null,
    txIndex: Number((parent ?? named[0])?.transactionIndex || 0),
    from: texts.of(parent?.from),
    to: texts.of(parent?.to || parent?.contractAddress),
    succeeded,
    method: {
      id: texts.of(methods?.methodId || selectorOfInput(parent?.input ?? '')),
      name: texts.of(methods?.functionName),
    },
    fee: parent ? feeOf(chain, wallet, parent) : null,
    movements: succeeded ? movementsOf(reading, group) : [],
    flags: parent && lacksDataFee(chain, wallet, parent) ? ['data_fee_unknown'] : [],
  };
  if (calls.length > 0) transaction.calls = calls;
  if (operations || (parent && isOfModule(parent, transaction))) transaction.isOperation = true;
  const memo = parent ? memoOf(parent.input) : null;
  if (memo !== null) transaction.memo = memo;
  if (decreases.length > 0) transaction.decreases = decreases;
  return withOperationFee(transaction, operations);
}

/** Some exports state no block. Only genesis balances are in block 0. */
const blockOf = (hash: string, { blockNumber }: { blockNumber: string }): number | null =>
  Number(blockNumber) || (isGenesis(hash) ? 0 : null);

/** `isError` counts only before Byzantium, when receipts had no status: an inner call can fail alone. */
const hasSucceeded = (row: EvmRows['txlist']): boolean =>
  row.txreceipt_status === '' ? row.isError !== '1' : row.txreceipt_status !== '0';

/** Only the sender of the outer transaction pays, once. Token and internal rows repeat its gas. */
function feeOf(chain: ChainName, wallet: string, row: EvmRows['txlist']): ChainTransaction['fee'] {
  if (row.from !== wallet) return null;
  const quantity = BigInt(row.gasUsed || 0) * BigInt(row.gasPrice || 0) + BigInt(row.l1Fee || 0);
  return quantity === 0n ? null : { asset: nativeAsset(chain), quantity };
}

type Draft = Omit<Movement, 'logIndex'>;

function movementsOf({ chain, wallet, assets, texts }: Reading, group: Group): Movement[] {
  const native = nativeAsset(chain);
  const isOwn = (d: Draft): boolean => d.quantity > 0n && (d.from === wallet || d.to === wallet);
  const natives = nativeDrafts(native, chain, group).filter(isOwn);
  const tokens = [...tokenDrafts(chain, group, assets), ...nftDrafts(group, assets)].filter(isOwn);
  const own = [...natives, ...aliasedOnly(native, chain, group, natives).filter(isOwn), ...tokens];
  const { wrapped, logsWraps = false } = facts(chain);
  const whole = wrapped
    ? withWraps({ native, wrapped: assets.token(wrapped), wallet, parent: group.parent, logsWraps }, own)
    : own;
  return whole.map(({ asset, kind, from, to, quantity }, logIndex) => ({
    asset,
    kind,
    quantity,
    from: texts.of(from),
    to: texts.of(to),
    logIndex,
  }));
}

function nativeDrafts(native: Asset, chain: ChainName, { parent, internals, withdrawals }: Group): Draft[] {
  const drafts: Draft[] = [];
  const add = (kind: Draft['kind'], from: string | null, to: string | null, quantity: bigint) =>
    drafts.push({ asset: native, kind, from, to, quantity });
  if (parent)
    add(
      'native',
      isRollupDeposit(chain, parent) ? null : parent.from || null,
      parent.to || parent.contractAddress || null,
      BigInt(parent.value),
    );
  for (const row of internals)
    if (row.isError !== '1' && !isDelegated(row.type))
      add('internal', row.from || null, row.to || row.contractAddress || null, BigInt(row.value));
  for (const row of withdrawals) add('withdrawal', null, row.address, BigInt(row.amount) * GWEI);
  return drafts;
}

/** Deposits to oneself from L1 are minted here: listed as a payment of the wallet to itself, without gas. */
const isRollupDeposit = (chain: ChainName, row: EvmRows['txlist']): boolean =>
  facts(chain).isRollup === true && row.from === row.to && BigInt(row.gasPrice || 0) === 0n;

function tokenDrafts(chain: ChainName, { tokens }: Group, assets: AssetLots): Draft[] {
  return tokens
    .filter((row) => !row.tokenID && !isNativeAlias(chain, row.contractAddress))
    .map((row) => ({
      asset: assets.token(row.contractAddress),
      kind: 'token',
      from: row.from || null,
      to: row.to || null,
      quantity: BigInt(row.value),
    }));
}

/**
 * Native movements that only a row of a native alias shows: no native row lists that quantity in that direction. Other
 * alias rows would count twice.
 * @source coverage.md 2.4
 */
function aliasedOnly(native: Asset, chain: ChainName, { tokens }: Group, listed: readonly Draft[]): Draft[] {
  const { gasAccount = '' } = facts(chain);
  const aliased = tokens
    .filter((row) => isNativeAlias(chain, row.contractAddress) && ![row.from, row.to].includes(gasAccount))
    .map((row): Draft => {
      const ends = { from: row.from || null, to: row.to || null };
      return { asset: native, kind: 'internal', ...ends, quantity: BigInt(row.value) };
    });
  const left = [...listed];
  const unlisted = (drafts: readonly Draft[], isSame: (a: Draft, b: Draft) => boolean): Draft[] =>
    drafts.filter((draft) => {
      const at = left.findIndex((one) => one.quantity === draft.quantity && isSame(one, draft));
      if (at >= 0) left.splice(at, 1);
      return at < 0;
    });
  // Explorers name other ends for some calls: the same ends first.
  const others = unlisted(aliased, (a, b) => a.from === b.from && a.to === b.to);
  return unlisted(others, (a, b) => a.from === b.from || a.to === b.to);
}

function nftDrafts({ tokens, nfts, multiTokens }: Group, assets: AssetLots): Draft[] {
  type NftRow = EvmRows['tokennfttx'];
  const place = (row: NftRow): string => [row.contractAddress, row.tokenID, row.from, row.to].join('|');
  const listed = new Set([...nfts, ...multiTokens].map(place));
  const stray = tokens.filter((row) => row.tokenID && !listed.has(place(row)));
  const draft = (row: NftRow, pieces: bigint): Draft => {
    const asset = assets.nft(row.contractAddress, row.tokenID);
    return {
      asset,
      kind: 'nft',
      from: row.from || null,
      to: row.to || null,
      quantity: toUnits(String(pieces), asset.decimals),
    };
  };
  return [
    ...nfts.map((row) => draft(row, 1n)),
    ...stray.map((row) => draft(row, BigInt(row.tokenValue || 1))),
    ...multiTokens.map((row) => draft(row, BigInt(row.tokenValue))),
  ];
}
