import type { Asset } from '../../kernel/asset';
import { SLICE, type Sliced } from '../../kernel/slices';
import { pow10 } from '../../kernel/units';
import { isListedAsset, isListedSymbol, isNative, liquidityRank } from '../facts/assets';
import type { ChainTransaction } from '../facts/chain-transaction';
import { bridgeName, isBurn } from '../facts/known-contracts';
import { METHOD_KINDS, methodName } from '../facts/methods';
import type { NetLeg } from '../facts/net-legs';
import { fold, suspiciousText } from './spam-text';

export interface NettedTransaction {
  tx: ChainTransaction;
  legs: NetLeg[];
}

/** Tokens that are nothing but bait, on whatever name they go by today; text and heuristics find the others. */
const CURATED: ReadonlySet<string> = new Set([
  'ethereum:0x4af9ab04615cb91e2ee8cbedb43fb52ed205041b',
  'ethereum:0x2ff2b86c156583b1135c584fd940a1996fa4230b',
]);

interface Evidence {
  asset: Asset;
  isFlagged: boolean;
  isSolicited: boolean;
  /** Somebody the wallet deals with sent it. */
  isFromFriend: boolean;
}

/** So little is sent to catch attention: below 1 dollar coin, or a thousandth of a native coin. */
const isDust = (asset: Asset, quantity: bigint): boolean =>
  liquidityRank(asset) === 3
    ? quantity < pow10(asset.decimals)
    : isNative(asset) && quantity * 1000n < pow10(asset.decimals);

/**
 * Judges every unlisted token over a whole history. A token that moved in a transaction the wallet sent itself, or
 * against native coin or listed tokens, was traded on purpose and is never spam.
 * @returns asset id -> the tier that decided, for spam only
 * @source providers.md 2.9, tax-rules 8.3
 */
export function* spamAssets(
  history: readonly NettedTransaction[],
  owned: ReadonlySet<string>,
): Sliced<Map<string, string>> {
  const friends = friendsOf(history, owned);
  yield;
  const found = new Map<string, Evidence>();
  const called = new Set<string>();
  const sent = symbolsSent(history);
  for (const [index, { tx, legs }] of history.entries()) {
    if (index % SLICE === 0) yield;
    if (isUse(tx)) called.add(tx.to);
    const isDeliberate = wasDeliberate(tx, legs);
    for (const leg of legs) {
      if (isListedAsset(leg.asset)) continue;
      const evidence = evidenceOf(found, leg.asset);
      evidence.isFlagged ||= tx.flags.includes('provider_spam');
      evidence.isSolicited ||= isDeliberate || leg.isInternal;
      evidence.isFromFriend ||= leg.counterparty !== null && friends.has(leg.counterparty);
      evidence.isFromFriend ||= isExpected(sent, leg);
    }
  }
  const verdicts = new Map<string, string>();
  for (const [id, evidence] of found) {
    const tier = tierOf(evidence, called);
    if (tier) verdicts.set(id, tier);
  }
  return verdicts;
}

/** The wallet worked with the contract; to approve something of it is what phishing wants. */
const isUse = (tx: ChainTransaction): tx is ChainTransaction & { to: string } =>
  tx.succeeded &&
  tx.from === tx.wallet &&
  tx.to !== null &&
  !METHOD_KINDS.approval.test(methodName(tx.method));

function evidenceOf(found: Map<string, Evidence>, asset: Asset): Evidence {
  let evidence = found.get(asset.id);
  if (!evidence) {
    evidence = { asset, isFlagged: false, isSolicited: false, isFromFriend: false };
    found.set(asset.id, evidence);
  }
  return evidence;
}

/** A counterfeit can show any movement of itself, but none of a genuine asset: those need the owner's consent. */
function wasDeliberate(tx: ChainTransaction, legs: readonly NetLeg[]): boolean {
  if (tx.from === tx.wallet) return true;
  const genuine = legs.filter((leg) => isNative(leg.asset) || isListedAsset(leg.asset));
  if (genuine.some((leg) => leg.direction === 'out')) return true;
  return genuine.length > 0 && legs.some((leg) => leg.direction === 'out');
}

/** What the wallet sent away itself: symbol -> chains it left. */
export function symbolsSent(history: readonly NettedTransaction[]): Map<string, Set<string>> {
  const sent = new Map<string, Set<string>>();
  for (const { tx, legs } of history)
    for (const { asset, direction } of legs)
      if (direction === 'out' && tx.from === tx.wallet)
        sent.set(asset.symbol, (sent.get(asset.symbol) ?? new Set()).add(asset.chain));
  return sent;
}

/** Out of a bridge, or of a name the wallet sent away on another chain. */
export const isExpected = (
  sent: ReadonlyMap<string, Set<string>>,
  { asset, counterparty }: NetLeg,
): boolean =>
  bridgeName(counterparty) !== null ||
  [...(sent.get(asset.symbol) ?? [])].some((chain) => chain !== asset.chain);

/** Whom the wallet paid or was paid by in genuine assets. */
function friendsOf(history: readonly NettedTransaction[], owned: ReadonlySet<string>): Set<string> {
  const friends = new Set(owned);
  for (const { tx, legs } of history)
    for (const { asset, direction, counterparty, quantity } of legs) {
      if (counterparty === null || isBurn(counterparty)) continue;
      if (!isListedAsset(asset) || isDust(asset, quantity)) continue;
      if (direction === 'in' || tx.from === tx.wallet) friends.add(counterparty);
    }
  return friends;
}

function tierOf(
  { asset, isFlagged, isSolicited, isFromFriend }: Evidence,
  called: ReadonlySet<string>,
): string | null {
  if (isSolicited) return null;
  if (isFlagged) return 'provider';
  if (CURATED.has(asset.id)) return 'curated';
  if (asset.contract !== null && called.has(asset.contract)) return null;
  // The number of an NFT is no part of its name.
  const [symbol = ''] = asset.symbol.split('#');
  if (isListedSymbol(asset.chain, fold(symbol))) return 'impersonation';
  const text = suspiciousText(symbol, asset.name);
  if (text) return `text-${text}`;
  return isFromFriend ? null : 'unsolicited';
}

/** How many earlier transfers an imitation may copy. */
const RECENT = 3;
/** An echo of at most this many whole units imitates a payment; look-alikes meet by chance once in 16^7. */
const ECHO_LIMIT = 10n;

/**
 * Finds transactions that only want a look-alike address into the list: nothing of value moved, or genuine dust
 * came from an address that shares its first 3 and last 4 hex digits with one the wallet dealt with.
 * @source providers.md 2.9 (5)
 */
export class PoisoningWatch {
  private readonly recent: { counterparty: string; quantity: bigint; assetId: string }[] = [];
  private readonly known = new Map<string, Set<string>>();

  /** Call in order, once per transaction. */
  isPoisoning({ tx, legs }: NettedTransaction): boolean {
    if (tx.from === tx.wallet) {
      for (const leg of legs) this.remember(leg);
      return false;
    }
    const found = legs.length > 0 && legs.every((leg) => this.isImitation(leg));
    if (!found) for (const leg of legs) this.remember(leg);
    return found;
  }

  private isImitation({ asset, direction, quantity, counterparty, isInternal }: NetLeg): boolean {
    if (direction !== 'in' || isInternal || counterparty === null) return false;
    const alikes = this.known.get(silhouette(counterparty));
    if (!alikes || alikes.has(counterparty)) return false;
    const isEcho = this.recent.some((r) => r.counterparty !== counterparty && near(r.quantity, quantity));
    return isEcho || quantity <= ECHO_LIMIT * pow10(asset.decimals);
  }

  private remember({ counterparty, quantity, asset }: NetLeg): void {
    if (counterparty === null || !counterparty.startsWith('0x')) return;
    const shape = silhouette(counterparty);
    const alikes = this.known.get(shape) ?? new Set();
    if (alikes.size === 0) alikes.add(counterparty);
    this.known.set(shape, alikes);
    this.recent.push({ counterparty, quantity, assetId: asset.id });
    if (this.recent.length > RECENT) this.recent.shift();
  }
}

const silhouette = (address: string): string => address.slice(2, 5) + address.slice(-4);
const near = (a: bigint, b: bigint): boolean => a - b <= 1n && b - a <= 1n;
